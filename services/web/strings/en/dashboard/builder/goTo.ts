/** Ctrl+K: going to a question, or adding one. */

export const title = "Go to or add";
export const label = "A title, an id or a type";
export const goTo = "Go to";
export const add = "Add";
export const none = "Nothing is called that.";
export const more = (number: number) => `${number} more questions match: write some more letters.`;
