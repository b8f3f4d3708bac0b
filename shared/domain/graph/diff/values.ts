import type { Json } from "../types.ts";

export type Members = Record<string, Json>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A member, null where it is absent: keys are data, and may be named like members of Object.prototype. */
export const memberOf = (members: Members, key: string): Json =>
  Object.hasOwn(members, key) ? (members[key] ?? null) : null;

/** The same JSON, whatever the order of keys; what is absent is as null. */
export const sameValue = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

/** Equal for the same JSON, whatever the order of keys. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, member) =>
    isMembers(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );

/**
 * Which of these places, given in their new order, have to move: the fewest, so that all others keep their order among
 * themselves (a longest increasing subsequence stays).
 */
export function movedPlaces(places: readonly number[]): Set<number> {
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, place] of places.entries()) {
    let low = 0;
    for (let high = tails.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((places[tails[middle] as number] as number) < place) low = middle + 1;
      else high = middle;
    }
    previous[at] = tails[low - 1];
    tails[low] = at;
  }
  const moved = new Set(places);
  for (let at = tails.at(-1); at !== undefined; at = previous[at]) moved.delete(places[at] as number);
  return moved;
}
