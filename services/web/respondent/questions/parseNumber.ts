/** Parses numbers in the decimal sign and digits of a language. */

export function decimalSign(language: string): string {
  return partsOf(language, 1.5).find(({ type }) => type === "decimal")?.value ?? ".";
}

/**
 * Parses a number, or returns null. Accepts both decimal signs, because keyboards offer either, and the digits of all
 * scripts. Refuses ambiguous thousands separators: "1.234" is a number in English, but not in German. If both signs occur,
 * the last one is the decimal sign.
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

/** Returns the answer for a field's text: a number, the text itself if it isn't a number, or null if empty. */
export function numberAnswer(text: string, language: string): number | string | null {
  return text.trim() === "" ? null : (parseNumber(text, language) ?? text);
}

/** Unicode has the digits of each script in a row, from zero to nine. */
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
