/** Texts for copy, paste, export and import. */

import { counted, numberText } from "../numbers.ts";

export const questions = (number: number) => counted(number, "question", "questions");

export const copied = (number: number) => `${questions(number)} copied. Press Ctrl+V to paste here or in another form.`;
export const cut = (number: number) => `${questions(number)} cut. Press Ctrl+V to paste here or in another form.`;
export const pasted = (number: number) => `${questions(number)} pasted.`;
export const notPasted = (why: string) => `Couldn’t paste. ${why}`;
export const notCopied = "Your browser blocked the clipboard. Use Ctrl+C and Ctrl+V instead.";

export const foreignText = "The clipboard has no questions copied from a form.";
export const newerFormat =
  "These questions were copied from a newer version of Pathform. Reload the page and try again.";
export const nothingCopied = "The clipboard has an empty selection.";
export const broken = (what: string) => `The copied questions are damaged: ${what}.`;
export const idTwice = "two questions have the same ID";
export const looseEdge = "a rule goes to a question that wasn’t copied";
export const tooManyNodes = (limit: number) => `A form can have up to ${numberText(limit)} questions and screens.`;
export const tooManyEdges = (limit: number) => `A form can have up to ${numberText(limit)} rules.`;
export const jsonFaults = {
  too_long: "A form can be up to 1 MB, and 8 MB with its translations.",
  not_json: "This isn’t valid JSON. Choose a file exported from a form.",
  too_deep: "JSON can be nested up to 48 levels deep.",
  forbidden_key: "Remove the keys named __proto__, constructor or prototype.",
  forbidden_character: "Remove the null characters (U+0000) from the text.",
} as const;

export const more = "More actions";
export const exportForm = "Export as JSON";
export const exported = "Form exported to your downloads.";
export const elsewhere = "Take to another tool…";
export const importForm = "Import form…";
