import { idPattern } from "../../shared/domain/formats.ts";
import { entryLimits } from "../../shared/domain/limits.ts";

/** Limits of hidden fields that hold for any form, whether they come with a start, a link or both. */

const hiddenKey = new RegExp(idPattern, "u");

/** PostgreSQL's JSON functions would fail on some keys. */
export function hiddenProblems(hidden: Readonly<Record<string, string>>): string[] {
  const problems = Object.entries(hidden).flatMap(([key, value]) => {
    if (!hiddenKey.test(key)) return [`hidden.${key}: unknown field`];
    return [...value].length > entryLimits.hidden_value
      ? [`hidden.${key}: must be at most ${entryLimits.hidden_value} characters long`]
      : [];
  });
  return [...problems, ...sizeProblems(hidden)];
}

/** A session has all of them, and answers have the rest. */
export const sizeProblems = (hidden: Readonly<Record<string, string>>): string[] =>
  Buffer.byteLength(JSON.stringify(hidden)) > entryLimits.session_bytes
    ? ["hidden: all hidden fields must be at most 256 KiB together"]
    : [];
