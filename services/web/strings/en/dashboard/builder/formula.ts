import { exactText } from "../numbers.ts";

/** Formulas of scores, as sentences and as an editor of parts. */
export const groups = {
  values: "Values",
  math: "Math",
  lists: "Only known values",
  rounding: "Rounding",
  dates: "Time between dates",
  logic: "Logic",
} as const;

export const kinds = {
  number: "Number",
  points: "Points for a question",
  answer: "Answer to a question",
  selected: "Number of selected options or rows",
  sum_of: "Sum of a field of all rows",
  mean_of: "Mean of a field of all rows",
  calculation: "Another score",
  total: "Total score so far",
  hidden: "Hidden field",
  add: "Add",
  subtract: "Subtract",
  multiply: "Multiply",
  divide: "Divide",
  mod: "Remainder",
  sum: "Sum",
  mean: "Mean",
  count: "Count",
  min: "Smallest",
  max: "Largest",
  coalesce: "First available value",
  round: "Round",
  floor: "Round down",
  ceil: "Round up",
  abs: "Absolute value",
  days: "Days between",
  months: "Months between",
  years: "Years between",
  if: "If, then, else",
};

const quoted = (name: string) => `“${name}”`;
export const number = (value: number) => exactText(value);
export const leaves = {
  points: (name: string) => `points of ${quoted(name)}`,
  answer: quoted,
  selected: (name: string) => `number selected in ${quoted(name)}`,
};
export const ofRows = {
  sum_of: (field: string, name: string) => `the sum of ${quoted(field)} in ${quoted(name)}`,
  mean_of: (field: string, name: string) => `the mean of ${quoted(field)} in ${quoted(name)}`,
};
export const score = (name: string) => quoted(name);
export const total = "the total score";
export const hidden = (key: string) => `the hidden field ${key}`;
export const joints: Partial<Record<keyof typeof kinds, string>> = {
  add: " + ",
  subtract: " − ",
  multiply: " × ",
  divide: " ÷ ",
};
export const group = (text: string) => `(${text})`;
export const remainder = (one: string, other: string) => `the remainder of ${one} ÷ ${other}`;
export const lists: Partial<Record<keyof typeof kinds, string>> = {
  sum: "the sum of",
  mean: "the mean of",
  count: "the number of known values of",
  min: "the smallest of",
  max: "the largest of",
  coalesce: "the first known of",
};
export const listOf = (list: string, items: readonly string[]) => `${list} ${items.join(", ")}`;
export const atLeastKnown = (text: string, count: number) => `${text}, if at least ${count} are known`;
export const pointsOfMany = (count: number) => `the points of ${count} questions`;
export const answersOfMany = (count: number) => `the answers of ${count} questions`;
export const rounded = (text: string, digits: number) =>
  digits === 0 ? `${text} rounded` : `${text} rounded to ${digits} decimals`;
export const singles = {
  floor: (text: string) => `${text} rounded down`,
  ceil: (text: string) => `${text} rounded up`,
  abs: (text: string) => `${text} without its sign`,
};
export const between = (unit: "days" | "months" | "years", from: string, to: string) =>
  `the ${unit} from ${from} to ${to}`;
export const today = "the day of the response";
export const ifThen = (condition: string, then: string, otherwise: string) =>
  `${then} if ${condition}, otherwise ${otherwise}`;
export const nothing = "nothing yet";
export const unreadable = "an unreadable part";

export const label = "Formula";
export const sentence = (name: string, text: string) => `${name} = ${text}`;
export const kind = "Part";
export const part = (path: string) => (path === "" ? "Formula" : `Part ${path}`);
export const question = "Question";
export const field = "Hidden field";
export const scoreField = "Score";
export const value = "Number";
export const digits = "Decimals";
export const atLeast = "Minimum known values";
export const any = "Any";
export const removePart = (path: string) => `Remove part ${path}`;
export const addPart = "Add part";
export const unwrap = "Keep only this part";
export const branches = ["then", "else"] as const;
export const dateEnds = ["From", "To"] as const;
export const dateFrom = { answer: "Answer to a question", today: "Day of the response", fixed: "Fixed date" } as const;
export const dateKind = (end: string) => `${end}: type`;
export const date = (end: string) => `${end}: date`;
export const result = (value: number | null) => (value === null ? "unknown" : `= ${exactText(value)}`);
export const unknownPart = "This part can’t be shown here. Edit it as JSON, or replace it.";
export const tooDeep = "Formulas can’t be nested deeper.";
export const editJson = "Edit as JSON";
export const editParts = "Edit as parts";
export const json = "Formula as JSON";
export const invalidJson = "This isn’t valid JSON. The formula stays as it was.";
export const none = "None";
export const missing = (id: string) => `${quoted(id)} (missing)`;
