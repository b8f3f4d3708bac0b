/** Counts Unicode code points, not UTF-16 units (decisions §4.1). */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** Returns false for lone surrogates, which are valid JSON but not UTF-8, so PostgreSQL can't store them. */
export function isStorable(text: string): boolean {
  return text.isWellFormed();
}
