import { movedIndexes } from "../../../../../shared/domain/graph/diff/values.ts";

/**
 * Merges the orders of two lists with a common base: mine, with ids that only the other side moved or added after their predecessor
 * there. Ids that both moved stay where mine has them.
 */
export function mergeOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const movedHere = moved(base, mine);
  const movedThere = moved(base, theirs);
  const isTheirs = (id: string) => movedThere.has(id) && !movedHere.has(id);
  const first = mine.filter((id) => !isTheirs(id));
  const placed = new Set(first);
  const followers = new Map<string | null, string[]>();
  let before: string | null = null;
  for (const id of theirs) {
    if (placed.has(id)) before = id;
    else followers.set(before, [...(followers.get(before) ?? []), id]);
  }
  return [...(followers.get(null) ?? []), ...first.flatMap((id) => [id, ...(followers.get(id) ?? [])])];
}

/** Returns whether an id was moved on both sides. */
export function movedByBoth(base: readonly string[], mine: readonly string[], theirs: readonly string[]): boolean {
  const there = moved(base, theirs);
  return [...moved(base, mine)].some((id) => there.has(id));
}

/** Returns the fewest ids that must have moved, so that the others are ordered as in `base`. */
function moved(base: readonly string[], list: readonly string[]): Set<string> {
  const at = new Map(base.map((id, place) => [id, place]));
  const common = list.filter((id) => at.has(id));
  const places = movedIndexes(common.map((id) => at.get(id) as number));
  return new Set(common.filter((id) => places.has(at.get(id) as number)));
}
