/** Texts of importing, pasting a list and templates. Loaded with their dialogs. */

import { counted } from "../numbers.ts";

export const importTitle = "Import form";
export const importText =
  "Importing replaces the whole form in the builder. Nothing is published, and you can undo it.";
export const file = "Upload a file";
export const json = "Or paste the file’s content";
export const jsonHelp =
  "Pathform, Typeform, SurveyJS, FHIR, Google Forms or KoboToolbox as JSON. XLSForm or a table of questions as .xlsx or .csv.";
export const otherTool = "This isn’t a Pathform form. Convert it to see what is changed or lost.";
export const convert = "Convert";
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
export const addList = (number: number) =>
  number === 0 ? "Add questions" : `Add ${counted(number, "question", "questions")}`;
export const added = (number: number) => `${counted(number, "question", "questions")} added. Press Ctrl+Z to undo.`;
