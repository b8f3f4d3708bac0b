import type { Json } from "../types.ts";

export type Members = Record<string, Json>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a member or null. Keys are data and can have names of Object.prototype's members. */
export const memberOf = (members: Members, key: string): Json =>
  Object.hasOwn(members, key) ? (members[key] ?? null) : null;

/** Compares JSON values, regardless of key order. Undefined equals null. */
export const sameValue = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

/** Returns JSON with sorted keys. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, member) =>
    isMembers(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );

/**
 * Returns the smallest set of items that must move. `indexes` are the old indexes in the new order. The others form a longest
 * increasing subsequence.
 */
export function movedIndexes(indexes: readonly number[]): Set<number> {
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, index] of indexes.entries()) {
    let low = 0;
    for (let high = tails.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((indexes[tails[middle] as number] as number) < index) low = middle + 1;
      else high = middle;
    }
    previous[at] = tails[low - 1];
    tails[low] = at;
  }
  const moved = new Set(indexes);
  for (let at = tails.at(-1); at !== undefined; at = previous[at]) moved.delete(indexes[at] as number);
  return moved;
}
