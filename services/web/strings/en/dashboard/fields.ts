/** Fields that are made from a schema, wherever they are. */

export const chooseValue = "Not set";
export const onePerLine = "One a line.";
export const line = (number: number): string => `Line ${number}`;
export const pairName = "Name";
export const pairValue = "Value";
export const pairOf = (list: string, number: number): string => `${list} ${number}`;
export const pairPart = (pair: string, part: string): string => `${pair}: ${part.toLowerCase()}`;
export const addPair = "Add a line";
export const removePair = "Remove";
export const removePairOf = (pair: string): string => `Remove ${pair}`;
export const keptSecret = "Stored; leave it to keep it";
export const question = "Question";
