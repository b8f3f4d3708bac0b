import Big from "big.js";

/**
 * Exact decimal arithmetic on JSON numbers: a number is taken as the shortest decimal that denotes it, which is what a
 * person typed. So 0.3 is a multiple of 0.1, which it is not in binary floating point.
 */

/** Is `value` = `base` + n × `step` for an integer n? `step` > 0. */
export function isOnStep(value: number, base: number, step: number): boolean {
  return Big(value).minus(base).mod(step).eq(0);
}

/** How many digits stand after the decimal point: 2 for 0.25, 0 for 1e21. */
export function decimalPlaces(value: number): number {
  const { c: digits, e: exponent } = Big(value);
  return Math.max(0, digits.length - 1 - exponent);
}

/** a × b, rounded to an integer, half away from zero. */
export function roundedProduct(a: number, b: number): number {
  // + 0: never -0
  return Big(a).times(b).round(0, Big.roundHalfUp).toNumber() + 0;
}

/** Returns min, min + step … up to max, or null if these are more than `limit`. */
export function stepsBetween(min: number, max: number, step: number, limit: number): number[] | null {
  const last = Big(max).minus(min).div(step).round(0, Big.roundDown);
  if (last.gte(limit)) return null;
  return Array.from({ length: last.toNumber() + 1 }, (_, index) => Big(step).times(index).plus(min).toNumber());
}
