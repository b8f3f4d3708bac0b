import type { Comparison, Condition } from "../../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../../shared/domain/json.ts";

/** Returns a condition by its shape alone, or null. Its values can be wrong, which its problems say. */
export function readCondition(raw: unknown): Condition | null {
  return isShaped(raw, 0) ? (raw as Condition) : null;
}

function isShaped(raw: unknown, depth: number): boolean {
  if (!isObject(raw) || depth > 32) return false;
  if (Object.hasOwn(raw, "all")) return isList(raw.all, depth);
  if (Object.hasOwn(raw, "any")) return isList(raw.any, depth);
  if (Object.hasOwn(raw, "not")) return isShaped(raw.not, depth + 1);
  return typeof raw.op === "string" && (raw.left === undefined || isOperand(raw.left));
}

const isList = (raw: unknown, depth: number): boolean =>
  Array.isArray(raw) && raw.length > 0 && raw.every((one) => isShaped(one, depth + 1));

function isOperand(raw: unknown): boolean {
  if (!isObject(raw)) return false;
  if (raw.type === "answer") return typeof raw.node_id === "string";
  if (raw.type === "hidden" || raw.type === "calculation") return typeof raw.key === "string";
  return raw.type === "score";
}

export const isComparison = (condition: Condition): condition is Comparison => "op" in condition;

/** Returns the levels of all, any and not (decisions §4.2). */
export function depthOf(condition: Condition): number {
  if ("all" in condition) return 1 + Math.max(...condition.all.map(depthOf));
  if ("any" in condition) return 1 + Math.max(...condition.any.map(depthOf));
  return "not" in condition ? 1 + depthOf(condition.not) : 0;
}
