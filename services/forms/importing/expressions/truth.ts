import { leavesOf } from "../../../../shared/domain/graph/conditions.ts";
import type { Condition } from "../../../../shared/domain/graph/types.ts";
import { conditionDepthLimit, conditionLeafLimit } from "../../../../shared/domain/limits.ts";
import { Unmapped } from "./terms.ts";

/** A condition, or a constant. */
export type Truth = Condition | boolean;

export const all = (parts: readonly Truth[]): Truth => joined("all", parts);
export const any = (parts: readonly Truth[]): Truth => joined("any", parts);

/** Joins conditions. Nested groups of the same kind become one, and equal parts too, because groups have limits. */
function joined(kind: "all" | "any", parts: readonly Truth[]): Truth {
  const neutral = kind === "all";
  if (parts.includes(!neutral)) return !neutral;
  const flat = new Map<string, Condition>();
  for (const part of parts)
    for (const one of typeof part === "boolean" ? [] : itemsOf(kind, part)) flat.set(JSON.stringify(one), one);
  const items = [...flat.values()];
  if (items.length < 2) return items[0] ?? neutral;
  return limited(kind === "all" ? { all: items } : { any: items });
}

function itemsOf(kind: "all" | "any", part: Condition): Condition[] {
  if (kind === "all") return "all" in part ? part.all : [part];
  return "any" in part ? part.any : [part];
}

export function not(truth: Truth): Truth {
  if (typeof truth === "boolean") return !truth;
  if ("not" in truth) return truth.not;
  if ("op" in truth && truth.op === "answered") return { ...truth, op: "not_answered" };
  if ("op" in truth && truth.op === "not_answered") return { ...truth, op: "answered" };
  return { not: truth };
}

/** Throws for a condition that no form can have. Nested `not` gives way to fewer levels. */
function limited(condition: Condition): Condition {
  if (leavesOf(condition).length > conditionLeafLimit)
    throw new Unmapped(`it needs more than ${conditionLeafLimit} comparisons`);
  if (depthOf(condition) <= conditionDepthLimit) return condition;
  const flat = withoutNot(condition, false);
  if (depthOf(flat) > conditionDepthLimit) throw new Unmapped(`it needs more than ${conditionDepthLimit} levels`);
  return flat;
}

function depthOf(condition: Condition): number {
  const inner = "all" in condition ? condition.all : "any" in condition ? condition.any : [];
  if ("not" in condition) return 1 + depthOf(condition.not);
  return inner.reduce((depth, one) => Math.max(depth, 1 + depthOf(one)), 0);
}

/** Moves `not` to the comparisons. */
function withoutNot(condition: Condition, isNegated: boolean): Condition {
  if ("not" in condition) return withoutNot(condition.not, !isNegated);
  const isAll = "all" in condition;
  if (!isAll && !("any" in condition)) return isNegated ? (not(condition) as Condition) : condition;
  const kind = isAll === isNegated ? "any" : "all";
  const parts = isAll ? condition.all : condition.any;
  const items = parts.map((one) => withoutNot(one, isNegated)).flatMap((one) => itemsOf(kind, one));
  return kind === "all" ? { all: items } : { any: items };
}
