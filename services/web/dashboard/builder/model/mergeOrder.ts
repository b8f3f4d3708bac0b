import { movedIndexes } from "../../../../../shared/domain/graph/diff/values.ts";

/**
 * One order of all ids of two lists that began as one: mine, with what only the other side has moved or has at all behind the id
 * that it stands behind there. What both have moved stands where mine has it.
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

/** The fewest ids of the list that have to have been moved, so that the others stand as in `base`. */
function moved(base: readonly string[], list: readonly string[]): Set<string> {
  const at = new Map(base.map((id, place) => [id, place]));
  const common = list.filter((id) => at.has(id));
  const places = movedIndexes(common.map((id) => at.get(id) as number));
  return new Set(common.filter((id) => places.has(at.get(id) as number)));
}
