/**
 * A mergeable histogram of latencies: counts per bucket of a logarithmic scale with growth factor 1.1. Adding the counts merges
 * two histograms. A bucket's latency is within 5% of the measured one, from 0.1 ms to 10 minutes (DDSketch,
 * https://arxiv.org/abs/1908.10693: (1.1 - 1) / (1.1 + 1) = 4.8%).
 */
const growth = Math.log(1.1);
const [shortestMs, longestMs] = [0.1, 600_000];

/** Returns the bucket of a latency in ms. */
export const bucketOf = (ms: number): number =>
  Math.ceil(Math.log(Math.min(Math.max(ms, shortestMs), longestMs)) / growth);

/** Returns the representative latency of a bucket in ms. */
export const latencyOf = (bucket: number): number =>
  Number(((2 * Math.exp(bucket * growth)) / (Math.exp(growth) + 1)).toPrecision(4));

/** Returns the latency percentile for `share` (0–1) by nearest rank, or null without requests. */
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
