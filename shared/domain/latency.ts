/**
 * A mergeable histogram of latencies: a count for each bucket of a logarithmic scale, whose bounds grow by a tenth. Adding
 * the counts of two histograms gives the histogram of both. A latency read back out of its bucket is within 5 % of what it
 * was (the DDSketch scheme, https://arxiv.org/abs/1908.10693: (1.1 - 1) / (1.1 + 1) = 4.8 %), from 0.1 ms to ten minutes.
 */
const growth = Math.log(1.1);
const [shortestMs, longestMs] = [0.1, 600_000];

/** The bucket of a latency in ms. */
export const bucketOf = (ms: number): number =>
  Math.ceil(Math.log(Math.min(Math.max(ms, shortestMs), longestMs)) / growth);

/** The latency in ms that stands for a bucket. */
export const latencyOf = (bucket: number): number =>
  Number(((2 * Math.exp(bucket * growth)) / (Math.exp(growth) + 1)).toPrecision(4));

/** The latency that a share (0–1) of all requests does not exceed, by nearest rank; null over nothing. */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const buckets = [...counts].toSorted(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let rank = Math.max(1, Math.ceil(total * share));
  for (const [bucket, count] of buckets) {
    rank -= count;
    if (rank <= 0) return latencyOf(bucket);
  }
  return null;
}
