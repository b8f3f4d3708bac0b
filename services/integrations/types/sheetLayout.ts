import type { SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { questionsOf, type Readable, readableAnswers } from "./answers.ts";

/** Pure layout of a sheet's rows (decisions §7). */
export interface Column {
  title: string;
  value: Readable;
}

/** Index of each column in the sheet, from 0. `added` are titles that the header lacks. */
export interface Layout {
  indexes: number[];
  width: number;
  added: string[];
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
export function layOut(header: readonly string[], columns: readonly Column[]): Layout {
  const taken = new Set<number>();
  const added: string[] = [];
  const indexes = columns.map(({ title }) => {
    const found = header.findIndex((text, index) => text === title && !taken.has(index));
    const index = found >= 0 ? found : header.length + added.push(title) - 1;
    taken.add(index);
    return index;
  });
  return { indexes, width: header.length + added.length, added };
}

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
