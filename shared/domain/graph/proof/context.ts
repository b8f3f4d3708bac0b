import type { Outline, OutlineEdge, OutlineNode } from "../outline.ts";
import type { Reachability } from "../reachability.ts";
import type { ScoreRange } from "./scoreRange.ts";

/** What the proofs of one graph share. */
export interface ProofContext {
  outline: Outline;
  reachability: Reachability;
  /** Each node before those that its edges lead to; null where the edges lead back to where they started. */
  order: readonly OutlineNode[] | null;
  /** When a node is left. */
  score(node: OutlineNode): ScoreRange;
  /** Has the analysis nothing else to say of this edge's condition? */
  isSound(edge: OutlineEdge): boolean;
}

/** Each reachable node before those that its edges lead to (Kahn). There is no cycle. */
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
