import Big from "big.js";

/** Numbers of calculations (features §12). */

/** Largest absolute value. Anything beyond is unknown. */
export const valueLimit = 1e15;

/** Returns the number, or null if it isn't finite or beyond ±1e15. */
export const known = (value: number): number | null => (Math.abs(value) <= valueLimit ? value : null);

/** Rounds half away from zero on the shortest decimal form, so 1.005 gives 1.01. Negative digits round to tens. */
export function rounded(value: number, digits: number): number {
  // + 0 converts -0
  if (digits >= 0 && Number.isInteger(value)) return value + 0;
  return Big(value).round(digits, Big.roundHalfUp).toNumber() + 0;
}

/** Returns a decimal number in a text such as a hidden field, or null. */
export function decimalIn(text: string): number | null {
  return /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) ? known(Number(text)) : null;
}
