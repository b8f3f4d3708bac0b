/** A ranking in progress: `ranked` holds the ranked values, best first. */

/** Moves a value to the index `to`, or adds it there. Those behind it move back by one. */
export function rankedAt(ranked: readonly string[], value: string, to: number): string[] {
  const others = ranked.filter((it) => it !== value);
  const at = Math.min(Math.max(to, 0), others.length);
  return [...others.slice(0, at), value, ...others.slice(at)];
}

/** Moves a value one rank up (-1) or down (1). A value that isn't ranked becomes the last. */
export function moved(ranked: readonly string[], value: string, by: -1 | 1): string[] {
  const at = ranked.indexOf(value);
  return rankedAt(ranked, value, at < 0 ? ranked.length : at + by);
}

export function unranked(ranked: readonly string[], value: string): string[] {
  return ranked.filter((it) => it !== value);
}

/** Returns the values in the order shown: ranked ones first, then the rest in the order of the options. */
export function shownOrder(ranked: readonly string[], values: readonly string[]): string[] {
  return [...ranked, ...values.filter((value) => !ranked.includes(value))];
}

/** Ranks the last value left if all of them must be ranked. */
export function completed(ranked: readonly string[], values: readonly string[], minRanked: number): string[] {
  const isLastOne = minRanked === values.length && ranked.length === values.length - 1;
  return isLastOne ? shownOrder(ranked, values) : [...ranked];
}
