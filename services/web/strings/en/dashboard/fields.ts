/** Fields generated from a schema. */

export const chooseValue = "Not set";
/** Values of settings whose own name isn’t what people call them. */
export const choiceNames: Readonly<Record<string, string>> = {
  day: "Date",
  minute: "Date and time",
  time: "Time",
  file: "Files",
  draw: "Drawing or typed name",
  photo: "Photos",
};
export const onePerLine = "One per line.";
export const line = (number: number): string => `Line ${number}`;
export const pairName = "Name";
export const pairValue = "Value";
export const pairOf = (list: string, number: number): string => `${list} ${number}`;
export const pairPart = (pair: string, part: string): string => `${pair}: ${part.toLowerCase()}`;
export const addPair = "Add row";
export const row = (number: number): string => `Row ${number}`;
export const removePair = "Remove";
export const removePairOf = (pair: string): string => `Remove ${pair}`;
export const keptSecret = "Stored. Leave empty to keep it.";
export const question = "Question";
