export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the quantile of values, such as 0.95 for p95. NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
