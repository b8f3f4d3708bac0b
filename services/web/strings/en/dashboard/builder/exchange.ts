/** Copying, pasting, exporting and importing. */

import { counted, numberText } from "../numbers.ts";

export const questions = (number: number) => counted(number, "question", "questions");

export const copied = (number: number) => `${questions(number)} copied. Ctrl+V pastes, here or in another form.`;
export const cut = (number: number) => `${questions(number)} cut. Ctrl+V pastes, here or in another form.`;
export const pasted = (number: number) => `${questions(number)} pasted.`;
export const notPasted = (why: string) => `Nothing was pasted. ${why}`;
export const notCopied = "The browser did not let Pathform use the clipboard. Ctrl+C and Ctrl+V work all the same.";

export const foreignText = "The clipboard holds no questions that were copied from a form.";
export const newerFormat =
  "The clipboard holds questions of a newer Pathform than this one. Reload the page and try again.";
export const nothingCopied = "The clipboard holds an empty selection.";
export const broken = (what: string) => `What the clipboard holds is damaged: ${what}.`;
export const idTwice = "two questions have the same id";
export const looseEdge = "a rule leads to a question that is not among them";
export const tooManyNodes = (limit: number) =>
  `A form may have up to ${numberText(limit)} questions and screens, and it would have more.`;
export const tooManyEdges = (limit: number) =>
  `A form may have up to ${numberText(limit)} rules, and it would have more.`;
export const jsonFaults = {
  too_long: "It is longer than the 1 MB that a form may be.",
  not_json: "It is no JSON. Choose a file that was exported from a form.",
  too_deep: "It is nested deeper than the 32 levels that are read.",
  forbidden_key: "It has a member called __proto__, constructor or prototype, which Pathform does not take.",
  forbidden_character: "It has a text with a zero character, which Pathform does not store.",
} as const;

export const more = "More for this form";
export const exportForm = "Export as JSON";
export const exported = "The form is in your downloads.";
export const importForm = "Import JSON …";
export const importTitle = "Import a form";
export const importText =
  "What is imported takes the place of the whole form in the editor. Nothing is published by it, and Undo brings back what was there.";
export const file = "A file";
export const json = "Or its JSON";
export const jsonHelp = "A graph, or an object with its title and graph, as the export makes it.";
export const sameId = (place: number, first: number, id: string) =>
  `nodes.${place}.id: “${id}” is the id of nodes.${first} already; every question needs one of its own`;
export const noGraph = "There is no graph in it: an object with schema_version, nodes and edges.";
export const errorsTitle = (number: number) =>
  number === 1 ? "One thing in it has to be mended first" : `${number} things in it have to be mended first`;
export const moreErrors = (number: number) => `… and ${number} more`;
export const changes = "What changes in the editor";
export const noChanges = "It is the same form as the one in the editor.";
export const takeOver = "Take it over";
export const imported = "The form was imported. Ctrl+Z brings back what was there.";
export const cancel = "Cancel";
