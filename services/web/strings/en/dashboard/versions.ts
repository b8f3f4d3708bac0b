/** The Versions page of a form. */

import { counted, numberText } from "./numbers.ts";

export const title = "Versions";
export const emptyTitle = "No versions yet";
export const emptyText = "Each time you publish, a version is saved here.";
export const toBuilder = "Open builder";
export const listLabel = "All versions";
export const version = (number: number): string => `Version ${number}`;
export const current = "Current";
export const look = "Preview";
export const lookOf = (number: number): string => `Preview version ${number}`;
/** Without the count until it is known. */
export const responses = (count: number | undefined): string =>
  count === undefined ? "Responses" : counted(count, "response", "responses");
export const responsesOf = (number: number, count: number | undefined): string =>
  `${responses(count)} to version ${number}`;
export const restore = "Restore as draft";
/** of the draft, for the current version */
export const discard = "Discard changes";
export const discardSince = (number: number): string => `Discard changes since version ${number}`;
export const byKey = "API key ";
export const restoreOf = (number: number): string => `${restore}: version ${number}`;

export const compare = "Compare";
export const from = "From";
export const to = "To";
export const draft = "Draft";
export const savedAt = (time: string): string => `Saved ${time}`;
export const same = "No differences.";
export const changes = (count: number): string => counted(count, "change", "changes");
export const missingTitle = (number: number): string => `Version ${number} not found`;
export const missingText = "Choose another version above.";
export const compareCurrent = "Compare the current version with the draft";
export const older = (count: number): string => `You can compare the latest ${numberText(count)} versions.`;

export const lookTitle = (number: number): string => `Version ${number}`;
export const lookText = "This is the page respondents saw, in the current theme. Answers aren’t saved.";
export const frame = (number: number): string => `Version ${number} as respondents see it`;

export const restoreTitle = (number: number): string => `Restore version ${number} as the draft?`;
export const restoreText = (saved: string): string =>
  `This replaces your draft from ${saved}. You can undo it right after. Respondents keep seeing the published version.`;
export const discardTitle = (number: number): string => `Discard your changes since version ${number}?`;
export const discarded = "Changes discarded.";
export const restored = (number: number): string => `Version ${number} restored as the draft.`;
export const undone = "Draft restored.";
export const changedMeanwhile = "The draft changed elsewhere. Try again to replace the latest draft.";
export const notUndone = "Not undone: the draft has changed since.";
