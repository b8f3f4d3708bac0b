import type { Graph } from "../../../shared/domain/graph/types.ts";
import type { SessionDetail } from "../../../shared/domain/shapes/sessions.ts";
import { questionsOf, type Readable, readableAnswers } from "./answers.ts";

/** What a row of a sheet holds, and where (decisions §7). Pure. */
export interface Column {
  title: string;
  value: Readable;
}

/** Where each of the columns stands in the sheet, from 0; `added` are the titles that its header lacks, for its end. */
export interface Layout {
  places: number[];
  width: number;
  added: string[];
}

/** The most characters that a cell takes: https://support.google.com/drive/answer/37603 */
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
 * Columns are known by their titles, wherever their owner has moved them; of those with the same title the first belongs
 * to the first. So a form's later version, or another form, finds its columns beside those that are there.
 */
export function layOut(header: readonly string[], columns: readonly Column[]): Layout {
  const taken = new Set<number>();
  const added: string[] = [];
  const places = columns.map(({ title }) => {
    const known = header.findIndex((text, index) => text === title && !taken.has(index));
    const place = known >= 0 ? known : header.length + added.push(title) - 1;
    taken.add(place);
    return place;
  });
  return { places, width: header.length + added.length, added };
}

/** Columns that are not ours stay as they are: null writes nothing. */
export function rowOf({ places, width }: Layout, columns: readonly Column[]): (Readable | null)[] {
  const row = Array<Readable | null>(width).fill(null);
  columns.forEach(({ value }, index) => {
    row[places[index] ?? 0] = value;
  });
  return row;
}

/** 0 → A, 25 → Z, 26 → AA */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
