import type { FileResponse, Mapping, Responses, TargetForm } from "../../../services/sessions/importing/response.ts";
import { openResponses } from "../../../services/sessions/importing/responses.ts";
import type { Cell, OwnColumn, Table } from "../../../services/sessions/importing/table.ts";
import type { ImportSource } from "../../../shared/api/shapes/responseImports.ts";
import type { GraphNode, Json, Texts } from "../../../shared/domain/graph/types.ts";

/** A table in memory. Values of JSON are cells with that value. */
export interface Given {
  source?: ImportSource;
  headers: readonly string[];
  titles?: readonly string[];
  own?: readonly (OwnColumn | null)[];
  zone?: string | null;
  rows: readonly (readonly (Cell | number | boolean | null | Json[])[])[];
}

export function tableOf({ source = "table", headers, titles, own, zone = "UTC", rows }: Given): Table {
  return {
    source,
    headers,
    ...(titles && { titles }),
    own: headers.map((_, column) => own?.[column] ?? null),
    zone,
    brokenOff: () => null,
    async *rows() {
      for (const [at, cells] of rows.entries()) {
        const all = headers.map((_, column) => cellOf(cells[column] ?? ""));
        yield { number: at + 2, cells: all, isUnfinished: false, refusal: null };
      }
    },
  };
}

const isCell = (value: object): value is Exclude<Cell, string> => "text" in value;

function cellOf(value: Cell | number | boolean | null | Json[]): Cell {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null && !Array.isArray(value) && isCell(value)) return value;
  return { text: JSON.stringify(value), json: value as Json };
}

export const json = (value: Json): Cell => ({ text: JSON.stringify(value), json: value });

/** A question without its id. */
export type Asked = [type: string, title: string, config?: Record<string, unknown>];

export function formOf(
  questions: Readonly<Record<string, Asked>>,
  more: { hidden?: string[]; language?: string; translations?: Record<string, Texts>; markup?: "inline" } = {},
): TargetForm {
  const nodes: GraphNode[] = Object.entries(questions).map(([id, [questionType, title, config = {}]]) => ({
    id,
    question_type: questionType,
    data: { title, config },
  }));
  return {
    graph: {
      schema_version: "2.0",
      nodes,
      edges: [],
      hidden_fields: more.hidden ?? [],
      ...(more.markup && { markup: more.markup }),
    },
    language: more.language ?? "en",
    translations: new Map(Object.entries(more.translations ?? {})),
  };
}

export const noMapping: Mapping = { version: null, zone: null, encoding: null, date_order: null, columns: new Map() };

export const mapped = (columns: Record<string, string | null>, more: Partial<Mapping> = {}): Mapping => ({
  ...noMapping,
  ...more,
  columns: new Map(Object.entries(columns)),
});

export const now = new Date("2026-11-28T00:00:00Z");

export const opened = (table: Given, form: TargetForm, mapping = noMapping): Promise<Responses> =>
  openResponses([tableOf(table)], form, mapping, now);

export async function rowsOf(table: Given, form: TargetForm, mapping = noMapping): Promise<FileResponse[]> {
  const rows: FileResponse[] = [];
  for await (const row of (await opened(table, form, mapping)).read()) rows.push(row);
  return rows;
}

/** Returns the answers of each row by node id. */
export async function answersOf(table: Given, form: TargetForm, mapping = noMapping): Promise<Record<string, Json>[]> {
  return (await rowsOf(table, form, mapping)).map(({ answers }) =>
    Object.fromEntries([...answers].map(([id, { value }]) => [id, value])),
  );
}

/** Returns what is refused of each row, as `column: reason`. */
export async function refusedOf(table: Given, form: TargetForm, mapping = noMapping): Promise<string[][]> {
  return (await rowsOf(table, form, mapping)).map(({ refused }) =>
    refused.map(({ column, reason }) => `${column}: ${reason}`),
  );
}

export async function suggestionsOf(table: Given, form: TargetForm): Promise<(string | null)[]> {
  return (await opened(table, form)).columns.map(({ suggestion }) => suggestion);
}

const idOf = (label: string): string => label.toLowerCase().replaceAll(/\W+/g, "_");

export const options = (...labels: string[]) => ({
  options: labels.map((label) => ({ value: idOf(label), label })),
});

export const grid = (rows: string[], columns: string[]) => ({
  rows: rows.map((label) => ({ key: idOf(label), label })),
  columns: columns.map((label) => ({ value: idOf(label), label })),
});
