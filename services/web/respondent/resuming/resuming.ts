/** Finishing on another device, in one chunk. Loaded for forms that offer it, and for links to finish later. */
export { FinishLater } from "./finishLater.tsx";
export { opened } from "./opening.tsx";
