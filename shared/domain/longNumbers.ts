import { digitLimit } from "./limits.ts";

/** Numbers that have more digits than a double keeps: `JSON.parse` would read another number. */

/** Matches each text with a number of 16 digits or an exponent of three. */
const mayBeLong = /\d(?:\.?\d){15}|\de[-+]?\d{3}/i;
const stringOrNumber = /"(?:[^"\\]+|\\.?)*(?:"|$)|-?\d[\d.eE+-]*/gs;

/**
 * Replaces each number of a JSON text that a double would change by 1e999, which `JSON.parse` reads as Infinity. Returns the
 * text itself if there is none.
 */
export const markLongNumbers = (text: string): string =>
  mayBeLong.test(text)
    ? text.replace(stringOrNumber, (token) => (token.startsWith('"') || isKept(token) ? token : "1e999"))
    : text;

/** The longest number that a double prints has 24 characters. */
const longestNumber = 64;

/** Returns whether a double gives a number's digits back, as any does for 15 of them. */
export function isKept(number: string): boolean {
  if (number.length > longestNumber) return false;
  const [digits = "", exponent] = digitsOf(number);
  if (digits === "" || (digits.length <= 15 && exponent === undefined)) return true;
  const value = Number(number);
  // the parser refuses texts like 1.2.3, which are NaN
  if (!Number.isFinite(value)) return true;
  if (digits.length > digitLimit) return false;
  // some languages print 17 digits, others as few as identify the double
  return [value.toPrecision(digits.length), String(value)].some((text) => digitsOf(text)[0] === digits);
}

/** Returns the significant digits of a decimal number, without zeros around them, and its exponent. */
function digitsOf(number: string): string[] {
  const [mantissa = "", ...exponent] = number.toLowerCase().split("e");
  return [mantissa.replace(/\D/g, "").replace(/^0+/, "").replace(/0+$/, ""), ...exponent];
}

/** Returns whether a value of a text that was marked has such a number. */
export const hasLongNumber = (json: unknown): boolean =>
  typeof json === "number"
    ? !Number.isFinite(json)
    : typeof json === "object" && json !== null && Object.values(json).some(hasLongNumber);
