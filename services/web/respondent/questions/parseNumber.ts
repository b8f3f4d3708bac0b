import { contactText } from "../../../../shared/domain/contactText.ts";

/** Parses numbers in the decimal sign and digits of a language. */

export const decimalSign = (language: string): string => (1.5).toLocaleString(language).replace(/\p{Nd}/gu, "");

/**
 * Parses a number, or returns null. Accepts both decimal signs, because keyboards offer either, and the digits of all
 * scripts. Refuses ambiguous thousands separators: "1.234" is a number in English, but not in German. If both signs occur,
 * the last one is the decimal sign.
 */
export function parseNumber(text: string, language: string): number | null {
  const plain = latinDigits(contactText(text))
    .replace(/[\s\u066c'’]/g, "")
    .replace(/^[−–]/, "-")
    .replaceAll("٫", ".");
  const grouping = decimalSign(language) === "," ? "." : ",";
  if (new RegExp(`^[+-]?\\d{1,3}(\\${grouping}\\d{3})+$`).test(plain)) return null;
  const [, thousands = ""] = /^[+-]?\d{1,3}([.,])\d{3}(?:\1\d{3})*(?!\1)[.,]\d+$/.exec(plain) ?? [];
  const number = (thousands ? plain.replaceAll(thousands, "") : plain).replaceAll(",", ".");
  // a double keeps any 15 digits; the check refuses whole numbers that are too long
  const isKept = !/\./.test(number) || !/[1-9]\.?(\d\.?){15}/.test(number);
  return isKept && /^[+-]?(\d+\.?\d*|\.\d+)$/.test(number) ? Number(number) : null;
}

/** Returns the answer for a field's text: a number, the text itself if it isn't a number, or null if empty. */
export function numberAnswer(text: string, language: string): number | string | null {
  return contactText(text) ? (parseNumber(text, language) ?? text) : null;
}

/** Unicode has the digits of each script in a row, from zero to nine. */
const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value++;
    return `${value % 10}`;
  });
