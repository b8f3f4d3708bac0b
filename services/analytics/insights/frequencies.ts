/** Statistics over how often each number occurs: exact, however many numbers there are. */
export type Frequencies = ReadonlyMap<number, number>;

export const total = (counts: Frequencies): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** The middle one, or the mean of the two in the middle; null over nothing. */
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
  throw new RangeError(`there is no number ${index}`);
}

export function statistics(counts: Frequencies) {
  const size = total(counts);
  if (size === 0) return { min: null, max: null, mean: null, median: null };
  const sum = [...counts].reduce((all, [number, count]) => all + number * count, 0);
  return { min: least(counts), max: greatest(counts), mean: sum / size, median: median(counts) };
}

const least = (counts: Frequencies): number => [...counts.keys()].reduce((a, b) => Math.min(a, b));
const greatest = (counts: Frequencies): number => [...counts.keys()].reduce((a, b) => Math.max(a, b));

const binLimit = 10;

/** Integers in at most ten bins of one width, the lowest first; both ends belong to a bin. */
export function histogram(counts: Frequencies): { from: number; to: number; count: number }[] {
  if (counts.size === 0) return [];
  const min = least(counts);
  const width = Math.ceil((greatest(counts) - min + 1) / binLimit);
  const bins = Math.ceil((greatest(counts) - min + 1) / width);
  const sums = Array.from({ length: bins }, () => 0);
  for (const [number, count] of counts) {
    const at = Math.floor((number - min) / width);
    sums[at] = (sums[at] ?? 0) + count;
  }
  return sums.map((count, at) => ({ from: min + at * width, to: min + (at + 1) * width - 1, count }));
}
