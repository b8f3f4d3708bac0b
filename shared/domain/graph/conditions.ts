import type { Comparison, Condition, Operand } from "./types.ts";

/** The comparisons of a condition, from left to right. */
export function leavesOf(condition: Condition): Comparison[] {
  if ("all" in condition) return condition.all.flatMap(leavesOf);
  if ("any" in condition) return condition.any.flatMap(leavesOf);
  if ("not" in condition) return leavesOf(condition.not);
  return [condition];
}

/** What a comparison reads: an absent `left` is the answer of the node that the edge leaves. */
export function leftOf(comparison: Comparison, fromNodeId: string): Operand {
  return comparison.left ?? { type: "answer", node_id: fromNodeId };
}
