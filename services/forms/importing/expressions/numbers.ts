import { isRealDate } from "../../../../shared/domain/dates.ts";
import type { Operand } from "../../../../shared/domain/graph/types.ts";
import { number } from "../values.ts";
import type { Scope } from "./scope.ts";
import { hasTime, oneOf, type Target } from "./targets.ts";
import { fail, Unmapped } from "./terms.ts";
import { all } from "./truth.ts";
import { type Case, combined, empty, isEmptyText, numeric, only, unknown, type Value } from "./values.ts";

/** Returns the part of a calculation (features §12) that has the cases' value. Throws `Unmapped` if it isn't a number. */
export function numberOf(found: readonly Case[], scope: Scope): unknown {
  const [last, ...others] = found
    .filter(({ when }) => when !== false)
    .toReversed()
    .map(({ when, value }) => ({ when, part: partOf(value, scope) }));
  if (!last) return unknown;
  return others.reduce<unknown>((otherwise, { when, part }) => choice(when, part, otherwise), last.part);
}

/** Returns one of two parts. Choices can be long, and a list has no levels for each, as nested choices have. */
export function choice(when: Case["when"], then: unknown, otherwise: unknown): unknown {
  if (typeof when === "boolean") return when ? then : otherwise;
  const chain = (otherwise as { coalesce?: unknown[] }).coalesce;
  const isChoice = (otherwise as { if?: unknown }).if !== undefined || chain !== undefined;
  if (typeof then !== "number" || !isChoice) return { if: [when, then, otherwise] };
  return { coalesce: [{ if: [when, then, empty] }, ...(chain ?? [otherwise])] };
}

/** Loss of a calculated yes or no, which is a text in Enketo. */
export const textTruth = "It compares a calculated yes or no. Here, yes is 1 and no is 0. In Enketo, these are texts.";

function partOf(value: Value, scope: Scope): unknown {
  switch (value.kind) {
    case "number":
      return value.part;
    case "constant":
      return constantPart(value.value);
    case "truth":
      if (value.isText) scope.assume(textTruth);
      return choice(value.yes, 1, 0);
    case "target":
      return targetPart(value.target, scope);
    case "date":
      return scope.dialect.countsDays
        ? { days: ["1970-01-01", value.day], ...added(value) }
        : fail("a date isn't a number");
    case "list":
      if (value.items.length === 0) return unknown;
      return fail("it calculates with a list");
    case "measure":
      return measurePart(value);
    default:
      return fail("it calculates with text");
  }
}

function measurePart({ measure, target: { left } }: Extract<Value, { kind: "measure" }>): unknown {
  if (measure === "length" || left.type !== "answer") return fail("it calculates with the length of an answer");
  return { coalesce: [{ selected: left.node_id }, 0] };
}

function added({ plus }: { plus: unknown }) {
  if (plus !== 0) fail("it calculates with a date that is moved");
  return {};
}

function constantPart(value: string | number | boolean): unknown {
  if (typeof value === "boolean") return Number(value);
  if (value === "") return empty;
  return number(value) ?? fail("it calculates with text");
}

function targetPart(target: Target, scope: Scope): unknown {
  const { left, family, node } = target;
  if (left.type === "calculation") return { calculation: left.key };
  if (left.type === "hidden") return { hidden: left.key };
  if (left.type !== "answer") return fail("it calculates with the score");
  if (family === "num") return { answer: left.node_id };
  if (node?.question_type === "yes_no" && target.values.size === 0)
    return choice({ left, op: "eq", right: "yes" }, 1, choice({ left, op: "eq", right: "no" }, 0, unknown));
  if (hasTime(target)) return fail("it calculates with a time");
  if (family === "date" && scope.dialect.countsDays) return { days: ["1970-01-01", { answer: left.node_id }] };
  if (family === "one") return choicePart(target, scope);
  return fail("it calculates with an answer that isn't a number");
}

/** A choice between numbers is the chosen one. Any other choice has no number in XPath. */
function choicePart(target: Target, scope: Scope): unknown {
  const named = [...target.values].flatMap(([theirs, ours]) => ours.map((right) => ({ right, value: number(theirs) })));
  const numbers = named.filter(({ value }) => value !== undefined);
  if (numbers.length === 0 || (numbers.length < named.length && !scope.dialect.hasTextTruths))
    return fail("it calculates with an answer that isn't a number");
  const choices = numbers.map(({ right, value }) => ({ when: oneOf(target, [right]), value: value as number }));
  return targetPart(
    scope.compute(choices.reduceRight<unknown>((rest, it) => choice(it.when, it.value, rest), unknown)),
    scope,
  );
}

interface Scorable {
  id: string;
  data: { config?: Record<string, unknown> };
}

const pointsOf = ({ data }: Scorable): unknown => (data.config?.scoring as { mode?: unknown } | undefined)?.mode;

/** Returns the points of an answer. Throws if its options have none. */
export function points(target: Target): unknown {
  const { node } = target;
  if (!node || pointsOf(node) !== "options") throw new Unmapped(`the options of \`${node?.id ?? ""}\` have no points`);
  return { points: node.id };
}

/** Returns a date for calculations, or null for other values. */
export function dateOf(value: Value): { day: unknown; plus: unknown } | null {
  if (value.kind === "date") return value;
  if (value.kind === "constant")
    return typeof value.value === "string" &&
      isRealDate(value.value.slice(0, 10)) &&
      /^\d{4}-\d\d-\d\d(T|$)/.test(value.value)
      ? { day: value.value.slice(0, 10), plus: 0 }
      : null;
  const isDate =
    value.kind === "target" &&
    value.target.family === "date" &&
    value.target.left.type === "answer" &&
    !hasTime(value.target);
  return isDate ? { day: { answer: (value.target.left as { node_id: string }).node_id }, plus: 0 } : null;
}

/** Whether at least one is certainly a date, and the other can be one. */
export function areDates(left: Value, right: Value): boolean {
  const isCertain = [left, right].some((value) => value.kind !== "constant" && dateOf(value) !== null);
  return isCertain && dateOf(left) !== null && dateOf(right) !== null;
}

/** Returns the days from one date to another. */
export function daysBetween(from: Value, to: Value): { part: unknown; offset: unknown } {
  const [first, last] = [dateOf(from), dateOf(to)];
  if (!first || !last) throw new Unmapped("it calculates with something other than a date");
  return { part: { days: [first.day, last.day] }, offset: arithmetic("subtract", last.plus, first.plus) };
}

/** Returns whole months or years from one date to another. */
export function span(unit: "days" | "months" | "years", from: Value, to: Value): unknown {
  const { part, offset } = daysBetween(from, to);
  if (unit === "days") return arithmetic("add", part, offset);
  if (offset !== 0) throw new Unmapped("it calculates with a date that is moved");
  return { [unit]: (part as { days: unknown[] }).days };
}

/** Returns an operation of two parts, with as few parts as possible. */
function arithmetic(operation: string, left: unknown, right: unknown): unknown {
  if (right === 0 && (operation === "add" || operation === "subtract")) return left;
  if (left === 0 && operation === "add") return right;
  const inner = (left as Record<string, unknown> | null)?.[operation];
  const isChain = (operation === "add" || operation === "multiply") && Array.isArray(inner);
  if (typeof left === "number" && typeof right === "number" && operation === "subtract") return left - right;
  if (typeof left === "number" && typeof right === "number" && operation === "add") return left + right;
  if (typeof left === "number" && typeof right === "number" && operation === "multiply") return left * right;
  return { [operation]: isChain ? [...inner, right] : [left, right] };
}

/** Computes with each case of two terms. */
export function computed(operation: string, left: readonly Case[], right: readonly Case[], scope: Scope): Case[] {
  const isDate = ({ value }: Case) => value.kind !== "constant" && dateOf(value) !== null;
  if (scope.dialect.countsDays && [...left, ...right].some(isDate) && (operation === "add" || operation === "subtract"))
    return combined(left, right, (l, r) => computedDates(operation, l, r, scope));
  const [l, r] = [left, right].map((found) => operand(numberOf(found, scope), scope));
  return numeric(arithmetic(operation, l, r));
}

/** characters of a part that moves a date. Dates can be moved several times, each time by a part with the date itself. */
const plusLimit = 5_000;

/** Dates can be moved by days, and their difference is in days. */
function computedDates(operation: "add" | "subtract", left: Value, right: Value, scope: Scope): Case[] {
  if (isEmptyText(left) || isEmptyText(right)) return numeric(unknown);
  if (operation === "subtract" && areDates(left, right)) return numeric(span("days", right, left));
  const [date, days] = dateOf(left) ? [dateOf(left), right] : [operation === "add" ? dateOf(right) : null, left];
  if (!date || dateOf(days)) {
    const [l, r] = [left, right].map((value) => partOf(value, scope));
    return numeric(arithmetic(operation, l, r));
  }
  const plus = arithmetic(operation, date.plus, partOf(days, scope));
  if (JSON.stringify(plus).length > plusLimit) return fail("it moves a date by too many parts");
  return only({ kind: "date", day: date.day, plus });
}

/** An unanswered part of a sum counts as 0 in some languages. */
function operand(part: unknown, { dialect, certain }: Scope): unknown {
  return dialect.missing === "unknown" || isCertain(part, certain) ? part : { coalesce: [part, 0] };
}

/** Whether a part of a calculation always has a value. */
export function isCertain(part: unknown, certain: ReadonlySet<string>): boolean {
  if (typeof part === "number") return true;
  const [[operation, operands] = ["", []]] = Object.entries(part as Record<string, unknown>);
  const inner = (Array.isArray(operands) ? operands : [operands]) as unknown[];
  if (operation === "calculation") return certain.has(String(operands));
  if (operation === "sum" || operation === "count" || operation === "sum_of") return !("at_least" in (part as object));
  if (operation === "coalesce") return inner.some((one) => isCertain(one, certain));
  if (operation === "if") return inner.slice(1).every((one) => isCertain(one, certain));
  if (operation === "round") return isCertain(inner[0], certain);
  return (
    ["add", "subtract", "multiply", "floor", "ceil", "abs"].includes(operation) &&
    inner.every((one) => isCertain(one, certain))
  );
}

/** Returns a list operation. In some languages one unanswered part makes it unknown. */
export function listed(operation: string, parts: readonly unknown[], scope: Scope): unknown {
  // without answers there is nothing to divide by, and the mean is 0
  if (operation === "mean" && scope.dialect.missing === "zero") return { coalesce: [{ mean: parts }, 0] };
  const list = { [operation]: parts };
  if (!scope.dialect.needsAll || operation === "coalesce") return list;
  if (parts.length === 1) return operation === "count" ? list : parts[0];
  return choice(all(parts.map((part) => ({ left: operandOf(part, scope), op: "answered" }))), list, unknown);
}

function operandOf(part: unknown, scope: Scope): Operand {
  const { answer, calculation } = part as { answer?: string; calculation?: string };
  if (answer !== undefined) return { type: "answer", node_id: answer };
  return calculation !== undefined ? { type: "calculation", key: calculation } : scope.compute(part).left;
}
