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

/** Replaces the comparisons and names of a formula, and joins its parts again. */
export function replaced(part: Formula, replace: (part: { leaf: Leaf } | { named: string }) => Formula): Formula {
  if (typeof part === "boolean") return part;
  if ("all" in part) return all(part.all.map((one) => replaced(one, replace)));
  if ("any" in part) return any(part.any.map((one) => replaced(one, replace)));
  if ("not" in part) return not(replaced(part.not, replace));
  return "raw" in part ? part : replace(part);
}

/** levels and comparisons of a formula, within the limits of all formats and of imports */
const depthLimit = 2;
const sizeLimit = 30;

/** Returns a formula within the limits. `name` says a part once, and returns how it is read. */
export function bounded(part: Formula, name: (part: Formula) => Formula, depth = 0): Formula {
  const inner = (one: Formula) => bounded(one, name, depth + 1);
  if (typeof part === "boolean" || "leaf" in part || "named" in part || "raw" in part) return part;
  if (depth >= depthLimit) return "not" in part ? not(name(inWhole(part.not, name))) : name(inWhole(part, name));
  if ("not" in part) return not(inner(part.not));
  const kind = "all" in part ? "all" : "any";
  const items = ("all" in part ? part.all : part.any).map(inner);
  return shortened(kind, items, name);
}

const inWhole = (part: Formula, name: (part: Formula) => Formula): Formula => bounded(part, name);

/** Names parts of a list in groups while it has too many comparisons. */
function shortened(kind: "all" | "any", items: readonly Formula[], name: (part: Formula) => Formula): Formula {
  const join = kind === "all" ? all : any;
  let list = items.map((one) => (sizeOf(one) > sizeLimit / 2 ? name(one) : one));
  while (list.reduce((sum, one) => sum + sizeOf(one), 0) > sizeLimit) {
    const groups: Formula[][] = [[]];
    let size = 0;
    for (const one of list) {
      if (size + sizeOf(one) > sizeLimit) {
        groups.push([]);
        size = 0;
      }
      groups.at(-1)?.push(one);
      size += sizeOf(one);
    }
    list = groups.map((group) =>
      group.length === 1 && sizeOf(group[0] as Formula) <= 1 ? (group[0] as Formula) : name(join(group)),
    );
  }
  return join(list);
}
