/** `options` of a config and their values (decisions §4.1). */
import { oncePer } from "./once.ts";
import { codePoints, isBlank, isStorable } from "./words.ts";

interface Labelled {
  value: string;
  label: string;
}

/** Returns labels by value, in the order of the options. */
export const labelsOf = oncePer(
  (config: { options: readonly Labelled[] }): ReadonlyMap<string, string> =>
    new Map(config.options.map(({ value, label }) => [value, label])),
);

export const valuesOf = (config: { options: readonly Labelled[] }) => [...labelsOf(config).keys()];

/** Returns whether a value is valid other text (`allow_other`). */
export function isOtherText(value: unknown, maxLength: number): value is string {
  return typeof value === "string" && !isBlank(value) && isStorable(value) && codePoints(value) <= maxLength;
}

/** Returns the maximum number of values in one answer. Exclusive options can't be combined. */
export function mostTogether(options: readonly { exclusive?: boolean }[], allowOther: boolean): number {
  return Math.max(1, options.filter(({ exclusive }) => !exclusive).length + (allowOther ? 1 : 0));
}
