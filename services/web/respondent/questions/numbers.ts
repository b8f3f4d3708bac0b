/** Numbers as people write them, in the decimal sign and the digits of a language. */

export function decimalSign(language: string): string {
  return partsOf(language, 1.5).find(({ type }) => type === "decimal")?.value ?? ".";
}

/**
 * The number that a text says, or null. Both the language's decimal sign and the other one are taken, since keyboards
 * offer either, and so are the digits of every script; a sign that may be one of thousands is refused rather than guessed:
 * "1.234" is a number in English and none in German. Where both signs stand, the last one is the decimal sign.
 */
export function parseNumber(text: string, language: string): number | null {
  const plain = latinDigits(text)
    .replace(/[\s\u200e\u200f\u061c\u066c'’]/g, "")
    .replace(/^[−–]/, "-")
    .replaceAll("٫", ".");
  const grouping = decimalSign(language) === "," ? "." : ",";
  const isGrouped = new RegExp(`^[+-]?\\d{1,3}(\\${grouping}\\d{3})+$`).test(plain);
  if (isGrouped) return null;
  const [, thousands = ""] = /^[+-]?\d{1,3}([.,])\d{3}(?:\1\d{3})*(?!\1)[.,]\d+$/.exec(plain) ?? [];
  const number = (thousands ? plain.replaceAll(thousands, "") : plain).replaceAll(",", ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(number) ? Number(number) : null;
}

/** A number as its field shows it: without signs of thousands, all its digits, never in powers of ten. */
export function numberText(value: number, language: string): string {
  return new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 }).format(value);
}

/** What a number's field says, as the answer that is meant: a number, the text itself where it is none, null where it is empty. */
export function numberAnswer(text: string, language: string): number | string | null {
  return text.trim() === "" ? null : (parseNumber(text, language) ?? text);
}

/** Of every script: Unicode has their digits, from zero to nine, in rows of ten. */
function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
    return String((code - first) % 10);
  });
}

function partsOf(language: string, value: number): Intl.NumberFormatPart[] {
  return new Intl.NumberFormat(language).formatToParts(value);
}

/** The steps of a scale, at most `limit` + 1 of them: more are not shown as buttons anyway. */
export function stepsOf({ min, max, step }: { min: number; max: number; step: number }, limit: number): number[] {
  const places = Math.max(placesOf(min), placesOf(step));
  const steps: number[] = [];
  for (let index = 0; index <= limit; index++) {
    const value = Number((min + index * step).toFixed(places));
    if (value > max) break;
    steps.push(value);
  }
  return steps;
}

/** Digits after the decimal point, of a number as JSON writes it. */
function placesOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.min(Math.max((digits.split(".")[1] ?? "").length - Number(exponent), 0), 20);
}
