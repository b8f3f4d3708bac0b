/** Functions for drafts that someone else changed. Loaded with the panels. */
export { mergeRead } from "./mergeRead.ts";
export { tellReplaced } from "./tellReplaced.ts";
export { conflictsTogether } from "./together.ts";
export { openWritten } from "./written.ts";
