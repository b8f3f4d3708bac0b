import type { Domain } from "../questions/question.ts";
import { leftOf } from "./conditions.ts";
import { domainAt, domainOf, type Questions } from "./domains.ts";
import type { Comparison, Condition, Operand } from "./types.ts";

/**
 * Is it certain that a condition can never be true (decisions §4.4 `condition_unsatisfiable`)? Each comparison is looked
 * at on its own, against the answers that its question accepts; two that contradict each other are not seen yet, and
 * false is always a safe answer. Takes a condition in which `typeProblem` finds nothing.
 */
export function isUnsatisfiable(condition: Condition, fromNodeId: string, questions: Questions): boolean {
  const isNever = (part: Condition) => isUnsatisfiable(part, fromNodeId, questions);
  if ("all" in condition) return condition.all.some(isNever);
  if ("any" in condition) return condition.any.every(isNever);
  if ("not" in condition) return false;
  const left = leftOf(condition, fromNodeId);
  if (condition.op === "answered") return false;
  if (condition.op === "not_answered") return isAlwaysAnswered(left, fromNodeId, questions);
  const domain = domainOf(left, questions);
  return domain !== null && missesDomain(condition, domainAt(domain, left), left);
}

function isAlwaysAnswered(left: Operand, fromNodeId: string, questions: Questions): boolean {
  if (left.type !== "answer") return left.type === "score";
  // Any other node may not have been visited; a matrix row or ranking place may be missing in an answer.
  return left.node_id === fromNodeId && left.path === undefined && questions.get(fromNodeId)?.is_required === true;
}

function missesDomain({ op, right }: Comparison, domain: Domain, left: Operand): boolean {
  switch (domain.family) {
    case "text":
      return missesText(op, right, left);
    case "num":
      return missesRange(op, right as number | number[], domain) || missesSteps(op, right, domain);
    case "date":
      return missesRange(op, right as string | string[], domain);
    case "many":
      return missesSets(op, right as number | string[], domain);
    case "count":
      return missesCounts(op, Number(right), 1, domain.max);
    default:
      return false;
  }
}

/** An answer is never blank, nor a hidden field empty: both are unanswered. */
function missesText(op: string, right: unknown, left: Operand): boolean {
  if (op === "length_lte") return Number(right) === 0;
  return op === "eq" && (left.type === "hidden" ? right === "" : String(right).trim() === "");
}

function missesRange<T extends number | string>(
  op: string,
  right: T | T[],
  { min, max }: { min: T | null; max: T | null },
): boolean {
  const [low, high] = (Array.isArray(right) ? right : [right, right]) as [T, T];
  const isBelow = (value: T) => min !== null && value < min;
  const isAbove = (value: T) => max !== null && value > max;
  switch (op) {
    case "eq":
      return isBelow(low) || isAbove(low);
    case "gt":
    case "after":
      return isAbove(low) || low === max;
    case "gte":
    case "on_or_after":
      return isAbove(low);
    case "lt":
    case "before":
      return isBelow(low) || low === min;
    case "lte":
    case "on_or_before":
      return isBelow(low);
    case "between":
      return low > high || isAbove(low) || isBelow(high);
    case "in":
      return (right as T[]).every((value) => isBelow(value) || isAbove(value));
    default:
      return false;
  }
}

/** Only whole steps from a whole start: there the remainder is exact. */
function missesSteps(op: string, right: unknown, { min, step }: { min: number | null; step: number | null }): boolean {
  const start = min ?? 0;
  if ((op !== "eq" && op !== "in") || !step || !Number.isSafeInteger(step) || !Number.isSafeInteger(start))
    return false;
  const values = (Array.isArray(right) ? right : [right]) as number[];
  return values.every(
    (value) => !Number.isInteger(value) || (Number.isSafeInteger(value) && (value - start) % step !== 0),
  );
}

function missesSets(op: string, right: number | string[], domain: Extract<Domain, { family: "many" }>): boolean {
  // An exclusive value stands alone, whatever the minimum.
  const min = domain.exclusive.length > 0 ? 1 : Math.max(1, domain.min);
  if (!Array.isArray(right)) return missesCounts(op, right, min, domain.max);
  const wanted = new Set(right);
  if (op !== "includes_all" && op !== "equals_set") return false;
  const isBroken = wanted.size > 1 && domain.exclusive.some((value) => wanted.has(value));
  return isBroken || wanted.size > domain.max || (op === "equals_set" && wanted.size < min);
}

function missesCounts(op: string, right: number, min: number, max: number): boolean {
  return op === "count_gte" ? right > max : right < min;
}
