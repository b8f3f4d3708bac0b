import type { Written } from "../expressions/guards.ts";
import { call, nameTerm, type Term, valueTerm } from "../expressions/terms.ts";
import { number, type Raw, record, records, text, whole } from "../values.ts";
import { type Part, type Survey, textOf } from "./survey.ts";

/** Settings for rules of `validation`, each of them alone, with what they add to the rule's number. */
const settings: Readonly<Record<string, [key: string, parameter: string, added: number]>> = {
  minLength: ["min_length", "min", 0],
  maxLength: ["max_length", "max", 0],
  isLongerThan: ["min_length", "min", 1],
  isShorterThan: ["max_length", "max", -1],
  minValue: ["min", "min", 0],
  maxValue: ["max", "max", 0],
  minSelections: ["min_selections", "min", 0],
  maxSelections: ["max_selections", "max", 0],
  minRanked: ["min_ranked", "min", 0],
};

const settingTypes: Readonly<Record<string, RegExp>> = {
  min_length: /^(short|long)_text$/,
  max_length: /^(short|long)_text$/,
  min: /^number$/,
  max: /^number$/,
  min_selections: /^checkbox$/,
  max_selections: /^checkbox$/,
  min_ranked: /^ranking$/,
};

const rulesIn = (raw: Raw): Raw[] => records(record(raw.validation).rules);
const isOr = (raw: Raw): boolean => record(raw.validation).logic === "or" && rulesIn(raw).length > 1;

/** Returns the setting of a rule, or null if the question has none for it. */
function settingOf(rule: Raw, questionType: string): [key: string, value: number] | null {
  const setting = Object.hasOwn(settings, text(rule.type)) ? settings[text(rule.type)] : undefined;
  if (!setting || !settingTypes[setting[0]]?.test(questionType)) return null;
  const [key, parameter, added] = setting;
  const given = record(rule.params)[parameter];
  const value = /^(min|max)$/.test(key) ? number(given) : whole(given, 0, 20_000);
  return value === undefined || value + added < 0 ? null : [key, value + added];
}

/** A minimum of choices makes a question required there. */
export const needsChoice = (raw: Raw): boolean =>
  !isOr(raw) && rulesIn(raw).some(({ type }) => type === "minSelections");

/** Returns the settings of a question for rules that must all hold. */
export const limitsOf = (raw: Raw, questionType: string): Raw =>
  isOr(raw)
    ? {}
    : Object.fromEntries(rulesIn(raw).flatMap((rule) => [settingOf(rule, questionType)].filter((it) => it !== null)));

/** Returns the other rules for an answer. Notes those that can't be checked. */
export function rulesOf(
  survey: Survey,
  part: Part,
  raw: Raw,
  questionType: string,
): { written: Written; message: string }[] {
  const open = rulesIn(raw).filter((rule) => isOr(raw) || !settingOf(rule, questionType));
  const kept = open.filter((rule) => !isType(rule, questionType));
  const known = kept.flatMap((rule) => {
    const term = termOf(nameTerm(text(raw.id)), rule);
    if (!term) part.item.lostPart("validation", `The rule \`${text(rule.type).slice(0, 40)}\` isn't checked.`);
    return term ? [{ term, message: textOf(survey, part, rule.customErrorMessage), source: text(rule.type) }] : [];
  });
  const [first] = known;
  if (!isOr(raw))
    return known.map(({ term, message, source }) => ({ written: { source, parse: () => term }, message }));
  // one that isn't checked would let every answer pass
  if (!first || known.length < open.length) return [];
  const source = known.map((it) => it.source).join(" or ");
  return [{ written: { source, parse: () => call("or", ...known.map(({ term }) => term)) }, message: first.message }];
}

/** Whether the type of the question is the rule. */
const isType = ({ type }: Raw, questionType: string): boolean =>
  type === questionType || (type === "url" && questionType === "short_text");

type Rule = (answer: Term, params: Raw) => Term;

const compares =
  (name: string, key: string): Rule =>
  (answer, params) =>
    call(name, answer, valueTerm(number(params[key]) ?? text(params[key])));
const measures =
  (name: string, key: string): Rule =>
  (answer, params) =>
    call(name, call("string-length", answer), valueTerm(number(params[key]) ?? 0));
/** Texts are compared as texts, also those of numbers. */
const reads =
  (name: string): Rule =>
  (answer, params) =>
    call(name, answer, valueTerm(text(params.value)));

const rules: Readonly<Record<string, Rule>> = {
  minLength: measures(">=", "min"),
  maxLength: measures("<=", "max"),
  isLongerThan: measures(">", "min"),
  isShorterThan: measures("<", "max"),
  minValue: compares(">=", "min"),
  maxValue: compares("<=", "max"),
  isGreaterThan: compares(">", "min"),
  isLessThan: compares("<", "max"),
  isLaterThan: compares(">", "date"),
  isEarlierThan: compares("<", "date"),
  isBetween: (answer, params) =>
    call("and", compares(">", "startDate")(answer, params), compares("<", "endDate")(answer, params)),
  isNotBetween: (answer, params) =>
    call("or", compares("<", "startDate")(answer, params), compares(">", "endDate")(answer, params)),
  equals: reads("="),
  doesNotEqual: reads("!="),
  contains: reads("contains"),
  doesNotContain: reads("notcontains"),
  pattern: (answer, { pattern }) => call("matches", answer, valueTerm(text(pattern))),
};

function termOf(answer: Term, rule: Raw): Term | null {
  const type = text(rule.type);
  const params = record(rule.params);
  return Object.hasOwn(rules, type) && text(params.flags) === "" ? (rules[type]?.(answer, params) ?? null) : null;
}
