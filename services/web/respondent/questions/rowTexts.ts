import { isDate, longDate } from "../../../../shared/domain/dates.ts";
import { isObject, type Json } from "../../../../shared/domain/json.ts";
import type { RecordField } from "../../../../shared/domain/questions/config/records.ts";
import { cellOf, type Row } from "../../../../shared/domain/questions/rows.ts";
import { words, wordsLang, wordsLocale } from "../words.ts";

/** Texts of a row of records, for its closed card. */

/** A text of the owner or the respondent, or with `lang` one of the page. */
export interface Part {
  text: string;
  lang?: string | undefined;
}

/** Returns the text of the first field, or null if it is empty. `language` (BCP 47) is for numbers. */
export function rowName(row: Row, [first]: readonly RecordField[], language: string): string | null {
  const parts = first ? cellParts(row, first, language) : [];
  return parts.map(({ text }) => text).join(" ") || null;
}

/** Returns the values of the other fields that have one. */
export const rowSummary = (row: Row, [, ...fields]: readonly RecordField[], language: string): Part[][] =>
  fields.map((field) => cellParts(row, field, language)).filter((parts) => parts.length > 0);

function cellParts(row: Row, field: RecordField, language: string): Part[] {
  const value = cellOf(row, field.key);
  if (value === null) return [];
  const parts = (Array.isArray(value) ? value : [value]).flatMap((one) => valueParts(one, field, language));
  return parts.filter(({ text }) => text.trim() !== "");
}

function valueParts(value: Json, { title, question_type: type, config = {} }: RecordField, language: string): Part[] {
  if (type === "number" && typeof value === "number") {
    const text = value.toLocaleString(language, { maximumFractionDigits: 20 });
    return [{ text }, { text: typeof config.unit === "string" ? config.unit : "" }];
  }
  if (type === "date") {
    return isDate(value) ? [{ text: longDate(value, wordsLocale()), lang: wordsLang() }] : [];
  }
  if (type === "yes_no") {
    const own = config[`${value}_label`];
    // "Yes" says nothing without its question
    return typeof own === "string"
      ? [{ text: own }]
      : [{ text: title }, { text: words.choices[value as "yes"], lang: wordsLang() }];
  }
  const options: unknown[] = Array.isArray(config.options) ? config.options : [];
  const option = options.find((one) => isObject(one) && one.value === value);
  return [{ text: isObject(option) ? String(option.label) : String(value) }];
}
