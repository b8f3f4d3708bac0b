/** Rows of answers to records (features §18.2). */
import { isObject, type Json } from "../json.ts";
import type { CompiledQuestion } from "./question.ts";

export type Row = { [key: string]: Json };

/** Returns the value of a row's field, or null if it is empty. Keys can have names of Object.prototype's members. */
export const cellOf = (row: Json | undefined, key: string): Json =>
  isObject(row) && Object.hasOwn(row, key) ? ((row[key] ?? null) as Json) : null;

/** Returns the rows of an answer. Empty for what an older version stored in another type. */
export const rowsIn = (answer: Json): Row[] => (Array.isArray(answer) ? answer.filter(isObject) : []) as Row[];

/** A field of rows, with its title. */
export interface RowField {
  key: string;
  title: string;
  question: CompiledQuestion;
}

/** Returns the fields of a question's rows. Null for other types. */
export function rowFieldsOf({ config, fields }: Pick<CompiledQuestion, "config" | "fields">): RowField[] | null {
  const listed = config.fields as { key: string; title: string }[];
  return fields && listed.map(({ key, title }) => ({ key, title, question: fields.get(key) as CompiledQuestion }));
}
