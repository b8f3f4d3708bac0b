export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value that `share` of the others are below: 0.95 gives the p95; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
