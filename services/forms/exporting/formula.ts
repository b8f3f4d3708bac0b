import type { Comparison, Operand } from "../../../shared/domain/graph/types.ts";

/** A comparison with its operand, as it is read once the node at this place in the order has been answered. */
export interface Leaf extends Comparison {
  left: Operand;
  /** place in the order of nodes (order.ts) */
  at: number;
}

/** When something holds, before it is written in the language of a format. */
export type Formula =
  | boolean
  | { all: readonly Formula[] }
  | { any: readonly Formula[] }
  | { not: Formula }
  | { leaf: Leaf }
  /** name of a formula that is said once (names.ts) */
  | { named: string }
  /** written in the language of the format already */
  | { raw: string };

export const all = (parts: readonly Formula[]): Formula => joined("all", parts);
export const any = (parts: readonly Formula[]): Formula => joined("any", parts);

/** Joins formulas. Constants and equal parts fall away. */
function joined(kind: "all" | "any", parts: readonly Formula[]): Formula {
  const neutral = kind === "all";
  const flat = new Map<string, Formula>();
  for (const part of parts) {
    if (part === !neutral) return !neutral;
    if (part === neutral) continue;
    for (const one of innerOf(kind, part)) flat.set(JSON.stringify(one), one);
  }
  const items = [...flat.values()];
  if (items.length < 2) return items[0] ?? neutral;
  return kind === "all" ? { all: items } : { any: items };
}

function innerOf(kind: "all" | "any", part: Formula): readonly Formula[] {
  if (typeof part === "boolean") return [part];
  if (kind === "all") return "all" in part ? part.all : [part];
  return "any" in part ? part.any : [part];
}

export function not(part: Formula): Formula {
  if (typeof part === "boolean") return !part;
  if ("not" in part) return part.not;
  if (!("leaf" in part)) return { not: part };
  const { leaf } = part;
  if (leaf.op === "answered") return { leaf: { ...leaf, op: "not_answered" } };
  return leaf.op === "not_answered" ? { leaf: { ...leaf, op: "answered" } } : { not: part };
}

/** Returns the number of comparisons and names of a formula. */
export function sizeOf(part: Formula): number {
  if (typeof part === "boolean") return 0;
  if ("all" in part) return part.all.reduce((sum, one) => sum + sizeOf(one), 0);
  if ("any" in part) return part.any.reduce((sum, one) => sum + sizeOf(one), 0);
  return "not" in part ? sizeOf(part.not) : 1;
}

/** Returns the levels of a formula. A comparison has none. */
export function depthOf(part: Formula): number {
  if (typeof part === "boolean") return 0;
  const inner = "all" in part ? part.all : "any" in part ? part.any : "not" in part ? [part.not] : [];
  return inner.reduce((depth, one) => Math.max(depth, 1 + depthOf(one)), 0);
}
