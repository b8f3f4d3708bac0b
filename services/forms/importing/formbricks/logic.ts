/** Converts the conditions of Formbricks' logic to terms. */
import { type Dialect, plainDialect } from "../expressions/scope.ts";
import { type Binary, call, fail, named, nameTerm, opposite, type Term, valueTerm } from "../expressions/terms.ts";
import { checkDepth, list, type Raw, record, records, scalar, text } from "../values.ts";
import type { Place, Survey } from "./survey.ts";

export const dialect: Dialect = { ...plainDialect, setEquals: "equals_set" };

/** Name of a matrix's row in expressions. */
export const rowName = (id: string, row: string | number): string => `${id}.${row}`;

/** Returns the term of `conditions`. Throws `Unmapped`. */
export function conditionTerm(survey: Survey, conditions: Raw, place: Place, depth = 0): Term {
  checkDepth(depth);
  const connector = text(conditions.connector);
  if (connector === "") return singleTerm(survey, conditions, place);
  const parts = records(conditions.conditions).map((part) => conditionTerm(survey, part, place, depth + 1));
  return call(connector === "or" ? "or" : "and", ...parts);
}

function singleTerm(survey: Survey, condition: Raw, place: Place): Term {
  const operator = text(condition.operator);
  const operand = record(condition.leftOperand);
  const left = operandTerm(survey, operand, place);
  const question = text(operand.type) === "variable" ? undefined : survey.questions.get(text(operand.value))?.raw;
  const type = text(question?.type);
  if (type === "cta") return clickTerm(operator, left);
  if (type === "matrix" && /^is(Partially|Completely)Submitted$/.test(operator))
    return rowsTerm(survey, operator, question ?? {});
  const alone = Object.hasOwn(states, operator) ? states[operator] : undefined;
  if (alone) {
    if (operator === "isEmpty") survey.scope.assume("It asks for an empty text. It holds here without an answer, too.");
    return alone(left);
  }
  const compared = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
  if (!compared) return fail(`\`${operator.slice(0, 40)}\` isn't supported`);
  noteMeaning(survey, operator, type, record(condition.rightOperand));
  return compared(left, rightTerm(survey, record(condition.rightOperand), place, type));
}

/** Answers can be read after their block. Formbricks reads nothing of a later one. */
export function operandTerm(survey: Survey, operand: Raw, place: Place): Term {
  const id = text(operand.value);
  if (text(operand.type) === "variable") return survey.variables.valueAt(survey, id, place);
  const question = survey.questions.get(id);
  if (question && question.block > place.block) return fail(`\`${id.slice(0, 60)}\` comes later`);
  const row = scalar(record(operand.meta).row);
  return nameTerm(row === "" ? id : rowName(id, row));
}

/** Options and columns are compared by ID or index, and other questions hold their text. */
function rightTerm(survey: Survey, operand: Raw, place: Place, leftType: string): Term {
  if (text(operand.type) !== "static") {
    const type = text(survey.questions.get(text(operand.value))?.raw.type);
    if (/^(multipleChoice|picture|matrix|ranking)/.test(type) || /^(multipleChoice|picture|matrix)/.test(leftType))
      return fail("it compares a choice with another answer");
    return operandTerm(survey, operand, place);
  }
  if (Array.isArray(operand.value)) return { kind: "list", items: operand.value.map((it) => valueTerm(scalar(it))) };
  return valueTerm(typeof operand.value === "number" ? operand.value : scalar(operand.value));
}

type Unary = (left: Term) => Term;
const isGiven: Unary = (left) => call("notempty", left);
const isMissing: Unary = (left) => call("empty", left);

const states: Readonly<Record<string, Unary>> = {
  isSubmitted: isGiven,
  isSkipped: isMissing,
  isSet: isGiven,
  isNotEmpty: isGiven,
  isNotSet: isMissing,
  isEmpty: isMissing,
  isAccepted: (left) => call("selected", left, valueTerm("accepted")),
  isBooked: isGiven,
};

/** Only lists have something that isn't in them. */
const lacking: Binary = (left, right) => call("and", isGiven(left), call("noneof", left, right));

const comparisons: Readonly<Record<string, Binary>> = {
  equals: named("="),
  doesNotEqual: opposite("="),
  contains: named("contains"),
  doesNotContain: opposite("contains"),
  startsWith: named("startswith"),
  doesNotStartWith: opposite("startswith"),
  endsWith: named("endswith"),
  doesNotEndWith: opposite("endswith"),
  isGreaterThan: named(">"),
  isLessThan: named("<"),
  isGreaterThanOrEqual: named(">="),
  isLessThanOrEqual: named("<="),
  isBefore: named("<"),
  isAfter: named(">"),
  equalsOneOf: named("anyof"),
  isAnyOf: named("anyof"),
  includesOneOf: named("anyof"),
  includesAllOf: named("allof"),
  doesNotIncludeOneOf: lacking,
  doesNotIncludeAllOf: lacking,
};

/** Notes where Formbricks decides otherwise than its words say. */
function noteMeaning({ scope }: Survey, operator: string, type: string, right: Raw): void {
  if (operator === "doesNotEqual" && type === "multipleChoiceMulti")
    scope.assume("It asks whether the choices aren't this one alone. In Formbricks, that holds with any choice.");
  const isSearch = /(contain|start|end)(s|With|sWith)?$/i.test(operator);
  if (isSearch && type !== "" && text(right.type) === "static" && "undefined".includes(scalar(right.value)))
    scope.assume("In Formbricks, a question without an answer has the text “undefined”. Here it has none.");
}

/** The two buttons of a screen are the answers yes and no. */
function clickTerm(operator: string, left: Term): Term {
  const isClicked = call("=", left, valueTerm("clicked"));
  if (operator === "isClicked" || operator === "isSubmitted") return isClicked;
  return operator === "isSkipped" ? call("not", isClicked) : fail(`\`${operator.slice(0, 40)}\` isn't supported`);
}

function rowsTerm({ scope }: Survey, operator: string, raw: Raw): Term {
  const rows = list(raw.rows).map((_, row) => isGiven(nameTerm(rowName(text(raw.id), row))));
  const isComplete = call("and", ...rows);
  if (operator === "isCompletelySubmitted") return isComplete;
  scope.assume("It asks whether only some rows are answered. Newer versions of Formbricks never decide so.");
  return call("and", call("or", ...rows), call("not", isComplete));
}
