import { longDay } from "../../../../shared/domain/dates.ts";
import { isObject, type Json } from "../../../../shared/domain/json.ts";
import type { RecordField } from "../../../../shared/domain/questions/config/records.ts";
import { cellOf, type Row } from "../../../../shared/domain/questions/rows.ts";
import { words, wordsLocale } from "../words.ts";

/** What is in a row of records, for its closed card. */

interface Reading {
  /** BCP 47, for numbers */
  language: string;
}

/** Returns the text of the first field, or null if it is empty. */
export function rowName(row: Row, [first]: readonly RecordField[], reading: Reading): string | null {
  return first ? cellText(row, first, reading) : null;
}

/** Returns the values of the other fields. Empty if there are none. */
export const rowSummary = (row: Row, [, ...fields]: readonly RecordField[], reading: Reading): string =>
  fields.flatMap((field) => cellText(row, field, reading) ?? []).join(", ");

function cellText(row: Row, field: RecordField, reading: Reading): string | null {
  const value = cellOf(row, field.key);
  if (value === null) return null;
  const texts = (Array.isArray(value) ? value : [value]).map((one) => valueText(one, field, reading));
  return texts.filter((text) => text.trim() !== "").join(", ") || null;
}

function valueText(
  value: Json,
  { title, question_type: type, config = {} }: RecordField,
  { language }: Reading,
): string {
  if (type === "number" && typeof value === "number") {
    const number = value.toLocaleString(language, { maximumFractionDigits: 20 });
    return typeof config.unit === "string" && config.unit ? `${number} ${config.unit}` : number;
  }
  if (type === "date") return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? longDay(String(value), wordsLocale()) : "";
  if (type === "yes_no") {
    const label = config[`${value}_label`] ?? words.choices[value as "yes" | "no"];
    return `${title} ${label}`;
  }
  const options: unknown[] = Array.isArray(config.options) ? config.options : [];
  const option = options.find((one) => isObject(one) && one.value === value);
  return isObject(option) ? String(option.label) : String(value);
}
