import { foldCase } from "./folding.ts";
import type { Comparison } from "./types.ts";

/** Cost of text comparisons other than `matches`, in units of 100 ns, as in questions/matchCost.ts. */

/** A search costs up to 12.5 ns per character, and twice that in a folded text, where a letter can become three. */
const perCharacter = 1 / 8;
const perFoldedCharacter = 1 / 4;
/** ICU folds a letter outside Latin-1 in up to 50 ns. */
const perFold = 1 / 2;
/** V8 looks only at this many last characters of a searched text to skip ahead. A longer one can be compared again and again. */
const skippedBy = 250;
const perRepeatedPair = 1 / 200;

/** Returns the cost of folding a text of up to `length` characters. */
export const foldCost = (length: number): number => length * perFold;

/** Returns the cost of comparing a text of up to `length` characters, folded before if the comparison ignores case. */
export function textCost({ op, right, ci }: Comparison, length: number): number {
  const search = 1 + length * (ci ? perFoldedCharacter : perCharacter);
  if (op !== "contains" && op !== "not_contains") return search;
  const sought = (ci ? foldCase(String(right)) : String(right)).length;
  // UTF-16 units per character
  const searched = length * (ci ? 3 : 2);
  const again = Math.max(0, sought - skippedBy) * Math.max(0, searched - sought);
  return search + again * perRepeatedPair;
}
