/** Texts of Find (Ctrl+K): go to a question or add one. */

export const find = "Find";
export const title = "Go to or add";
export const label = "Search by title, ID or type";
export const goTo = "Go to";
export const add = "Add";
export const none = "No matches.";
export const more = (number: number) => `${number} more questions match. Type more to narrow down.`;
