/** Functions for drafts that someone else changed. Loaded with the panels. */
export { checkMerge } from "./checkMerge.ts";
export { mergeRead } from "./mergeRead.ts";
export { tellReplaced } from "./tellReplaced.ts";
export { openWritten } from "./written.ts";
