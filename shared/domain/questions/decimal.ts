import Big from "big.js";

/**
 * Exact decimal arithmetic on JSON numbers. A number counts as its shortest decimal representation, so that 0.3 is a multiple of
 * 0.1, unlike in binary floating point.
 */

/** Returns whether `value` = `base` + n × `step` for an integer n. `step` must be greater than 0. */
export function isOnStep(value: number, base: number, step: number): boolean {
  return Big(value).minus(base).mod(step).eq(0);
}

/** Returns the number of decimal places: 2 for 0.25, 0 for 1e21. */
export function decimalPlaces(value: number): number {
  const { c: digits, e: exponent } = Big(value);
  return Math.max(0, digits.length - 1 - exponent);
}

/** Returns a × b as an integer, rounded half away from zero. */
export function roundedProduct(a: number, b: number): number {
  // + 0 converts -0
  return Big(a).times(b).round(0, Big.roundHalfUp).toNumber() + 0;
}

/** Returns the numbers from min to max at this step, or null if these are more than `limit`. */
export function stepsBetween(min: number, max: number, step: number, limit: number): number[] | null {
  const last = Big(max).minus(min).div(step).round(0, Big.roundDown);
  if (last.gte(limit)) return null;
  return Array.from({ length: last.toNumber() + 1 }, (_, index) => Big(step).times(index).plus(min).toNumber());
}
