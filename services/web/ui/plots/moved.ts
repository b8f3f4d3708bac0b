/** Returns the mark that a key moves to among `count` marks. Null for other keys. */
export function moved(key: string, at: number, count: number): number | null {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}

/** Returns the mark under a pointer that is at `share` of the chart's width. */
export const markAt = (share: number, count: number): number =>
  Math.min(Math.max(Math.floor(share * count), 0), count - 1);
