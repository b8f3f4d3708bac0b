/** Texts of the inspector: questions, rules and form settings. */

import { counted } from "../numbers.ts";

export const tabs = { question: "Question", logic: "Logic", advanced: "Advanced" };
export const close = "Close";
export const type = "Type";
export const id = "ID";
export const idHelp = "Used in conditions, exports and integrations. Letters, digits, - and _ only.";
export const idTaken = "This ID is already in use.";
export const notAnId = "Use up to 64 letters, digits, - and _.";
export const settings = "Settings";
export const unknownType = (type: string) => `Unknown type “${type}”. Its settings are kept.`;
export const scoring = "Scoring";
export const noScoring = "No points";
export const modes: Readonly<Record<string, string>> = {
  options: "Points per option",
  exact: "Points for the correct answer",
  ranges: "Points per range",
  value: "Answer value as points",
  matrix: "Points per row and column",
};
export const mode = "Scoring mode";
export const pointsFor = (label: string) => `Points for ${label}`;
export const cellOf = (row: string, column: string) => `${row}: ${column}`;

export const noScores = "No scores yet. Add one under Scores in the toolbar.";
export const addShowIf = "Show this only if…";
export const addShowIfTo = (name: string) => `Show this only if…: ${name}`;
export const showIfOf = (name: string) => `Condition for ${name}`;
export const removeShowIf = (name: string) => `Always show ${name}`;
export const showTheseIf = "Show these only if…";
export const showIfApplies = (what: string, replaces: boolean) =>
  replaces ? `Applies to ${what} and replaces their conditions.` : `Applies to ${what}.`;
export const alwaysShown = "These questions are always shown.";
export const applyShowIf = "Apply";
export const showIfSet = (what: string) => `Condition changed for ${what}.`;
export const addImage = "Add image";

export const rules = "Logic";
export const rulesHelp = "Rules run from top to bottom. The first match wins.";
export const rule = (number: number) => `Rule ${number}`;
export const editLogic = "Edit logic";
export const addRule = "Add rule";
export const addWay = "Add next step";
export const target = "Go to";
export const addCondition = "Add condition";
export const moveRule = (number: number) => `Move rule ${number}`;
export const ruleActions = (number: number) => `Actions for rule ${number}`;
export const insertQuestion = "Insert a question";
export const tryIt = "Try it";
export const tryItHelp = "Uses only the values entered here";
export const triedScore = "Score so far";
export const triedRule = (number: number, target: string) => `Rule ${number} matches → ${target}`;
export const triedOtherwise = (target: string) => `Otherwise → ${target}`;
export const triedNone = "No rule matches. Add a rule without a condition.";
export const triedBroken = (number: number) => `Rule ${number} has an error. Fix it to continue.`;
export const upShort = "Up";
export const downShort = "Down";
export const removeShort = "Remove";
export const endHasNoRules = "The form ends here.";

export const moveUp = "Move up";
export const moveDown = "Move down";
export const duplicate = "Duplicate";
export const actions = (name: string) => `Actions for ${name}`;
export const problems = "Problems";

export const form = "Start and end";
export const entry = "Start";
export const fallback = "Default end screen";
export const fallbackHelp = "Respondents go here when no rule matches.";
export const none = "None";
export const hidden = "Hidden fields";
export const hiddenHelp = "Values passed in the link, such as ?plan=pro.";
export const hiddenField = (number: number) => `Field ${number}`;
/** Numbers of rules, questions with conditions, texts, end screens and scores that read something. */
interface Uses {
  rules: number;
  conditions: number;
  texts: number;
  ends: number;
  scores: number;
}
/** `2 rules and 1 text`; empty if nothing reads it. */
export function readers(uses: Uses): string {
  const found = [
    uses.rules > 0 && counted(uses.rules, "rule", "rules"),
    uses.conditions > 0 && `conditions of ${counted(uses.conditions, "question", "questions")}`,
    uses.texts > 0 && counted(uses.texts, "text", "texts"),
    uses.ends > 0 && counted(uses.ends, "end screen", "end screens"),
    uses.scores > 0 && counted(uses.scores, "score", "scores"),
  ].filter((one) => typeof one === "string");
  return [found.slice(0, -1).join(", "), ...found.slice(-1)].filter(Boolean).join(" and ");
}
export const hiddenUses = (readers: string) =>
  readers === "" ? "Not used yet." : `Used by ${readers}. Renaming updates them.`;
export const removeHidden = (key: string) => `Remove hidden field ${key}`;
export const hiddenRemoved = (key: string) => `“${key}” removed`;
export const nodeRemoved = (name: string) => `${name} deleted`;
export function stillUsed(removed: string, uses: Uses): string {
  const { rules, conditions, texts, ends, scores } = uses;
  const isOne = conditions === 0 && rules + texts + ends + scores === 1;
  return `${removed}, but ${readers(uses)} still ${isOne ? "uses" : "use"} it. See Problems.`;
}
export const newHidden = "New hidden field";
export const addHidden = "Add hidden field";
export const hiddenTaken = "A hidden field with this name already exists.";
export const tooManyHidden = (limit: number) => `A form can have up to ${limit} hidden fields.`;

export const standard = (value: string) => `Default: ${value}`;
export const yes = "yes";
export const no = "no";
/** `Options`, 2 → `Option 2` */
export const item = (list: string, number: number) => `${list.replace(/s$/, "")} ${number}`;
export const itemField = (item: string, field: string) => `${item}: ${field.toLowerCase()}`;
/** `Options` → `Add option` */
export const addItem = (list: string) => `Add ${list.replace(/s$/, "").toLowerCase()}`;
export const removeItem = (label: string) => `Remove ${label}`;
export const fieldType = "Type";
export const moveItem = (label: string) => `Move ${label}`;
export const moveItemUp = (label: string) => `Move ${label} up`;
export const moveItemDown = (label: string) => `Move ${label} down`;
export const details = (label: string) => `More for ${label}`;
export const upload = "Upload image";
export const uploading = "Uploading…";
export const notUploaded = "Couldn’t upload the image. Use a PNG, JPEG, WebP, GIF or AVIF file up to 5 MB.";
export const removePicture = "Remove image";
export const dateKind = (field: string) => `${field}: type`;
export const noDate = "No limit";
export const fixedDate = "Fixed date";
export const movingDate = "Days from today";
export const unknownCountry = "Enter two letters, such as DE.";
export const answerHelp = "Respondents who give this answer get the points.";
