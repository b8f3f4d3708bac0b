/** A ranking as it is made: `ranked` holds the values that have a place, the first place first. */

/** Gives a value the place `to` (from 0); those from there on move back by one. A value without a place gets one. */
export function placed(ranked: readonly string[], value: string, to: number): string[] {
  const others = ranked.filter((it) => it !== value);
  const at = Math.min(Math.max(to, 0), others.length);
  return [...others.slice(0, at), value, ...others.slice(at)];
}

/** One place forward (-1) or back (1). Without a place yet it gets the last one. */
export function moved(ranked: readonly string[], value: string, by: -1 | 1): string[] {
  const at = ranked.indexOf(value);
  return placed(ranked, value, at < 0 ? ranked.length : at + by);
}

/** Its place is taken away. */
export function unplaced(ranked: readonly string[], value: string): string[] {
  return ranked.filter((it) => it !== value);
}

/** The list as it is shown: what has a place in order, then the rest as the options stand. */
export function shownOrder(ranked: readonly string[], values: readonly string[]): string[] {
  return [...ranked, ...values.filter((value) => !ranked.includes(value))];
}

/** When every option needs a place, the only one left over has its place already. */
export function completed(ranked: readonly string[], values: readonly string[], leastRanked: number): string[] {
  const isLastOne = leastRanked === values.length && ranked.length === values.length - 1;
  return isLastOne ? shownOrder(ranked, values) : [...ranked];
}
