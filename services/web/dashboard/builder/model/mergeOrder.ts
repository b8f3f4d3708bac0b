/**
 * One order of all ids of two lists that began as one: that of the side which moved something (mine where both did), with what
 * only the other side has after the id that it stands behind there.
 */
export function mergeOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const isMoved = !sameOrder(base, mine);
  const [first, second] = isMoved || sameOrder(base, theirs) ? [mine, theirs] : [theirs, mine];
  const known = new Set(first);
  const followers = new Map<string | null, string[]>();
  let before: string | null = null;
  for (const id of second) {
    if (known.has(id)) before = id;
    else followers.set(before, [...(followers.get(before) ?? []), id]);
  }
  return [...(followers.get(null) ?? []), ...first.flatMap((id) => [id, ...(followers.get(id) ?? [])])];
}

/** Do those that both have stand in the same order? */
function sameOrder(a: readonly string[], b: readonly string[]): boolean {
  const [inA, inB] = [new Set(a), new Set(b)];
  const [common, others] = [a.filter((id) => inB.has(id)), b.filter((id) => inA.has(id))];
  return common.every((id, at) => id === others[at]);
}
