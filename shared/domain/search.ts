/** Limits of `search` in all lists, because of its cost. */
export const searchLengthLimit = 500;
export const searchWordLimit = 20;

/** Splits a search into distinct words in order. The last word stays last. */
export function searchWords(search: string): string[] {
  const words = search.split(/[\s\0]+/).filter(Boolean);
  return [...new Set(words.slice(0, -1)), ...words.slice(-1)];
}

/** Returns `search: must …` for each limit that the search exceeds. */
export function searchErrors(search: string): string[] {
  if ([...search].length > searchLengthLimit) {
    return [`search: must be at most ${searchLengthLimit} characters long`];
  }
  // PostgreSQL looks up each part of "a-b-c"
  const parts = searchWords(search).flatMap((word) => word.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  if (parts.length <= searchWordLimit) return [];
  return [`search: must have at most ${searchWordLimit} different words; parts of a word such as "a-b" count`];
}
