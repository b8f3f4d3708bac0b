import { codePoints } from "../questions/words.ts";

/**
 * Case folding and lengths of answers that conditions compare. Both are computed once per text and step, because conditions and
 * calculations of a step often compare the same answer.
 */

/** Returns an answer without its case. */
export const foldOnce = oncePerStep(foldCase);

/** Returns an answer's length in code points. */
export const lengthOnce = oncePerStep(codePoints);

/** Folds case via lower to upper case, which also unifies final sigma, long s and ß. */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

function oncePerStep<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const value = known.get(text);
    if (value !== undefined) return value;
    // answers stay in memory only during the step
    if (known.size === 0) queueMicrotask(() => known.clear());
    const result = compute(text);
    known.set(text, result);
    return result;
  };
}
