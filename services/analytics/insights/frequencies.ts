/** How often each number occurs. Statistics over it are exact, however many numbers there are. */
export type Frequencies = ReadonlyMap<number, number>;

/** Returns the counts of a tally's figure by number. */
export const numbersOf = (counts: ReadonlyMap<string, number> | undefined): Frequencies =>
  new Map([...(counts ?? [])].map(([value, count]) => [Number(value), count]));

export const total = (counts: ReadonlyMap<unknown, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Returns the middle number, or the mean of the two in the middle. Null over nothing. */
export function median(counts: Frequencies): number | null {
  const size = total(counts);
  if (size === 0) return null;
  const sorted = [...counts].toSorted(([a], [b]) => a - b);
  return (nth(sorted, Math.floor((size - 1) / 2)) + nth(sorted, Math.floor(size / 2))) / 2;
}

function nth(sorted: [number, number][], index: number): number {
  let passed = 0;
  for (const [number, count] of sorted) {
    passed += count;
    if (index < passed) return number;
  }
  throw new RangeError(`no number at ${index}`);
}

/** Returns minimum, maximum, mean and median, each null over nothing. */
export function statistics(counts: Frequencies) {
  const size = total(counts);
  if (size === 0) return { min: null, max: null, mean: null, median: null };
  const sum = [...counts].reduce((all, [number, count]) => all + number * count, 0);
  return { min: least(counts), max: greatest(counts), mean: sum / size, median: median(counts) };
}

export const least = (counts: Frequencies): number => [...counts.keys()].reduce((a, b) => Math.min(a, b));
export const greatest = (counts: Frequencies): number => [...counts.keys()].reduce((a, b) => Math.max(a, b));
