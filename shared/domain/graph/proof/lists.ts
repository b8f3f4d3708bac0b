import type { Json } from "../types.ts";

/** Answers that stand for all (candidates.ts); null: there would be too many to list. */
export type Candidates = Json[] | null;

export const candidateLimit = 4_000;

/** A text that no comparison names. What is opaque about it (`contains`, patterns, lengths) is decided by the proof. */
export const otherText = "\u{f0000}";

/** Every choice of one from each list. */
export function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])), [[]]);
}
