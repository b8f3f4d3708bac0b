import { leavesOf, leftOf } from "../conditions.ts";
import type { OutlineEdge, OutlineNode } from "../outline.ts";
import type { Comparison, Operand } from "../types.ts";

/** A comparison of an edge's condition about one variable. */
export interface Asked {
  /** key of the variable (`keyOf`) */
  key: string;
  left: Operand;
  comparison: Comparison;
  /** equal for comparisons that are always equally true */
  id: string;
}

/** Returns the key of an operand's variable: an answer regardless of `path`, the score, a hidden field or a calculation. */
export const keyOf = (left: Operand): string => {
  if (left.type === "score") return "score";
  return left.type === "answer" ? `answer ${left.node_id}` : `${left.type} ${left.key}`;
};

/** Returns whether a variable depends on several answers, so its value has no state of its own. */
export const isDerived = (key: string): boolean => key === "score" || key.startsWith("calculation ");

/** Cache by comparison, which belongs to one edge. */
const known = new WeakMap<Comparison, Asked>();

export function askedOf(comparison: Comparison, fromNodeId: string): Asked {
  const asked = known.get(comparison) ?? readAsked(comparison, fromNodeId);
  known.set(comparison, asked);
  return asked;
}

function readAsked(comparison: Comparison, fromNodeId: string): Asked {
  const left = leftOf(comparison, fromNodeId);
  const path = left.type === "answer" ? left.path : undefined;
  const { op, right, ci } = comparison;
  return { key: keyOf(left), left, comparison, id: JSON.stringify([path ?? null, op, right ?? null, ci === true]) };
}

export function askedBy({ condition, from }: OutlineEdge): Asked[] {
  return condition && from ? leavesOf(condition).map((leaf) => askedOf(leaf, from.id)) : [];
}

/** Returns the conditions of a node that decide a walk: whether it stops there, and its edges. */
export const decidingAt = ({ shown, edges }: OutlineNode): readonly OutlineEdge[] =>
  shown ? [shown, ...edges] : edges;

/** Returns the distinct comparisons of edges by variable. */
export function askedByKey(edges: readonly OutlineEdge[]): Map<string, Asked[]> {
  const byKey = new Map<string, Map<string, Asked>>();
  for (const asked of edges.flatMap(askedBy)) {
    const same = byKey.get(asked.key) ?? new Map<string, Asked>();
    byKey.set(asked.key, same.set(asked.id, asked));
  }
  return new Map([...byKey].map(([key, asked]) => [key, [...asked.values()]]));
}
