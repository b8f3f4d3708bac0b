import type { ImportSource } from "../../../../shared/api/shapes/responseImports.ts";
import { type FileCell, type OwnColumn, type Table, textOf } from "../table.ts";
import type { DateOrder } from "../writtenTime.ts";

/** The start of a file with headers: it decides what the file is. */
export interface Sheet {
  headers: readonly string[];
  /** the first rows below the first one, up to `sampleRows`, with texts as cells */
  rows: readonly (readonly string[])[];
}

/** Rows that decide about the source. */
export const sampleRows = 20;

/** A form that a source's file has. */
export interface SheetFormat {
  source: ImportSource;
  /** of times without a mark; null if it is unknown */
  zone: "UTC" | null;
  isOf(sheet: Sheet): boolean;
  own(sheet: Sheet): (OwnColumn | null)[];
  /** order of times in figures, where a column allows several */
  timeOrder?: DateOrder;
  /** Returns whether releases before took the file for a table, so that the keys of its stored rows are those of a table's. */
  wasTable?(sheet: Sheet): boolean;
  /** Returns what is particular about its columns of times. */
  times?(sheet: Sheet): Pick<Table, "deviceTimes" | "moments">;
  /** Returns how many columns the headers have, if not only the first row says it. */
  width?(sheet: Sheet): number;
  /** Returns the headers, if several rows make them. */
  headers?(sheet: Sheet): string[];
  /** Returns how rows are read that need more than their cells. */
  reader?(sheet: Sheet): RowReader;
  /** Returns how many rows of headers are below the first one. The first of them has titles. */
  extraHeaders?(sheet: Sheet): number;
}

export interface RowReader {
  /** the source says that the response isn't finished */
  isUnfinished?(cells: readonly FileCell[]): boolean;
  /** Why the row is refused whole, or null. */
  refusal?(cells: readonly FileCell[]): string | null;
  /** whether a cell of a time stands for none */
  isNoTime?(text: string): boolean;
  /** columns that the row can have, or null for all */
  asked?(cells: readonly FileCell[]): ReadonlySet<number> | null;
}

/** Returns how headers are compared: case and blanks don't count. */
export const folded = (header: string): string => header.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();

export const startsWith = (headers: readonly string[], names: readonly string[]): boolean =>
  names.every((name, at) => headers[at] === name);

/** Returns a function that reads the text of the first column with one of these headers, '' if there is none. */
export function cellReader(headers: readonly string[], ...names: string[]): (cells: readonly FileCell[]) => string {
  const at = headers.findIndex((header) => names.includes(header));
  return (cells) => (at < 0 ? "" : textOf(cells[at]).trim());
}

/**
 * Returns the own columns by what `find` says of each. Only the first column of a kind counts, `skip` and `id` aside; later ones are
 * `skip`.
 */
export function ownColumns(
  headers: readonly string[],
  find: (header: string, at: number) => OwnColumn | null | undefined,
): (OwnColumn | null)[] {
  const seen = new Set<OwnColumn>();
  return headers.map((header, at) => {
    const own = find(header, at) ?? null;
    if (own === null || own === "skip" || own === "id") return own;
    if (seen.has(own)) return "skip";
    seen.add(own);
    return own;
  });
}

/** Returns a finder that prefers earlier names: a column is only then of a kind if no column with an earlier name is there. */
export function preferred(headers: readonly string[], own: OwnColumn, ...names: string[]): Record<string, OwnColumn> {
  const there = names.filter((name) => headers.includes(name));
  return Object.fromEntries(there.map((name, at) => [name, at === 0 ? own : "skip"]));
}
