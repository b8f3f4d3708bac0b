import type { Asked, AskedOf } from "./askedOf.ts";
import type { Disclosed } from "./together.ts";

/**
 * Returns the nodes that the form asks of some people in a hidden sum, but not of all: their numbers of answers would divide the sum. So
 * follow-ups of two hidden options would tell of the third, and a follow-up of a hidden and a shown one of the hidden one. The figures shown
 * and the conditions decide, so that a number left out tells nothing. Pure.
 */
export function dividingNodes(parts: readonly Disclosed[], askedOf: AskedOf): Set<string> {
  const dividing = new Set<string>();
  for (const part of parts)
    for (const groups of hiddenSums(part, askedOf(part)))
      for (const { nodes } of groups)
        for (const node of nodes)
          if (node !== part.node_id && groups.some((group) => !group.nodes.has(node))) dividing.add(node);
  return dividing;
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
