import type { SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { questionsOf, type Readable, readableAnswers } from "./answers.ts";

/** Pure layout of a sheet's rows (decisions §7). */
export interface Column {
  title: string;
  value: Readable;
}

/** The row with the titles, wherever the owner moved it. `number`: from 1 */
export interface Header {
  number: number;
  titles: readonly string[];
}

/** Index of each column in the sheet, from 0. `added` are titles that the header lacks. */
export interface Layout {
  /** number of the header's row */
  header: number;
  indexes: number[];
  width: number;
  added: string[];
  /** index of the first column of the table around `session_id`, which an empty title separates from others */
  start: number;
}

/** Maximum characters of a cell: https://support.google.com/drive/answer/37603 */
const cellLimit = 50_000;

export function columnsOf(graph: Graph, session: SessionDetail): Column[] {
  const answers = readableAnswers(graph, session);
  const cut = (value: Readable) => (typeof value === "string" ? value.slice(0, cellLimit) : value);
  return [
    { title: "session_id", value: session.id },
    { title: "started_at", value: session.started_at },
    { title: "completed_at", value: session.completed_at ?? "" },
    { title: "total_score", value: session.total_score },
    ...questionsOf(graph).map(({ id, data }) => ({
      title: data.title?.trim() || id,
      value: cut(answers.get(id) ?? ""),
    })),
  ];
}

/**
 * Finds columns by title, wherever the owner moved them. Columns with equal titles match in order. So a later version,
 * or another form, reuses the existing columns.
 */
export function layOut({ number, titles }: Header, columns: readonly Column[]): Layout {
  const taken = new Set<number>();
  const added: string[] = [];
  const indexes = columns.map(({ title }) => {
    const found = titles.findIndex((text, index) => text === title && !taken.has(index));
    const index = found >= 0 ? found : titles.length + added.push(title) - 1;
    taken.add(index);
    return index;
  });
  const [first = 0] = indexes;
  const start = [...titles, ...added].slice(0, first).lastIndexOf("") + 1;
  return { header: number, indexes, width: titles.length + added.length, added, start };
}

/** Returns how many of the columns a row names. */
export const namedIn = (titles: readonly string[], columns: readonly Column[]): number =>
  columns.filter(({ title }) => titles.includes(title)).length;

/** Returns a row. Null leaves the owner's columns unchanged. */
export function rowOf({ indexes, width }: Layout, columns: readonly Column[]): (Readable | null)[] {
  const row = Array<Readable | null>(width).fill(null);
  columns.forEach(({ value }, index) => {
    row[indexes[index] ?? 0] = value;
  });
  return row;
}

/** Returns the column name: 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** Returns the index of a column: A → 0, AA → 26. */
export const columnIndex = (name: string): number =>
  [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
