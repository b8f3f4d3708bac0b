import type { Edge } from "../types.ts";
import { textOf } from "./values.ts";

/** Returns indexes in `before` by index in `after`. If both edges have an id, only the ids are compared. */
export function matchedEdges(before: readonly Edge[], after: readonly Edge[]): Map<number, number> {
  const matches = new Map<number, number>();
  const free = new Set(before.keys());
  const canMatch = (at: number, index: number) => {
    const [old, now] = [before[index]?.id ?? null, after[at]?.id ?? null];
    return old === null || now === null || old === now;
  };
  const match = (at: number, index: number | undefined) => {
    if (index !== undefined && canMatch(at, index) && free.delete(index)) matches.set(at, index);
  };
  /** Matches each unmatched edge of `after` with the first free edge that has the same key. */
  const matchBy = (keyOf: (edge: Edge) => string | null) => {
    const indexes = Map.groupBy(free, (index) => keyOf(before[index] as Edge));
    for (const [at, edge] of after.entries()) {
      const key = matches.has(at) ? null : keyOf(edge);
      if (key === null) continue;
      match(
        at,
        indexes.get(key)?.find((index) => free.has(index) && canMatch(at, index)),
      );
    }
  };
  matchBy(({ id }) => id ?? null);
  matchBy((edge) => textOf([edge.from, edge.to, edge.condition]));
  for (const at of after.keys()) if (!matches.has(at)) match(at, at);
  return matches;
}
