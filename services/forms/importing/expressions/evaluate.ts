import { bandLimit } from "../../../../shared/domain/limits.ts";
import { called } from "./functions.ts";
import type { Machine } from "./machine.ts";
import { isCertain, numberOf } from "./numbers.ts";
import type { Definition, Scope } from "./scope.ts";
import { call, namesIn, type Term, Unmapped, valueTerm } from "./terms.ts";
import { insertion } from "./texts.ts";
import { all, not, type Truth } from "./truth.ts";
import { type TruthValue, truthOf, truthValue } from "./truths.ts";
import { type Case, cases, constant, isEmptyText, only, unknown, type Value } from "./values.ts";

/** Returns the meaning of a term. Throws `Unmapped` if it has none here. */
export function casesOf(term: Term, scope: Scope): Case[] {
  if (term.kind === "value") return constant(term.value);
  if (term.kind === "name") return typed(read(term.name, scope), scope);
  if (term.kind === "call") return judgeable(term, called(term.name, term.args, machineOf(scope)), scope);
  const items = term.items.map((item) => {
    const [first, ...others] = casesOf(item, scope);
    if (!first || others.length > 0) throw new Unmapped("its list depends on other answers");
    return first.value;
  });
  return only({ kind: "list", items });
}

/** Throws `Unmapped` if a condition would always or never hold only because the type of a question is a guess. */
function judgeable(term: Term, found: Case[], scope: Scope): Case[] {
  const isJudged = found.every(({ value }) => value.kind === "truth" && typeof value.yes === "boolean");
  const name = isJudged ? namesIn(term).find((it) => scope.isGuessed(it)) : undefined;
  if (name !== undefined) throw new Unmapped(`the type of \`${name.slice(0, 60)}\` isn't known`);
  return found;
}

/** In SurveyJS, a calculated text of a number or of true or false has that value. A text between quotes is a text. */
function typed(found: Case[], { dialect }: Scope): Case[] {
  if (!dialect.comparesLoosely) return found;
  return found.map((one) => {
    const { value } = one;
    if (value.kind !== "constant" || typeof value.value !== "string") return one;
    const isBoolean = /^(true|false)$/i.test(value.value);
    if (isBoolean) return { ...one, value: { kind: "constant", value: value.value.toLowerCase() === "true" } };
    return plainNumber.test(value.value) ? { ...one, value: { kind: "constant", value: Number(value.value) } } : one;
  });
}

/** With leading zeros, it is a text. */
const plainNumber = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/;

/** Converts a term to a condition (decisions §4.2). Throws `Unmapped` if it has no counterpart. */
export const conditionOf = (term: Term, scope: Scope): Truth => truthIn(term, scope).yes;

/** Converts a term to a part of a calculation. Throws `Unmapped` if it has no counterpart. */
export const partOf = (term: Term, scope: Scope): unknown => numberOf(casesOf(term, scope), scope);

function truthIn(term: Term, scope: Scope): TruthValue {
  const truth = truthOf(casesOf(term, scope), scope);
  if (term.kind === "name") noteTextTruth(term.name, scope);
  return truth;
}

/** Authors mean yes, but there `false` is a text, and so it is true. */
function noteTextTruth(name: string, scope: Scope): void {
  if (!scope.dialect.hasTextTruths) return;
  scope.yesNo
    .get(name)
    ?.changed(
      "yes_no_text",
      `Conditions that are only \`${name.slice(0, 60)}\` hold if it is true. In ODK and Enketo they always hold.`,
    );
  scope.yesNo.delete(name);
}

const machineOf = (scope: Scope): Machine => ({
  scope,
  cases: (term) => casesOf(term, scope),
  truth: (term) => truthIn(term, scope),
  number: (term) => partOf(term, scope),
});

/** Returns what a name stands for. */
export function read(name: string, scope: Scope): Case[] {
  if (name === "." && scope.self) return only({ kind: "target", target: scope.self });
  convertDefinition(name, scope);
  return scope.find(name);
}

/** Returns the values of a name as a text shows them. */
export function shownCases(name: string, scope: Scope): Case[] {
  const found = read(name, scope);
  const text = scope.insertions.get(name);
  return text === undefined ? found : only({ kind: "text", text });
}

/** Returns what inserts the value of a name in a text. Throws `Unmapped` if nothing can. */
export function insertionOf(name: string, scope: Scope): string {
  const found = read(name, scope);
  return scope.insertions.get(name) ?? insertion(found, scope);
}

/** Converts the calculations that nothing has read. They come last, because a form can have a limited number. */
export function convertDefinitions(scope: Scope): void {
  for (const name of scope.definedNames) convertDefinition(name, scope);
}

/** Converts a calculation on its first use, so that it precedes everything that reads it. */
function convertDefinition(name: string, scope: Scope): void {
  const definition = scope.takeDefinition(name);
  if (!definition) return;
  try {
    scope.add(
      name,
      scope.assuming(definition.item, () => scope.defining(() => defined(definition, scope))),
    );
  } catch (error) {
    if (!(error instanceof Unmapped)) throw error;
    const why = `the calculation \`${name.slice(0, 60)}\` isn't imported`;
    const message = `The calculation \`${shortened(definition.source)}\` can't be converted: ${error.message}.`;
    definition.item.lost("calculation", message, undefined, error.reason, error.cause);
    scope.lose(
      name,
      why,
      error.cause || `the calculation “${name.slice(0, 60)}”, which can't be converted: ${error.message}`,
    );
  }
}

const shortened = (source: string): string => (source.length > 200 ? `${source.slice(0, 200)}…` : source);

/**
 * Returns a calculation's value. Numbers and yes/no are calculations here too. Dates, texts and choices are written into everything
 * that reads them.
 */
function defined(definition: Definition, scope: Scope): Case[] {
  const shown = all((definition.shown ?? []).map((condition) => conditionOf(condition(), scope)));
  const term = definition.parse();
  let cased: Case[];
  try {
    cased = casesOf(term, scope);
  } catch (error) {
    // the conditions of many texts nest deeply, and those of numbers don't
    const texts = error instanceof Unmapped ? textsIn(term) : null;
    if (!texts) throw error;
    return labelled(definition, texts, shownOnly(shown, partOf(numbered(term, texts), scope)), scope);
  }
  const found = cased.map((one) => (isEmptyList(one.value) ? { ...one, value: emptyText } : one));
  const [first] = found;
  if (first?.value.kind === "truth" && found.length === 1) return yesOrNo(definition, first.value, shown, scope);
  if (found.every(isNumber) && found.some(({ value }) => !isEmptyText(value))) {
    const part = numberOf(found, scope);
    return only({ kind: "target", target: calculated(definition, shownOnly(shown, part), scope) });
  }
  const kept = shown === true ? found : [...under(shown, found), { when: not(shown), value: emptyText }];
  return named(definition, cases(kept), scope) ?? writtenIn(definition, kept);
}

/** FHIRPath writes an empty value as `{}`. */
const isEmptyList = (value: Value): boolean => value.kind === "list" && value.items.length === 0;
const emptyText: Value = { kind: "constant", value: "" };
const under = (shown: Truth, found: readonly Case[]): Case[] =>
  found.map(({ when, value }) => ({ when: all([shown, when]), value }));

function writtenIn({ item }: Definition, found: readonly Case[]): Case[] {
  item.changed(
    "written_in",
    "Calculations are numbers. This value isn't stored, and the questions and texts that use it have it written in.",
  );
  return cases(found);
}

/**
 * Fixed texts are bands of a calculation that numbers them. So conditions compare one number, texts insert the band, and owners see
 * it. Returns null for other values.
 */
function named(definition: Definition, found: readonly Case[], scope: Scope): Case[] | null {
  const texts = found.flatMap(({ value }) => (value.kind === "constant" ? [String(value.value)] : []));
  const labels = texts.filter((text) => text !== "");
  const isFitting =
    found.length > 1 &&
    labels.length > 0 &&
    labels.length <= bandLimit &&
    labels.every((text) => text.length <= labelLimit);
  if (texts.length < found.length || !isFitting) return null;
  const numberIn = (text: string): Case["value"] => ({ kind: "number", part: labels.indexOf(text) + 1 });
  const numbers = found.map(({ when }, at) => ({
    when,
    value: texts[at] === "" ? emptyText : numberIn(texts[at] as string),
  }));
  return labelled(definition, labels, numberOf(numbers, scope), scope);
}

/** Adds a calculation that numbers texts from 1, with a band for each. */
function labelled({ item, name, title }: Definition, labels: readonly string[], value: unknown, scope: Scope): Case[] {
  const bands = labels.map((label, at) => ({ key: `band_${at + 1}`, from: at + 1, to: at + 1, label }));
  const target = scope.calculate(item, name, { title, value, decimals: 0, bands });
  const { left } = target;
  if (left.type === "calculation") scope.insertions.set(name, `{{band:${left.key}}}`);
  return [
    ...labels.map(
      (value, at): Case => ({ when: { left, op: "eq", right: at + 1 }, value: { kind: "constant", value } }),
    ),
    { when: { left, op: "not_answered" }, value: emptyText },
  ];
}

const labelLimit = 500;

/** Returns the texts that a chain of `iif` chooses from, or null if it chooses anything else, or too many or long texts. */
function textsIn(term: Term): string[] | null {
  const texts = new Set<string>();
  let rest: Term | undefined = term;
  for (; rest?.kind === "call" && rest.name === "iif"; rest = rest.args[2]) {
    const [, then] = rest.args;
    if (then?.kind !== "value" || typeof then.value !== "string") return null;
    texts.add(then.value);
  }
  if (rest === term || rest?.kind !== "value" || typeof rest.value !== "string") return null;
  const labels = [...texts.add(rest.value)].filter((text) => text !== "");
  return labels.length <= bandLimit && labels.every((text) => text.length <= labelLimit) ? labels : null;
}

/** Returns the chain with the number of each text, which nests no conditions. */
function numbered(term: Term, labels: readonly string[]): Term {
  if (term.kind === "value") return term.value === "" ? term : valueTerm(labels.indexOf(String(term.value)) + 1);
  if (term.kind !== "call") return term;
  const [condition, then, otherwise] = term.args;
  if (!condition || !then || !otherwise) return term;
  return call("iif", condition, numbered(then, labels), numbered(otherwise, labels));
}

const isNumber = ({ value }: Case): boolean =>
  value.kind === "number" ||
  value.kind === "measure" ||
  (value.kind === "target" && value.target.family === "num") ||
  (value.kind === "constant" && typeof value.value !== "boolean" && Number.isFinite(Number(value.value)));

/** A calculation in a group that isn't shown has no value. */
const shownOnly = (shown: Truth, part: unknown): unknown =>
  shown === true ? part : shown === false ? unknown : { if: [shown, part, unknown] };

function calculated(definition: Definition, part: unknown, scope: Scope) {
  const { item, name, title, decimals = digitsOf(definition.parse()) } = definition;
  const target = scope.calculate(item, name, { title, value: part, ...(decimals !== undefined && { decimals }) });
  if (target.left.type === "calculation" && isCertain(part, scope.certain)) scope.certain.add(target.left.key);
  return target;
}

/** Returns the digits to which a calculation rounds, also where it has no value otherwise. Undefined if it doesn't round. */
function digitsOf(term: Term): number | undefined {
  if (term.kind !== "call") return undefined;
  const [first, second, third] = term.args;
  if (term.name === "iif" && second && isEmptyTerm(third)) return digitsOf(second);
  const digits = term.name === "round" && first && second?.kind === "value" ? Number(second.value) : undefined;
  return digits !== undefined && Number.isInteger(digits) && digits >= 0 && digits <= decimalLimit ? digits : undefined;
}

const isEmptyTerm = (term: Term | undefined): boolean =>
  term === undefined ||
  (term.kind === "value" && term.value === "") ||
  (term.kind === "list" && term.items.length === 0);

/** decimal places that a calculation can have */
const decimalLimit = 6;

/** Yes is 1 and no is 0, so that what reads it needs one comparison. */
function yesOrNo(definition: Definition, truth: TruthValue, shown: Truth, scope: Scope): Case[] {
  if (typeof truth.yes === "boolean" && shown === true) {
    calculated(definition, Number(truth.yes), scope);
    return only(truth);
  }
  scope.yesNo.set(definition.name, definition.item);
  const isTrue = truth.yes;
  const part = typeof isTrue === "boolean" ? Number(isTrue) : { if: [isTrue, 1, 0] };
  const { left } = calculated(definition, shownOnly(shown, part), scope);
  const value = truthValue({ left, op: "eq", right: 1 }, scope);
  return only(scope.dialect.hasTextTruths ? { ...value, isText: true } : value);
}
