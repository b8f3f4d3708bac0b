/** Texts of option lists. */

export const choose = "Choose…";
export const search = "Type to search…";
export const otherTyped = (text: string) => `Use “${text}”`;
export const nothingFound = "No options match. Try fewer letters.";
export const found = (count: number) => (count === 1 ? "1 option" : `${count} options`);
