import type { CompiledCalculations } from "../calculations/compile.ts";
import type { Outline, OutlineEdge, OutlineNode } from "../outline.ts";
import type { Reachability } from "../reachability.ts";
import type { CalculationRanges } from "./calculationRanges.ts";
import type { ScoreRanges } from "./scoreRange.ts";

/** Shared data of the proofs of one graph. */
export interface ProofContext {
  outline: Outline;
  reachability: Reachability;
  /** topological order; null for graphs with cycles */
  order: readonly OutlineNode[] | null;
  scores: ScoreRanges;
  calculation: CalculationRanges;
  /** the sound ones; null without any */
  calculations: CompiledCalculations | null;
  /** Returns whether the condition of an edge or node has no other problem. */
  isSound(edge: OutlineEdge): boolean;
}

/** Returns the reachable nodes in topological order (Kahn). The graph must not have cycles. */
export function inOrder({ nodes, edges }: Outline, reachability: Reachability): OutlineNode[] {
  const isReachable = (node: OutlineNode | null): node is OutlineNode =>
    node !== null && reachability.isReachable(node.at);
  const waiting = new Map<OutlineNode, number>(nodes.filter(isReachable).map((node) => [node, 0]));
  for (const { from, to } of edges) if (isReachable(from) && to) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const order = [...waiting.keys()].filter((node) => waiting.get(node) === 0);
  for (const node of order) {
    for (const { to } of node.edges) {
      if (!to) continue;
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) order.push(to);
    }
  }
  return order;
}
