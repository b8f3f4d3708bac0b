import type { OperatorName } from "../../../../../../shared/domain/graph/operators.ts";

/** Conditions as sentences, and the fields that they are made with. */
export const operatorNames: Record<OperatorName, string> = {
  answered: "is answered",
  not_answered: "is not answered",
  eq: "is",
  neq: "is not",
  contains: "contains",
  not_contains: "does not contain",
  starts_with: "starts with",
  ends_with: "ends with",
  matches: "matches the pattern",
  length_gte: "has at least this many characters:",
  length_lte: "has at most this many characters:",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  before: "is before",
  after: "is after",
  on_or_before: "is on or before",
  on_or_after: "is on or after",
  between: "is between",
  in: "is one of",
  not_in: "is none of",
  includes_any: "includes any of",
  includes_all: "includes all of",
  includes_none: "includes none of",
  equals_set: "is exactly",
  count_gte: "has at least this many:",
  count_lte: "has at most this many:",
};

export const ownAnswer = "the answer";
export const answerOf = (title: string) => `“${title}”`;
export const score = "the score";
export const hidden = (key: string) => `the hidden field ${key}`;
export const inside = (of: string, part: string) => `${part} of ${of}`;
export const both = (low: string, high: string) => `${low} and ${high}`;
export const listed = (items: string[]) => items.join(", ");
export const and = " and ";
export const or = " or ";
export const group = (text: string) => `(${text})`;
export const not = (text: string) => `not ${text}`;
export const ifTrue = (text: string) => `If ${text}`;
export const unreadable = "something that cannot be read";
export const nothingYet = "…";

export const unreadableText = "This condition has a shape that cannot be shown.";
export const startAnew = "Write it anew";
export const reads = "What is compared";
export const thisAnswer = "The answer to this question";
export const scoreOption = "The score so far";
export const hiddenOption = (key: string) => `Hidden field: ${key}`;
export const unknownOption = (name: string) => `${name} (not there)`;
export const part = "Row or option";
export const operator = "How";
export const value = "Value";
export const values = "Values";
export const onePerLine = "One a line.";
export const low = "From";
export const high = "To";
export const ignoreCase = "Ignore capital letters";
export const combination = "True when";
export const all = "all of these are true";
export const any = "any of these is true";
export const negated = "Turn it round (not)";
export const addComparison = "Add a comparison";
export const addGroup = "Add a group";
export const removePart = (number: number) => `Remove part ${number}`;
export const condition = "Condition";
export const groupLabel = (level: number) => (level === 1 ? "Condition" : `Group, level ${level}`);
