import type { OperatorName } from "../../../../../../shared/domain/conditions/operators.ts";

/** Conditions as sentences, and the fields to edit them. */
export const operatorNames: Record<OperatorName, string> = {
  answered: "is answered",
  not_answered: "isn’t answered",
  eq: "is",
  neq: "isn’t",
  contains: "contains",
  not_contains: "doesn’t contain",
  starts_with: "starts with",
  ends_with: "ends with",
  matches: "matches pattern",
  length_gte: "length is at least",
  length_lte: "length is at most",
  gt: "is greater than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  before: "is before",
  after: "is after",
  on_or_before: "is on or before",
  on_or_after: "is on or after",
  between: "is between",
  in: "is one of",
  not_in: "is none of", // words: ok
  includes_any: "includes any of",
  includes_all: "includes all of",
  includes_none: "includes none of",
  equals_set: "is exactly",
  count_gte: "count is at least",
  count_lte: "count is at most",
};

export const ownAnswer = "the answer";
/** Operators without their field, for the question's own answer. */
export const ownOperators = { answered: "answered", not_answered: "not answered" } as const;
export const answerOf = (title: string) => `“${title}”`;
export const score = "the score";
export const hidden = (key: string) => key;
export const inside = (of: string, part: string) => `${part} of ${of}`;
export const both = (low: string, high: string) => `${low} and ${high}`;
/** `pro, team or business` */
export const either = (items: readonly string[]) => `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
export const listed = (items: string[]) => items.join(", ");
export const and = " and ";
export const or = " or ";
export const group = (text: string) => `(${text})`;
export const not = (text: string) => `not ${text}`;
export const ifTrue = (text: string) => `If ${text}`;
export const unless = (text: string) => `Unless ${text}`;
export const shownIf = (text: string) => `Show only if ${text}`;
export const unreadable = "an unreadable condition";
export const nothingYet = "…";

export const unreadableText = "This condition can’t be displayed.";
export const startAnew = "Replace condition";
export const reads = "Field";
export const thisAnswer = "This answer";
export const scoreOption = "Score so far";
/** The key first: a narrow field cuts the rest off. */
export const hiddenOption = (key: string) => `${key} (hidden field)`;
export const calculationOption = (name: string) => `Score: ${name}`;
export const unknownOption = (name: string) => `${name} (missing)`;
export const part = "Row or option";
export const operator = "Operator";
export const value = "Value";
export const values = "Values";
export const onePerLine = "One per line.";
export const low = "From";
export const high = "To";
export const ignoreCase = "Ignore case";
export const combination = "Match";
/** `notAll` is shown only for conditions that have it already. */
export const matches = { all: "All", any: "Any", none: "None", notAll: "Not all" };
export const ofThese = "of these conditions";
export const ifShort = "If";
export const andShort = "and";
export const orShort = "or";
export const partLabel = (number: number) => `Condition ${number}`;
export const negated = "Negate";
export const optionsOf = (number: number) => `Options of condition ${number}`;
export const addComparison = "Add condition";
export const addGroup = "Add group";
export const removePart = (number: number) => `Remove condition ${number}`;
