/** The versions of a form. */

import { counted, numberText } from "./numbers.ts";

export const title = "Versions";
export const emptyTitle = "Nothing has been published yet";
export const emptyText = "Each time that you publish, a version is kept here as it was.";
export const toBuilder = "To the builder";
export const listLabel = "All versions";
export const version = (number: number): string => `Version ${number}`;
export const current = "Current";
export const about = (when: string, nodes: number, edges: number): string =>
  `${when} · ${nodes === 1 ? "1 question or screen" : `${nodes} questions and screens`} · ${edges === 1 ? "1 rule" : `${edges} rules`}`;
export const look = "Look";
export const lookOf = (number: number): string => `Look at version ${number}`;
export const responses = "Responses";
export const responsesOf = (number: number): string => `Responses of version ${number}`;
export const restore = "Restore";
export const restoreOf = (number: number): string => `Restore version ${number}`;

export const compare = "Compare";
export const from = "From";
export const to = "To";
export const draft = "The draft";
export const same = "The two are the same.";
export const changes = (count: number): string => counted(count, "change", "changes");
export const missingTitle = (number: number): string => `There is no version ${number} of this form`;
export const missingText = "Choose another one above.";
export const compareCurrent = "Compare the current version with the draft";
export const older = (count: number): string => `The newest ${numberText(count)} versions can be compared.`;

export const lookTitle = (number: number): string => `Version ${number}`;
export const lookText = "This is the page as respondents got it, in today’s theme. Try it: nothing is sent.";
export const frame = (number: number): string => `Version ${number} as respondents see it`;

export const restoreTitle = (number: number): string => `Restore version ${number} as the draft?`;
export const restoreText = (saved: string): string =>
  `Your draft, saved ${saved}, is replaced by it. You can take that back right after. Nothing is published: people go on answering the current version.`;
export const restoreNow = "Restore as the draft";
export const restored = (number: number): string => `Version ${number} is the draft now.`;
export const undone = "Your draft is as it was.";
export const changedMeanwhile = "The draft has changed meanwhile. Please try again to replace it as it is now.";
export const notUndone = "The draft has changed since, so it was left as it is.";
