/** `options` of a config (decisions §4.1), and what is true of every answer that is made of their values. */
import { oncePer } from "./once.ts";
import { codePoints, isBlank, isStorable } from "./words.ts";

interface Labelled {
  value: string;
  label: string;
}

/** Value → label, in the order of the options. */
export const labelsOf = oncePer(
  (config: { options: readonly Labelled[] }): ReadonlyMap<string, string> =>
    new Map(config.options.map(({ value, label }) => [value, label])),
);

export const valuesOf = (config: { options: readonly Labelled[] }) => [...labelsOf(config).keys()];

/** The text that `allow_other` lets a respondent give instead of a value. */
export function isOtherText(value: unknown, maxLength: number): value is string {
  return typeof value === "string" && !isBlank(value) && isStorable(value) && codePoints(value) <= maxLength;
}

/** The most values that one answer can have; an exclusive one stands alone. */
export function mostTogether(options: readonly { exclusive?: boolean }[], allowOther: boolean): number {
  return Math.max(1, options.filter(({ exclusive }) => !exclusive).length + (allowOther ? 1 : 0));
}
