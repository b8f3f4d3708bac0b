import { leavesOf, leftOf } from "../conditions.ts";
import type { OutlineEdge } from "../outline.ts";
import type { Comparison, Operand } from "../types.ts";

/** A comparison of an edge's condition, as the proof asks it of a variable. */
export interface Asked {
  /** What it reads: see `keyOf`. */
  key: string;
  left: Operand;
  comparison: Comparison;
  /** The same for all comparisons that always have the same truth. */
  id: string;
}

/** An answer whatever `path`, the score or a hidden field. */
export const keyOf = (left: Operand): string =>
  left.type === "score" ? "score" : left.type === "hidden" ? `hidden ${left.key}` : `answer ${left.node_id}`;

/** A comparison stands on one edge, so what it asks is read once. */
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

/** What edges ask by what they read, each different question once. */
export function askedByKey(edges: readonly OutlineEdge[]): Map<string, Asked[]> {
  const byKey = new Map<string, Map<string, Asked>>();
  for (const asked of edges.flatMap(askedBy)) {
    const same = byKey.get(asked.key) ?? new Map<string, Asked>();
    byKey.set(asked.key, same.set(asked.id, asked));
  }
  return new Map([...byKey].map(([key, asked]) => [key, [...asked.values()]]));
}
