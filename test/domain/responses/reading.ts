import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openTables } from "../../../services/sessions/importing/openTables.ts";
import { Refusal } from "../../../services/sessions/importing/refusal.ts";
import {
  type FileCell,
  type OwnColumn,
  type Table,
  type TableRow,
  textOf,
} from "../../../services/sessions/importing/table.ts";

/** Returns a file of `samples/`. */
export const sample = (name: string): Buffer => readFileSync(join(import.meta.dirname, "samples", name));

export const opened = async (file: Buffer | string, encoding: string | null = null): Promise<Table> =>
  (await openTables(typeof file === "string" ? Buffer.from(file) : file, { encoding }))[0];

/** Reads a file to its end. */
export async function read(file: Buffer | string, encoding: string | null = null) {
  const table = await opened(file, encoding);
  const rows: TableRow[] = [];
  for await (const row of table.rows()) rows.push(row);
  return { table, rows, texts: rows.map(({ cells }) => cells.map(textOf)), broken: table.brokenOff() };
}

/** Returns why a file is refused. */
export async function refusalOf(file: Buffer | string, encoding: string | null = null): Promise<string> {
  try {
    await read(file, encoding);
    return "";
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** Returns the headers of the response's own columns by their kind. */
export function ownOf({ headers, own }: Table): Partial<Record<OwnColumn, string[]>> {
  const kinds: Partial<Record<OwnColumn, string[]>> = {};
  for (const [at, kind] of own.entries()) if (kind) kinds[kind] = [...(kinds[kind] ?? []), headers[at] as string];
  return kinds;
}

/** Returns the values of JSON cells, and the texts of others. */
export const valuesOf = (cells: readonly FileCell[]) =>
  cells.map((cell) => (typeof cell === "object" && "json" in cell ? cell.json : textOf(cell)));
