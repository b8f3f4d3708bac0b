/** Readers of foreign JSON, in which any value can have any type. */
import { isObject } from "../../../shared/domain/json.ts";
import { Refusal } from "./refusal.ts";

export type Raw = Record<string, unknown>;

/** Levels of groups, panels and nested items. */
const depthLimit = 40;
/** Items that are read before a document is rejected. Far more than a form can have questions. */
const itemLimit = 20_000;

/** Throws if the items are nested too deeply. */
export function checkDepth(depth: number): void {
  if (depth > depthLimit) throw new Refusal(`file: must nest items at most ${depthLimit} levels`);
}

/** Throws if the document has too many items. */
export function checkCount(count: number): void {
  if (count > itemLimit) throw new Refusal(`file: must have at most ${itemLimit.toLocaleString("en")} items`);
}

export const record = (value: unknown): Raw => (isObject(value) ? value : {});

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const records = (value: unknown): Raw[] => list(value).map(record);

/** Returns a text without white space around it, and "" for anything but texts and numbers. */
export function text(value: unknown): string {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" ? String(value) : "";
}

/** Returns a text, number or boolean as an option's value, and "" for anything else, which may not be convertible at all. */
export const scalar = (value: unknown): string => (typeof value === "boolean" ? String(value) : text(value));

/** Returns a finite number, also from a text such as "5". */
export function number(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(value.trim())) return undefined;
  return Number(value);
}

/** Returns a whole number in the range, or undefined. */
export function whole(value: unknown, min: number, max: number): number | undefined {
  const found = number(value);
  return found !== undefined && Number.isInteger(found) && found >= min && found <= max ? found : undefined;
}

/** Returns the object without its undefined values. */
export const defined = (object: Raw): Raw =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** Returns a language tag that Pathform accepts, or null. */
export function languageTag(value: unknown): string | null {
  try {
    return Intl.getCanonicalLocales(text(value))[0] ?? null;
  } catch {
    return null;
  }
}

/** Returns the texts that members of this name have anywhere in a document, about as they are. */
export const namesIn = (document: unknown, member: string): Iterable<string> =>
  Array.from(
    JSON.stringify(document).matchAll(new RegExp(`"${member}":"([A-Za-z0-9_-]{1,64})"`, "g")),
    ([, name = ""]) => name,
  );
