/** Strings: how they are counted, when they are blank (decisions §4.1). */

/** Unicode code points, not UTF-16 units: an emoji of one code point counts one. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** Half a surrogate pair is valid JSON, but no UTF-8: PostgreSQL could not store it as it was submitted. */
export function isStorable(text: string): boolean {
  return text.isWellFormed();
}
