import type { Comparison, Condition } from "../../../../../shared/domain/graph/types.ts";
import { conditionDepthLimit } from "../../../../../shared/domain/limits.ts";
import { depthOf, isComparison } from "./read.ts";

/** How a group matches. `notAll` is only kept, not offered. */
export type Match = "all" | "any" | "none" | "notAll";

/** A condition as the editor shows it: one comparison, or a group of parts. */
export type Shown =
  | { kind: "one"; comparison: Comparison; isNegated: boolean }
  | { kind: "group"; match: Match; parts: readonly Condition[] };

export function shownOf(condition: Condition): Shown {
  if (isComparison(condition)) return { kind: "one", comparison: condition, isNegated: false };
  if ("all" in condition) return { kind: "group", match: "all", parts: condition.all };
  if ("any" in condition) return { kind: "group", match: "any", parts: condition.any };
  const { not } = condition;
  if (isComparison(not)) return { kind: "one", comparison: not, isNegated: true };
  if ("any" in not) return { kind: "group", match: "none", parts: not.any };
  if ("all" in not) return { kind: "group", match: "notAll", parts: not.all };
  // not not: a group of one
  return { kind: "group", match: "none", parts: [not] };
}

const builders: Record<Match, (parts: Condition[]) => Condition> = {
  all: (all) => ({ all }),
  any: (any) => ({ any }),
  none: (any) => ({ not: { any } }),
  notAll: (all) => ({ not: { all } }),
};

/** A single part needs no group, unless the group negates it. Null if no part is left. */
export function groupOf(match: Match, parts: readonly Condition[]): Condition | null {
  const [one] = parts;
  if (!one) return null;
  if (parts.length > 1) return builders[match]([...parts]);
  return match === "all" || match === "any" ? one : { not: one };
}

/** As deep as publishing takes (decisions §4.2). */
export const isShallow = (condition: Condition | null): boolean =>
  condition === null || depthOf(condition) <= conditionDepthLimit;
