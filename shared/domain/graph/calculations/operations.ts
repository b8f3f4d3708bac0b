import type { ListOp, PairOp } from "./expression.ts";
import { known } from "./rounding.ts";

type Values = readonly (number | null)[];
type Combine = (values: Values, atLeast: number) => number | null;

/** Operations on several values (features §12). Null is unknown. */
export const combined: Readonly<Record<ListOp | PairOp, Combine>> = {
  add: (values) => folded(values, (a, b) => a + b),
  multiply: (values) => folded(values, (a, b) => a * b),
  subtract: (values) => folded(values, (a, b) => a - b),
  divide: (values) => folded(values, (a, b) => a / b),
  mod: (values) => folded(values, (a, b) => a % b),
  min: (values) => chosen(values, Math.min),
  max: (values) => chosen(values, Math.max),
  coalesce: (values) => values.find((value) => value !== null) ?? null,
  sum: (values, atLeast) => overKnown(values, atLeast, (sum) => sum),
  mean: (values, atLeast) => overKnown(values, atLeast, (sum, count) => sum / count),
  count: (values, atLeast) => overKnown(values, atLeast, (_, count) => count),
};

/** Combines all values from left to right. Null if one is, or if the result is out of range. */
function folded(values: Values, combine: (a: number, b: number) => number): number | null {
  let result: number | null = null;
  for (const value of values) {
    if (value === null) return null;
    result = result === null ? value : combine(result, value);
  }
  return result === null ? null : known(result + 0);
}

/** Combines the known values. Null without any. */
function chosen(values: Values, choose: (a: number, b: number) => number): number | null {
  let result: number | null = null;
  for (const value of values) if (value !== null) result = result === null ? value : choose(result, value);
  return result;
}

/** Adds up and counts the known values. Null if fewer than `atLeast` are known. */
function overKnown(values: Values, atLeast: number, result: (sum: number, count: number) => number): number | null {
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (value === null) continue;
    sum += value;
    count += 1;
  }
  return count < atLeast ? null : known(result(sum, count));
}
