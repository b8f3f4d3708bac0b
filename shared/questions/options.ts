/** `options` of a config (decisions §4.1), and what is true of every answer that is made of their values. */
import { boolean, list, object, optional, type Read, type Rule } from "./config.ts";
import { oncePer } from "./once.ts";
import { codePoints, httpsUrl, isBlank, isStorable, label, name, text } from "./words.ts";

const shape = {
  value: name(),
  label: label(),
  image_url: optional(httpsUrl()),
  alt: optional(text()),
  /** Has an effect only where an answer may have several values. */
  exclusive: optional(boolean()),
};
const option = object(shape);
/** `alt` may be empty: a picture that says no more than its label is decoration to a screen reader. */
const picture = object({ ...shape, image_url: httpsUrl(), alt: text() });

export type Option = Read<typeof option>;

export const options = (min: number, max: number) => uniqueValues(option, min, max);
export const pictures = (min: number, max: number) => uniqueValues(picture, min, max);

export function uniqueValues<T extends { value: string }>(item: Rule<T>, min: number, max: number): Rule<T[]> {
  return list(item, { min, max, unique: { key: "value", of: ({ value }) => value } });
}

/** Value → label, in the order of the options. */
export const labelsOf = oncePer(
  (config: { options: { value: string; label: string }[] }): ReadonlyMap<string, string> =>
    new Map(config.options.map(({ value, label }) => [value, label])),
);

export const valuesOf = (config: { options: { value: string; label: string }[] }) => [...labelsOf(config).keys()];

/** The text that `allow_other` lets a respondent give instead of a value. */
export function isOtherText(value: unknown, maxLength: number): value is string {
  return typeof value === "string" && !isBlank(value) && isStorable(value) && codePoints(value) <= maxLength;
}
