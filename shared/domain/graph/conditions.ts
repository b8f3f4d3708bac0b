import type { Comparison, Condition, Operand } from "./types.ts";

/** Returns the comparisons of a condition from left to right. */
export function leavesOf(condition: Condition): Comparison[] {
  if ("all" in condition) return condition.all.flatMap(leavesOf);
  if ("any" in condition) return condition.any.flatMap(leavesOf);
  if ("not" in condition) return leavesOf(condition.not);
  return [condition];
}

/** Returns the operand of a comparison. Without `left`, it is the answer to the edge's source node. */
export function leftOf(comparison: Comparison, fromNodeId: string): Operand {
  return comparison.left ?? { type: "answer", node_id: fromNodeId };
}
