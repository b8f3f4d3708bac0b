import type { Condition, GraphNode } from "../../../../shared/domain/graph/types.ts";
import { isPattern } from "../../../../shared/domain/questions/pattern.ts";
import { require } from "../expressions/guards.ts";
import { call, nameTerm } from "../expressions/terms.ts";
import { asksForDay } from "../precision.ts";
import { list, number, type Raw, record, text, whole } from "../values.ts";
import { fitted } from "../wording.ts";
import { parseExpression, writtenIn } from "./expressions.ts";
import type { Element, Survey } from "./survey.ts";

/** Returns the validators of a type that become limits of the question. Those with a message become rules (`addRules`). */
export const limits = (raw: Raw, type: string): Raw[] => validators(raw, type).filter((it) => !hasMessage(it));

export const hasValidator = (raw: Raw, type: string): boolean => validators(raw, type).length > 0;

const validators = (raw: Raw, type: string): Raw[] =>
  list(raw.validators)
    .map(record)
    .filter((it) => typeOf(it) === type);

const typeOf = (validator: Raw): string => text(validator.type).replace(/validator$/, "");

/** Whether it has a message that can be shown. Only rules have one. */
export const hasMessage = (validator: Raw): boolean =>
  validator.text !== undefined && validator.text !== null && validator.text !== "" && rules.has(typeOf(validator));

const ruleLimit = 5;

/** Adds the validators of a question to its node, as rules with their message or as numbers of choices. */
export function addRules(survey: Survey, { raw, item }: Element, node: GraphNode): void {
  addLimits(survey, raw, item, node);
  for (const validator of list(raw.validators).map(record)) {
    const type = typeOf(validator);
    if (type === "text" && validator.allowDigits === false) addDigitRule(survey, item, node, validator);
    if (type === "expression" && text(validator.expression) !== "")
      require(item, node, writtenIn(text(validator.expression)), survey.text(validator.text), survey.scope);
    else if (hasMessage(validator) && types.get(type)?.includes(node.question_type))
      addRule(survey, item, node, validator);
    else if (type === "answercount" && node.question_type === "checkbox") addCounts(validator, node);
    else if (!inConfig.get(type)?.includes(node.question_type))
      item.lostPart("rule", `The validator \`${type.slice(0, 60)}\` isn't supported here.`);
  }
}

/** Adds the limits of an answer that an expression computes. Without a value there is no limit. */
function addLimits(survey: Survey, raw: Raw, item: Element["item"], node: GraphNode): void {
  for (const [key, end, op] of [
    ["minValueExpression", "min", ">="],
    ["maxValueExpression", "max", "<="],
  ] as const) {
    const source = text(raw[key]);
    if (source === "") continue;
    const days = asksForDay(node) ? daysFromToday(source) : undefined;
    if (days !== undefined && node.data.config?.[end] === undefined)
      node.data.config = { ...node.data.config, [end]: { days_from_today: days } };
    else {
      const parse = () => {
        const limit = parseExpression(source);
        return call("or", call("empty", limit), call(op, nameTerm(text(raw.name)), limit));
      };
      require(item, node, { source, parse }, "", survey.scope);
    }
  }
}

/** Returns the days of `today()` and `today(-1)`. */
function daysFromToday(source: string): number | undefined {
  const [, days] = /^\s*(?:today|currentDate)\(\s*(-?\d{1,5})?\s*\)\s*$/i.exec(source) ?? [undefined, null];
  return days === null ? undefined : Number(days ?? 0);
}

/** Question types whose answers a validator can check. */
const types: ReadonlyMap<string, readonly string[]> = new Map([
  ["text", ["short_text", "long_text"]],
  ["regex", ["short_text", "long_text"]],
  ["numeric", ["number", "number_scale"]],
  ["answercount", ["checkbox"]],
]);

/** Types whose limits the config has, by question type. */
const inConfig: typeof types = new Map([...types, ["email", ["email"]], ["answercount", []]]);

function addDigitRule(survey: Survey, item: Element["item"], node: GraphNode, validator: Raw): void {
  const before = node.data.valid_if ?? [];
  const condition: Condition = { not: { op: "matches", right: "[0-9]" } };
  const message = fitted(survey.text(validator.text) || "Enter a text without digits.");
  if (before.length < ruleLimit && types.get("text")?.includes(node.question_type))
    node.data.valid_if = [...before, { condition, message }];
  else item.lostPart("rule", "`allowDigits` isn't supported here. Answers aren't checked by it.");
}

function addRule(survey: Survey, item: Element["item"], node: GraphNode, validator: Raw): void {
  const type = typeOf(validator);
  const parts = rules.get(type)?.(validator) ?? [];
  const before = node.data.valid_if ?? [];
  const [condition] = parts.length > 1 ? [{ all: parts }] : parts;
  if (!condition && type !== "regex") return;
  if (!condition || before.length >= ruleLimit)
    item.lostPart("rule", `The validator \`${type}\` isn't supported here. Answers aren't checked by it.`);
  else node.data.valid_if = [...before, { condition, message: fitted(survey.text(validator.text)) }];
}

/** Comparisons of the answer by the type of a validator. Empty if it can't be checked here. */
const rules: ReadonlyMap<string, (validator: Raw) => Condition[]> = new Map([
  ["text", (it) => within("length", whole(it.minLength, 1, 20_000), whole(it.maxLength, 1, 20_000))],
  ["numeric", (it) => within("", number(it.minValue), number(it.maxValue))],
  ["answercount", (it) => within("count", whole(it.minCount, 1, 100), whole(it.maxCount, 1, 100))],
  ["regex", ({ regex }) => (isPattern(text(regex)) ? [{ op: "matches", right: text(regex) }] : [])],
]);

function within(measure: string, min: number | undefined, max: number | undefined): Condition[] {
  const prefix = measure && `${measure}_`;
  return [
    ...(min === undefined ? [] : [{ op: `${prefix}gte`, right: min }]),
    ...(max === undefined ? [] : [{ op: `${prefix}lte`, right: max }]),
  ];
}

function addCounts(validator: Raw, node: GraphNode): void {
  const options = node.data.config?.options;
  const count = Array.isArray(options) ? options.length : 0;
  const min = whole(validator.minCount, 1, count);
  const max = whole(validator.maxCount, min ?? 1, count);
  node.data.config = {
    ...node.data.config,
    ...(min !== undefined && { min_selections: min }),
    ...(max !== undefined && { max_selections: max }),
  };
}
