/** Strings: how they are counted, when they are blank, and the rules for those that a config holds (decisions §4, §4.1). */
import { type Rule, rule } from "./config.ts";

export const MAX_LABEL = 500;
const MAX_URL = 2_048;
const identifier = /^[A-Za-z0-9_-]{1,64}$/;
/** Keys that JavaScript objects give a meaning of their own. */
const reserved = new Set(["__proto__", "constructor", "prototype"]);

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

/** Text that may be empty. */
export function text(max = MAX_LABEL): Rule<string> {
  return rule(`must be a string of at most ${max} characters`, (raw): raw is string => isText(raw, max));
}

/** Text that a person has to be able to read: not blank. */
export function label(max = MAX_LABEL): Rule<string> {
  return rule(`must be a string of 1 to ${max} characters, not blank`, (raw): raw is string => {
    return isText(raw, max) && !isBlank(raw);
  });
}

/** An option's `value`, a row's `key`, a column's `value`. */
export function name(): Rule<string> {
  return rule(`must be 1 to 64 of A-Z a-z 0-9 _ - and none of ${[...reserved].join(", ")}`, (raw): raw is string => {
    return typeof raw === "string" && identifier.test(raw) && !reserved.has(raw);
  });
}

export function httpsUrl(): Rule<string> {
  return rule(`must be an https:// address of at most ${MAX_URL} characters`, (raw): raw is string => {
    // URL would trim white space and drop line breaks: what it accepts with them is not what is stored
    return isText(raw, MAX_URL) && /^https:\/\/\S+$/i.test(raw) && URL.canParse(raw);
  });
}

function isText(raw: unknown, max: number): raw is string {
  return typeof raw === "string" && isStorable(raw) && codePoints(raw) <= max;
}
