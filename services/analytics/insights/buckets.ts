import { stepsBetween } from "../../../shared/domain/questions/decimal.ts";
import { type Frequencies, greatest, least } from "./frequencies.ts";

/** Counts from `from` up to below `to`; the last bucket includes `to`. A step of a scale has `from` = `to` (features §19). */
export interface Bucket {
  from: number;
  to: number;
  count: number;
}

/** Joins a bucket with the next one. */
export const joined = (a: Bucket, b: Bucket): Bucket => ({ from: a.from, to: b.to, count: a.count + b.count });

const bucketLimit = 20;

/** Returns one bucket per step, answers of older versions included, or null if these are more than 20. */
export function stepBuckets(
  counts: Frequencies,
  { min, max, step }: { min: number | null; max: number | null; step: number | null },
): Bucket[] | null {
  const steps = stepsBetween(min ?? 0, max ?? 0, step ?? 1, bucketLimit);
  if (!steps) return null;
  const values = [...new Set([...steps, ...counts.keys()])].toSorted((a, b) => a - b);
  if (values.length > bucketLimit) return null;
  return values.map((value) => ({ from: value, to: value, count: counts.get(value) ?? 0 }));
}

/**
 * Returns at most 20 buckets of one width, whose edges are multiples of 1, 2 or 5 × 10ⁿ. None over nothing. `isAbove`: the last edge is
 * above all numbers, so that the last bucket has no more of them than the others.
 */
export function numberBuckets(counts: Frequencies, { isAbove = false } = {}): Bucket[] {
  if (counts.size === 0) return [];
  const edges = roundEdges({ min: least(counts), max: greatest(counts), narrowest: narrowest(counts), isAbove });
  const buckets = edges.slice(1).map((to, index) => ({ from: edges[index] as number, to, count: 0 }));
  for (const [number, count] of counts) {
    const bucket = buckets.findLast(({ from }) => from <= number);
    if (bucket) bucket.count += count;
  }
  return buckets;
}

/**
 * Returns the least width worth having: 1 for integers, and so wide for others that a double tells the edges apart.
 */
function narrowest(counts: Frequencies): number {
  const magnitude = Math.max(Math.abs(least(counts)), Math.abs(greatest(counts)));
  const isWhole = counts.size === 1 || counts.keys().every(Number.isInteger);
  return Math.max(isWhole ? 1 : 1e-300, magnitude * 1e-12);
}

/** Returns the edges at the narrowest round width, not under `narrowest`, that makes at most 20 buckets. */
function roundEdges({ min, max, narrowest, isAbove }: Range & { narrowest: number }): number[] {
  // divided first: the difference of two doubles may be infinite
  const width = Math.max(max / bucketLimit - min / bucketLimit, narrowest);
  const power = Math.ceil(Math.log10(width)) - 1;
  const widths = [power, power + 1].flatMap((n) => [1, 2, 5].map((factor) => ({ factor, power: n })));
  for (const { factor, power } of widths) {
    if (factor * Number(`1e${power}`) < narrowest) continue;
    const edges = edgesAround({ min, max, isAbove }, (index) => multiple(index * factor, power));
    if (edges.length <= bucketLimit + 1) return edges;
  }
  throw new RangeError(`no round width from ${min} to ${max}`);
}

interface Range {
  min: number;
  max: number;
  isAbove: boolean;
}

/** Returns the edges from the last one at or below `min` to the first one at or above `max`. */
function edgesAround({ min, max, isAbove }: Range, edge: (index: number) => number): number[] {
  const width = edge(1);
  let first = Math.round(min / width);
  while (edge(first) > min) first -= 1;
  let last = Math.max(Math.round(max / width), first + 1);
  while (edge(last) < max || (isAbove && edge(last) === max && max < Number.MAX_VALUE)) last += 1;
  return Array.from({ length: last - first + 1 }, (_, index) => edge(first + index));
}

/** Returns count × 10ⁿ as the double nearest to that decimal: 0.3, where 3 × 0.1 is 0.30000000000000004. */
function multiple(count: number, power: number): number {
  const product = power < 0 ? count / Number(`1e${-power}`) : count * Number(`1e${power}`);
  return Math.min(Math.max(product, -Number.MAX_VALUE), Number.MAX_VALUE);
}
