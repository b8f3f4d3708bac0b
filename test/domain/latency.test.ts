import fc from "fast-check";
import { bucketOf, latencyOf, percentile } from "../../shared/domain/latency.ts";

/** Histogram of latencies (decisions §2): accurate to 5%, and mergeable. */
const latency = fc.double({ min: 0.1, max: 600_000, noNaN: true });

function histogram(latencies: number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const ms of latencies) counts.set(bucketOf(ms), (counts.get(bucketOf(ms)) ?? 0) + 1);
  return counts;
}

function exact(latencies: number[], share: number): number {
  return latencies.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(latencies.length * share) - 1)] ?? Number.NaN;
}

test("returns a latency within 5%", () => {
  fc.assert(
    fc.property(latency, (ms) => {
      expect(Math.abs(latencyOf(bucketOf(ms)) - ms) / ms).toBeLessThanOrEqual(0.05);
    }),
  );
});

test("returns a percentile of merged histograms within 5% of the exact one", () => {
  const shares = fc.constantFrom(0.5, 0.95, 0.99);
  fc.assert(
    fc.property(fc.array(latency, { minLength: 1 }), fc.array(latency), shares, (some, more, share) => {
      const merged = histogram(some);
      for (const [bucket, count] of histogram(more)) merged.set(bucket, (merged.get(bucket) ?? 0) + count);
      const wanted = exact([...some, ...more], share);
      expect(Math.abs((percentile(merged, share) ?? 0) - wanted) / wanted).toBeLessThanOrEqual(0.05);
    }),
  );
});

test("returns null without data, and clamps to the ends of the scale", () => {
  expect(percentile(new Map(), 0.5)).toBeNull();
  expect(bucketOf(0)).toBe(bucketOf(0.1));
  expect(bucketOf(1e9)).toBe(bucketOf(600_000));
});
