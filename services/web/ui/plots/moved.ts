/** Where a key leads to among `count` marks; null: nowhere. */
export function moved(key: string, at: number, count: number): number | null {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}

/** The mark under a pointer, `share` of the way from the first's beginning to the last's end. */
export const markAt = (share: number, count: number): number =>
  Math.min(Math.max(Math.floor(share * count), 0), count - 1);
