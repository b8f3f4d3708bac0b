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
  too_long: "A form can be up to 1 MB.",
  not_json: "This isn’t valid JSON. Choose a file exported from a form.",
  too_deep: "JSON can be nested up to 32 levels deep.",
  forbidden_key: "Remove the keys named __proto__, constructor or prototype.",
  forbidden_character: "Remove the null characters (U+0000) from the text.",
} as const;

export const more = "More actions";
export const exportForm = "Export as JSON";
export const exported = "Form exported to your downloads.";
export const importForm = "Import JSON…";
export const importTitle = "Import form";
export const importText =
  "Importing replaces the whole form in the builder. Nothing is published, and you can undo it.";
export const file = "JSON file";
export const json = "Or paste JSON";
export const jsonHelp = "A graph, or an object with `title` and `graph` as in an exported file.";
export const sameId = (place: number, first: number, id: string) =>
  `nodes.${place}.id: “${id}” is already the ID of nodes.${first}. Use a different ID.`;
export const noGraph = "This JSON isn’t a form graph. It needs `schema_version`, `nodes` and `edges`.";
export const errorsTitle = (number: number) =>
  number === 1 ? "Fix 1 problem to import" : `Fix ${number} problems to import`;
export const moreErrors = (number: number) => `+ ${number} more`;
export const changes = "Changes";
export const noChanges = "No differences from the form in the builder.";
export const takeOver = "Replace form";
export const imported = "Form imported. Press Ctrl+Z to undo.";
export const cancel = "Cancel";
export const close = "Close";

export const listTitle = "Paste a list of questions";
export const list = "Questions";
export const listHelp = "One per line. Each becomes a short text question. You can change the type later.";
export const addList = (number: number) => (number === 0 ? "Add questions" : `Add ${questions(number)}`);
export const added = (number: number) => `${questions(number)} added. Press Ctrl+Z to undo.`;
export const templateTitle = "Choose a template";
export const templateUsed = "Template added. Press Ctrl+Z to undo.";
