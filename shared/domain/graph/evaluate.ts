import type { Family } from "../conditions/operators.ts";
import { searchMatcher } from "../questions/pattern.ts";
import { leftOf } from "./conditions.ts";
import { domainAt, domainOf, type Questions } from "./domains.ts";
import { foldCase, foldOnce, lengthOnce } from "./folding.ts";
import type { Comparison, Condition, FullOptions, Json, Operand } from "./types.ts";

/** State of a walk that conditions read when it leaves a node, including the answer to that node. */
export interface WalkView {
  /** Returns null for screens, and for nodes that were skipped or not visited. */
  answer(nodeId: string): Json | null;
  readonly score: number;
  /** Returns the points of an answer. Null if it wasn't scored. */
  points?(nodeId: string): number | null;
  /** UTC day of the session's start, `YYYY-MM-DD` */
  readonly started_on?: string;
  /** Returns a calculation's value, or null if it is unknown. */
  calculation?(key: string): number | null;
  readonly hidden: Readonly<Record<string, string>>;
  /** options without places; absent if the form has no limits */
  readonly full?: FullOptions;
}

export type Test = (view: WalkView) => boolean;
type Compare = (value: Json) => boolean;

/**
 * Compiles a condition to a function, once per version (decisions §4.2). The condition must fit its graph (`typeProblem`). If the
 * operand is unanswered, every comparison is false except `not_answered`.
 */
export function compileCondition(condition: Condition, fromNodeId: string, questions: Questions): Test {
  const compile = (part: Condition) => compileCondition(part, fromNodeId, questions);
  if ("all" in condition) {
    const parts = condition.all.map(compile);
    return (view) => parts.every((matches) => matches(view));
  }
  if ("any" in condition) {
    const parts = condition.any.map(compile);
    return (view) => parts.some((matches) => matches(view));
  }
  if ("not" in condition) {
    const matches = compile(condition.not);
    return (view) => !matches(view);
  }
  return compileComparison(condition, leftOf(condition, fromNodeId), questions);
}

function compileComparison(comparison: Comparison, left: Operand, questions: Questions): Test {
  const domain = domainOf(left, questions);
  if (!domain) throw new Error("the condition reads a node without an answer");
  const read = reader(left, domain.family);
  if (comparison.op === "answered") return (view) => read(view) !== null;
  if (comparison.op === "not_answered") return (view) => read(view) === null;
  const compare = comparing(comparison, domainAt(domain, left).family);
  return (view) => {
    const value = read(view);
    return value !== null && compare(value);
  };
}

/** Returns the current value of an operand, or null if it is unanswered. */
export function operandValue(left: Operand, questions: Questions, view: WalkView): Json | null {
  const domain = domainOf(left, questions);
  return domain && reader(left, domain.family)(view);
}

/** Returns a function that reads the operand's value, or null if it is unanswered. */
function reader(left: Operand, family: Family): (view: WalkView) => Json | null {
  if (left.type === "score") return (view) => view.score;
  if (left.type === "calculation") {
    const { key } = left;
    return (view) => view.calculation?.(key) ?? null;
  }
  if (left.type === "hidden") {
    const { key } = left;
    return ({ hidden }) => (Object.hasOwn(hidden, key) ? hidden[key] : "") || null;
  }
  const { node_id, path } = left;
  if (path === undefined) return (view) => view.answer(node_id);
  if (family === "rank") return (view) => rankOf(view.answer(node_id), path);
  return (view) => cell(view.answer(node_id), path);
}

/** Returns the 1-based rank of an option. */
function rankOf(answer: Json, option: string): number | null {
  const index = Array.isArray(answer) ? answer.indexOf(option) : -1;
  return index < 0 ? null : index + 1;
}

function cell(answer: Json, row: string): Json | null {
  if (answer === null || typeof answer !== "object" || Array.isArray(answer)) return null;
  return Object.hasOwn(answer, row) ? (answer[row] ?? null) : null;
}

function comparing({ op, right, ci }: Comparison, family: Family): Compare {
  switch (family) {
    case "text":
      return comparingText(op, right as string | number, ci === true) as Compare;
    case "num":
      return comparingOrdered(op, right as number | number[]) as Compare;
    case "date":
      // ISO dates with four-digit years sort as text
      return comparingOrdered(op, right as string | string[]) as Compare;
    case "one":
      return comparingChoice(op, right as string | string[]) as Compare;
    case "many":
    case "count":
      return comparingSet(op, right as number | string[]) as Compare;
    default:
      throw new Error(`\`${op}\` on a ranking or matrix needs a path`);
  }
}

function comparingText(op: string, right: string | number, ci: boolean): (value: string) => boolean {
  if (op === "length_gte") return (value) => lengthOnce(value) >= Number(right);
  if (op === "length_lte") return (value) => lengthOnce(value) <= Number(right);
  if (op === "matches") return searchMatcher(String(right), ci);
  const folded = ci ? foldOnce : (text: string) => text;
  const wanted = ci ? foldCase(String(right)) : String(right);
  switch (op) {
    case "eq":
      return (value) => folded(value) === wanted;
    case "neq":
      return (value) => folded(value) !== wanted;
    case "contains":
      return (value) => folded(value).includes(wanted);
    case "not_contains":
      return (value) => !folded(value).includes(wanted);
    case "starts_with":
      return (value) => folded(value).startsWith(wanted);
    case "ends_with":
      return (value) => folded(value).endsWith(wanted);
    default:
      throw unfit(op, "text");
  }
}

/** Compares numbers, and dates as text. */
function comparingOrdered<T extends number | string>(op: string, right: T | T[]): (value: T) => boolean {
  const [low, high] = (Array.isArray(right) ? right : [right, right]) as [T, T];
  switch (op) {
    case "eq":
      return (value) => value === low;
    case "neq":
      return (value) => value !== low;
    case "gt":
    case "after":
      return (value) => value > low;
    case "gte":
    case "on_or_after":
      return (value) => value >= low;
    case "lt":
    case "before":
      return (value) => value < low;
    case "lte":
    case "on_or_before":
      return (value) => value <= low;
    case "between":
      return (value) => value >= low && value <= high;
    case "in":
      return memberOf(right as T[]);
    default:
      throw unfit(op, "number or a date");
  }
}

function comparingChoice(op: string, right: string | string[]): (value: string) => boolean {
  const among = memberOf(Array.isArray(right) ? right : [right]);
  if (op === "eq" || op === "in") return among;
  if (op === "neq" || op === "not_in") return (value) => !among(value);
  throw unfit(op, "choice");
}

/** Compares values of a checkbox or picture choice, or files of an upload. */
function comparingSet(op: string, right: number | string[]): (values: string[]) => boolean {
  if (op === "count_gte") return (values) => values.length >= Number(right);
  if (op === "count_lte") return (values) => values.length <= Number(right);
  const wanted = [...new Set(right as string[])];
  const isWanted = memberOf(wanted);
  switch (op) {
    case "includes_any":
      return (values) => values.some(isWanted);
    case "includes_all":
      return (values) => wanted.every((value) => values.includes(value));
    case "includes_none":
      return (values) => !values.some(isWanted);
    case "equals_set":
      return (values) => values.length === wanted.length && values.every(isWanted);
    default:
      throw unfit(op, "set of choices");
  }
}

function memberOf<T>(values: readonly T[]): (value: T) => boolean {
  const members = new Set(values);
  return (value) => members.has(value);
}

function unfit(op: string, what: string): Error {
  return new Error(`\`${op}\` can't compare a ${what}`);
}
