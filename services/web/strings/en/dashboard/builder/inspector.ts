/** The forms of the builder: a node's, a rule's, the form's. */

import { counted } from "../numbers.ts";

export const title = "Title";
export const description = "Description";
export const required = "Required";
export const type = "Type";
export const id = "Id";
export const idHelp = "What conditions, exports and integrations call it: letters, digits, - and _.";
export const idTaken = "Another one is called this already.";
export const notAnId = "Please use letters, digits, - and _ only, at most 64.";
export const settings = "Settings";
export const unknownType = (type: string) =>
  `Pathform does not know the type “${type}”. Its settings stay as they are.`;
export const scoring = "Scoring";
export const noScoring = "No points";
export const modes: Readonly<Record<string, string>> = {
  options: "Points per option",
  exact: "Points for the right answer",
  ranges: "Points per range",
  value: "The answer itself counts",
  matrix: "Points per row and column",
};
export const mode = "How answers earn points";
export const pointsFor = (label: string) => `Points for ${label}`;
export const cellOf = (row: string, column: string) => `${row}: ${column}`;

export const rules = "What comes next";
export const rulesHelp = "Rules are tried from the top; the first that is true is taken.";
export const rule = (number: number) => `Rule ${number}`;
export const addRule = "Add a rule";
export const addWay = "Choose what comes next";
export const target = "Goes to";
export const noTarget = "Choose …";
export const isConditional = "Only if";
export const moveRuleUp = (number: number) => `Move rule ${number} up`;
export const moveRuleDown = (number: number) => `Move rule ${number} down`;
export const removeRule = (number: number) => `Remove rule ${number}`;
export const insertOnRule = (number: number) => `Insert a question on rule ${number}`;
export const upShort = "Up";
export const downShort = "Down";
export const removeShort = "Remove";
export const insertShort = "Insert";
export const endHasNoRules = "The form ends here.";

export const moveUp = "Move up";
export const moveDown = "Move down";
export const duplicate = "Duplicate";
export const remove = "Remove";
export const makeEntry = "Start here";
export const actions = (name: string) => `Actions for ${name}`;
export const problems = "Problems";

export const form = "Form settings";
export const entry = "Starts with";
export const fallback = "Ends otherwise with";
export const fallbackHelp = "Where a question has no rule that is true, the form goes to this end screen.";
export const none = "None";
export const hidden = "Hidden fields";
export const hiddenHelp = "What a link may carry, such as ?plan=pro.";
export const hiddenField = (number: number) => `Field ${number}`;
const readers = (rules: number, texts: number) =>
  [rules > 0 && counted(rules, "rule", "rules"), texts > 0 && counted(texts, "text", "texts")]
    .filter(Boolean)
    .join(" and ");
export const hiddenUses = (rules: number, texts: number) =>
  rules + texts === 0 ? "Nothing reads it yet." : `Read by ${readers(rules, texts)}, which follow a new name.`;
export const removeHidden = (key: string) => `Remove the hidden field ${key}`;
export const hiddenRemoved = (key: string, rules: number, texts: number) =>
  `“${key}” was removed. Still read by ${readers(rules, texts)}: the problems say where.`;
export const nodesRemoved = (name: string, rules: number, texts: number) =>
  `Removed: ${name}. Still read by ${readers(rules, texts)}: the problems say where.`;
export const newHidden = "New hidden field";
export const addHidden = "Add the hidden field";
export const hiddenTaken = "There is a hidden field of this name already.";
export const tooManyHidden = (limit: number) => `A form may have up to ${limit} hidden fields.`;

export const standard = (value: string) => `Standard: ${value}`;
export const yes = "yes";
export const no = "no";
/** `Options`, 2 → `Option 2` */
export const item = (list: string, number: number) => `${list.replace(/s$/, "")} ${number}`;
export const itemField = (item: string, field: string) => `${item}: ${field.toLowerCase()}`;
export const more = "More";
export const addItem = (list: string) => `Add to ${list.toLowerCase()}`;
export const removeItem = (label: string) => `Remove ${label}`;
export const moveItemUp = (label: string) => `Move ${label} up`;
export const moveItemDown = (label: string) => `Move ${label} down`;
export const details = (label: string) => `More for ${label}`;
export const upload = "Upload a picture";
export const uploading = "Uploading …";
export const notUploaded = "The picture was not taken. PNG, JPEG, WebP, GIF and AVIF up to 5 MB can be.";
export const removePicture = "Remove the picture";
export const dateKind = (field: string) => `${field}: how it is given`;
export const noDate = "No limit";
export const fixedDate = "A day";
export const movingDate = "Days from today";
export const unknownCountry = "Two letters, such as DE.";
export const answerHelp = "The answer that earns the points.";
