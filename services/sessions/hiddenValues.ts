import { idPattern } from "../../shared/domain/formats.ts";
import { hiddenValueLimit, sessionBytesLimit } from "../../shared/domain/limits.ts";

/** Limits of hidden fields that hold for any form, whether they come with a start, a link or both. */

const hiddenKey = new RegExp(idPattern, "u");

/** PostgreSQL's JSON functions would fail on some keys. */
export function hiddenProblems(hidden: Readonly<Record<string, string>>): string[] {
  const problems = Object.entries(hidden).flatMap(([key, value]) => {
    if (!hiddenKey.test(key)) return [`hidden.${key}: unknown field`];
    return [...value].length > hiddenValueLimit
      ? [`hidden.${key}: must be at most ${hiddenValueLimit} characters long`]
      : [];
  });
  return [...problems, ...sizeProblems(hidden)];
}

/** A session has all of them, and answers have the rest. */
export const sizeProblems = (hidden: Readonly<Record<string, string>>): string[] =>
  Buffer.byteLength(JSON.stringify(hidden)) > sessionBytesLimit
    ? ["hidden: all hidden fields must be at most 256 KiB together"]
    : [];
