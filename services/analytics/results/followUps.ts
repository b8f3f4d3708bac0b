import type { Asked, AskedOf } from "./askedOf.ts";
import type { Disclosed } from "./parts.ts";

/**
 * Returns the nodes that the form asks of some people in a hidden sum, but not of all: their numbers of answers would divide the sum. So
 * follow-ups of two hidden options would tell of the third, and a follow-up of a hidden and a shown one of the hidden one. The figures shown
 * and the conditions decide, so that a number left out tells nothing. Pure.
 */
export function dividingNodes(parts: readonly Disclosed[], askedOf: AskedOf): Set<string> {
  const dividing = new Set<string>();
  for (const part of parts)
    for (const groups of hiddenSums(part, askedOf(part)))
      for (const node of divided(groups)) if (node !== part.node_id) dividing.add(node);
  return dividing;
}

/** Returns the nodes that some of these groups are asked, and not all. */
function divided(groups: readonly Asked[]): string[] {
  const times = new Map<string, number>();
  // most groups share one set
  const all = new Set(groups.map(({ nodes }) => nodes));
  for (const nodes of all) for (const node of nodes) times.set(node, (times.get(node) ?? 0) + 1);
  return [...times].filter(([, count]) => count < all.size).map(([node]) => node);
}

/** Returns the groups that are shown as a sum: the steps of a merged range, or all without a count. */
function hiddenSums({ answered, figures: { counts = [], histogram } }: Disclosed, groups: readonly Asked[]): Asked[][] {
  if (histogram)
    return histogram.map(({ from, to }) =>
      groups.filter(({ value }) => value && Number(value) >= from && Number(value) <= to),
    );
  const shown = new Set<Asked["value"]>(counts.map(({ value }) => value));
  return [groups.filter(({ value }) => (value === undefined ? answered === null : !shown.has(value)))];
}
