import type { Condition, GraphNode } from "../../../../shared/domain/graph/types.ts";
import { bandLimit } from "../../../../shared/domain/limits.ts";
import { calendarOf, dayNumber, weekdayOf } from "./calendar.ts";
import { choice, dateOf, numberOf } from "./numbers.ts";
import type { Scope } from "./scope.ts";
import { calculationPart, oneOf, type Target, targetOf } from "./targets.ts";
import { Unmapped } from "./terms.ts";
import { all, type Truth } from "./truth.ts";
import { type Case, caseLimit, combined, constant, isEmptyText, only, unknown, type Value } from "./values.ts";

/** characters of a text that is put together */
const lengthLimit = 5_000;

/** Whether a value is certainly a text. */
export function isText(value: Value): boolean {
  if (value.kind === "constant")
    return typeof value.value === "string" && value.value !== "" && !Number.isFinite(Number(value.value));
  return (
    value.kind === "text" ||
    (value.kind === "target" && value.target.family === "text" && value.target.left.type === "answer")
  );
}

/** Puts texts together. Parts that depend on answers are inserted where they can be, since a text has few cases. */
export function joinedTexts(parts: readonly (readonly Case[])[], scope: Scope): Case[] {
  const isFixed = parts.every((part) => part.length === 1 || part.every(({ value }) => value.kind === "constant"));
  const count = parts.reduce((product, { length }) => product * length, 1);
  const plans = isFixed && count <= caseLimit ? [] : parts.map((part) => planOf(part, scope));
  const found = parts.map((part, at) => {
    const plan = part.length > 1 ? plans[at] : null;
    return plan ? only({ kind: "text", text: inserted(plan, scope) }) : part;
  });
  return found.reduce<Case[]>(
    (before, part) => combined(before, part, (l, r) => joined(shownText(l, scope), shownText(r, scope))),
    constant(""),
  );
}

/** Returns the texts that parts become together, each under its condition. */
export const textsOf = (parts: readonly (readonly Case[])[], scope: Scope): { when: Truth; text: string }[] =>
  joinedTexts(parts, scope).map(({ when, value }) => ({ when, text: shownText(value, scope).text }));

function joined(left: Shown, right: Shown): Case[] {
  const text = left.text + right.text;
  if (text.length > lengthLimit)
    throw new Unmapped(`its text is longer than ${lengthLimit.toLocaleString("en")} characters`);
  return left.isFixed && right.isFixed ? constant(text) : only({ kind: "text", text });
}

interface Shown {
  text: string;
  isFixed: boolean;
}

function shownText(value: Value, scope: Scope): Shown {
  switch (value.kind) {
    case "constant":
      return { text: String(value.value), isFixed: true };
    case "text":
      return { text: value.text, isFixed: false };
    case "target":
      return { text: recallOf(value.target), isFixed: false };
    case "number":
      return { text: recallOf(scope.compute(value.part)), isFixed: false };
    case "date":
      return { text: writtenDay(value, "%Y-%m-%d", scope), isFixed: false };
    default:
      throw new Unmapped("its value can't be shown");
  }
}

function recallOf({ left }: Target): string {
  if (left.type === "answer" && left.path === undefined) return `{{answer:${left.node_id}}}`;
  if (left.type === "calculation" || left.type === "hidden") return `{{${left.type}:${left.key}}}`;
  throw new Unmapped("its value can't be shown");
}

/** Returns what inserts a value in a text. Throws `Unmapped` if its value depends on answers in another way. */
export function insertion(found: readonly Case[], scope: Scope): string {
  const plan = planOf(found, scope);
  if (!plan) throw new Unmapped("its text depends on other answers");
  return inserted(plan, scope);
}

/** Parts that insert one of several values. Each is blank unless its condition holds. */
interface Plan {
  /** the only value */
  only: Value | null;
  recalls: Target[];
  numbers: { when: Truth; part: unknown }[];
  labels: { when: Truth; text: string }[];
}

/** Returns how a value is inserted, or null if nothing can insert it. */
function planOf(found: readonly Case[], scope: Scope): Plan | null {
  const plan: Plan = { only: null, recalls: [], numbers: [], labels: [] };
  const [first, ...others] = found;
  if (first && others.length === 0 && first.value.kind !== "truth" && !isCell(first.value))
    return { ...plan, only: first.value };
  const day = isAnyDate(found) ? dayOf(found, scope) : null;
  if (day) return { ...plan, only: day };
  return found.every((one) => addCase(one, plan, scope)) && plan.labels.length <= labelsLimit ? plan : null;
}

/** Whether each case is a date or empty, and at least one is computed, or two are dates. */
function isAnyDate(found: readonly Case[]): boolean {
  const dates = found.filter(({ value }) => !isEmptyText(value));
  const isComputed = dates.some(({ value }) => value.kind === "date");
  return (isComputed || dates.length > 1) && dates.every(({ value }) => value.kind !== "constant" && dateOf(value));
}

/** Returns the day of the case that holds. */
function dayOf(found: readonly Case[], scope: Scope): Value {
  const days = found.map(({ when, value }): Case => {
    const date = dateOf(value);
    return { when, value: date ? { kind: "number", part: dayPart(date) } : value };
  });
  return { kind: "date", day: "1970-01-01", plus: numberOf(days, scope) };
}

const dayPart = ({ day, plus }: { day: unknown; plus: unknown }): unknown =>
  plus === 0 ? { days: ["1970-01-01", day] } : { add: [{ days: ["1970-01-01", day] }, plus] };

/** Options of a row of a matrix, whose label no text can insert. */
const isCell = (value: Value): boolean =>
  value.kind === "target" && value.target.left.type === "answer" && value.target.left.path !== undefined;

function addCase({ when, value }: Case, plan: Plan, scope: Scope): boolean {
  switch (value.kind) {
    case "constant":
      if (value.value !== "") plan.labels.push({ when, text: String(value.value) });
      return String(value.value).length <= labelLimit;
    case "truth":
      // others show a calculated yes or no in words of their own
      if (!scope.dialect.hasTextTruths) return false;
      plan.labels.push(
        { when: all([when, value.yes]), text: "true" },
        { when: all([when, value.no()]), text: "false" },
      );
      return true;
    case "number":
      plan.numbers.push({ when, part: value.part });
      return true;
    case "target":
      return addTarget(value.target, when, plan);
    case "text": {
      const target = recalledIn(value.text, scope);
      return target !== null && addTarget(target, when, plan);
    }
    default:
      return false;
  }
}

/** Returns the question whose answer is all of a text, or null. */
function recalledIn(text: string, { form }: Scope): Target | null {
  const id = /^\{\{answer:([^{}]*)\}\}$/.exec(text)?.[1];
  const node = id === undefined ? undefined : form.nodes.find((one) => one.id === id);
  return node ? targetOf(node) : null;
}

function addTarget(target: Target, when: Truth, plan: Plan): boolean {
  const { left, family, node, isOpen } = target;
  if (!isCell({ kind: "target", target }) && isBlankUnless(target, when)) plan.recalls.push(target);
  else if (left.type === "calculation") plan.numbers.push({ when, part: calculationPart(target) });
  else if (family === "num" && left.type === "answer") plan.numbers.push({ when, part: { answer: left.node_id } });
  else if (family === "one" && !isOpen && node)
    plan.labels.push(...labelsOf(node).map(([value, text]) => ({ when: all([when, oneOf(target, [value])]), text })));
  else return false;
  return true;
}

/** Returns the labels of options, or columns, by their values. */
function labelsOf({ data: { config = {} } }: GraphNode): [value: string, label: string][] {
  const list = (config.options ?? config.columns ?? []) as { value: string; label?: string }[];
  return list.map(({ value, label }) => [value, label ?? value]);
}

/** Whether a question is only answered if the condition holds. */
function isBlankUnless({ left, node }: Target, when: Truth): boolean {
  if (typeof when === "boolean") return when;
  const shown = node?.data.show_if ? partsOf(node.data.show_if as Condition) : [];
  const known = new Set([...shown, { left, op: "answered" }].map((one) => JSON.stringify(one)));
  return partsOf(when).every((part) => known.has(JSON.stringify(part)) || shown.some((one) => excludes(one, part)));
}

const partsOf = (condition: Condition): readonly Condition[] =>
  "all" in condition ? (condition.all as Condition[]) : [condition];

/** Whether `x = a` holds only if `not (x = b)` does. */
function excludes(one: Condition, part: Condition): boolean {
  const other = "not" in part ? part.not : null;
  if (!other || !("op" in other) || !("op" in one) || one.op !== "eq" || other.op !== "eq") return false;
  return JSON.stringify(one.left) === JSON.stringify(other.left) && one.right !== other.right;
}

const labelLimit = 500;
const labelsLimit = bandLimit;

function inserted({ only: value, recalls, numbers, labels }: Plan, scope: Scope): string {
  if (value) return shownText(value, scope).text;
  const parts = numbers.map(({ when, part }) => recallOf(scope.compute(choice(when, part, unknown))));
  return [...recalls.map(recallOf), ...parts, ...(labels.length > 0 ? [labelled(labels, scope)] : [])].join("");
}

/** Returns what inserts the text whose condition holds: the band of a calculation that numbers them. */
function labelled(labels: Plan["labels"], scope: Scope): string {
  const texts = [...new Set(labels.map(({ text }) => text))];
  const bands = texts.map((label, at) => ({ key: `band_${at + 1}`, from: at + 1, to: at + 1, label }));
  const value = labels.reduceRight<unknown>(
    (rest, { when, text }) => choice(when, texts.indexOf(text) + 1, rest),
    unknown,
  );
  const { left } = scope.compute(value, bands);
  return left.type === "calculation" ? `{{band:${left.key}}}` : "";
}

/** Names of `%b` and `%a`, which count from 1 and from 0. */
const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const dayNames = "Sun Mon Tue Wed Thu Fri Sat".split(" ");

/** Returns the cases of a name that a number stands for. */
export function namesOfNumber(part: unknown, format: "%b" | "%a", scope: Scope): Case[] {
  const { left } = scope.compute(part);
  const [names, from] = format === "%b" ? [monthNames, 1] : [dayNames, 0];
  const named = names.map(
    (value, at): Case => ({ when: { left, op: "eq", right: at + from }, value: { kind: "constant", value } }),
  );
  return [...named, { when: { left, op: "not_answered" }, value: { kind: "constant", value: "" } }];
}

/** Returns what inserts a computed day, written in a format of ODK (https://docs.getodk.org/form-operators-functions/#format-date). */
export function writtenDay(date: Extract<Value, { kind: "date" }>, format: string, scope: Scope): string {
  const tokens = format.match(/%.|[^%]+/gu) ?? [];
  if (tokens.some((token) => token.startsWith("%") && !"Yymnbdae".includes(token.slice(1))))
    throw new Unmapped("its time can't be shown");
  const { year, month, day } = calendarOf(date, scope);
  const isCertain = typeof date.day === "string" && typeof date.plus === "number";
  const isGiven: Truth = isCertain || { left: dayNumber(date, scope).left, op: "answered" };
  const digit = (part: unknown, power: number) =>
    recallOf(scope.compute({ mod: [{ floor: { divide: [part, power] } }, 10] }));
  const two = (part: unknown) => digit(part, 10) + digit(part, 1);
  const name = (part: unknown, of: "%b" | "%a") => insertion(namesOfNumber(part, of, scope), scope);
  const written: Readonly<Record<string, () => string>> = {
    "%Y": () => digit(year, 1000) + digit(year, 100) + two(year),
    "%y": () => two(year),
    "%m": () => two(month),
    "%n": () => recallOf(scope.compute(month)),
    "%d": () => two(day),
    "%e": () => recallOf(scope.compute(day)),
    "%b": () => name(month, "%b"),
    "%a": () => name(weekdayOf(date, scope), "%a"),
  };
  const literal = (text: string) => (isGiven === true ? text : labelled([{ when: isGiven, text }], scope));
  return tokens.map((token) => written[token]?.() ?? literal(token)).join("");
}
