import type { Json } from "../types.ts";

/** Answers that represent all answers (candidates.ts). Null if there are too many. */
export type Candidates = Json[] | null;

export const candidateLimit = 4_000;

/** Represents a text that no comparison names. The proof decides its opaque properties (`contains`, patterns, lengths). */
export const otherText = "\u{f0000}";

/** Returns every combination of one item per list. */
export function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])), [[]]);
}
