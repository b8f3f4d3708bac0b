import { uuidPattern } from "../../../shared/domain/formats.ts";
import { bodyOf, type Exchange, isSuccess, textAt } from "./authorized.ts";
import { failure } from "./outcome.ts";
import { lastRowWith, propertiesOf, rowsOf, type Sheet, type Stopped, stopped } from "./sheet.ts";
import { type Column, columnIndex, columnName, type Header, type Layout, layOut, namedIn } from "./sheetLayout.ts";
import type { Outcome } from "./type.ts";

/** The header of a sheet, wherever the owner moved it, and new rows below it. */

const firstRows = 10;

type Found = Stopped | { kind: "header"; header: Header };

/**
 * Finds the row that has our first column, or else the most of the others: among the first rows, then by sorted session ids. Otherwise
 * it is the first row, whose titles are empty if the sheet is blank or doesn't exist.
 */
export async function readHeader(sheet: Sheet, columns: readonly Column[]): Promise<Found> {
  const rows: Header[] = [];
  while (rows.length < firstRows) {
    const read = await readTitles(sheet, rows.length + 1);
    if (read.kind === "stopped") return read;
    if (read.titles === null) break;
    const row = { number: rows.length + 1, titles: read.titles };
    if (namedIn(row.titles, columns.slice(0, 1)) > 0) return { kind: "header", header: row };
    rows.push(row);
  }
  const best = Math.max(0, ...rows.map(({ titles }) => namedIn(titles, columns)));
  const found = rows.find(({ titles }) => namedIn(titles, columns) === best);
  const first: Found = { kind: "header", header: found ?? { number: 1, titles: [] } };
  return best > 0 ? first : ((await readSorted(sheet, rows, columns)) ?? first);
}

/** Finds a header that the owner sorted together with its rows. Null if the first rows have no session id, or no row is the header. */
async function readSorted(sheet: Sheet, rows: readonly Header[], [id]: readonly Column[]): Promise<Found | null> {
  const places = rows.map(({ titles }) => titles.findIndex((cell) => uuidPattern.test(cell)));
  const column = places.find((place) => place >= 0);
  if (column === undefined) return null;
  const found = await lastRowWith(sheet, column, id?.title);
  if (found.kind === "stopped") return found;
  if (found.number === null) return null;
  const read = await readTitles(sheet, found.number);
  return read.kind === "stopped"
    ? read
    : { kind: "header", header: { number: found.number, titles: read.titles ?? [] } };
}

/** Reads a row. Null if the sheet doesn't have it (400), or it is too long for a header. */
async function readTitles(sheet: Sheet, number: number): Promise<Stopped | { kind: "row"; titles: string[] | null }> {
  const answered = await sheet.read(`${number}:${number}`);
  if (answered.kind === "answered" && answered.answer.status === 400) return { kind: "row", titles: null };
  if (!isSuccess(answered)) return stopped(answered);
  const rows = rowsOf(answered);
  if (rows !== null) return { kind: "row", titles: (rows[0] ?? []).map(String) };
  if (number > 1) return { kind: "row", titles: [] };
  return { kind: "stopped", outcome: failure("The sheet's first row is too long to read.") };
}

/**
 * Appends a row below the header. The row is written again where Google doesn't put all of it in its columns: some are before the table
 * around `session_id`, or Google takes cells beside an empty title for the same table, whose first column is another one then.
 */
export async function appendRow(
  sheet: Sheet,
  { header, indexes, start }: Layout,
  row: readonly unknown[],
): Promise<{ outcome: Outcome; number: number | null }> {
  const appended = await sheet.append(`${columnName(indexes[0] ?? 0)}${header}`, row.slice(start));
  const place = placeOf(appended);
  if (!place) return { outcome: appended.outcome, number: null };
  const isWhole = place.column === start && indexes.every((index) => index >= start);
  const outcome = isWhole
    ? appended.outcome
    : (await sheet.write(`A${place.number}`, movedTo(place.column, row, start))).outcome;
  return { outcome, number: place.number };
}

/** Returns a row with all cells, and without those that it has in other columns now. */
function movedTo(column: number, row: readonly unknown[], start: number): readonly unknown[] {
  if (column === start) return row;
  const width = Math.max(row.length, column + row.length - start);
  return Array.from({ length: width }, (_, at) => row[at] ?? "");
}

/** Returns the place that an append reports (`updates.updatedRange`), its column from 0, or null. */
function placeOf(appended: Exchange): { column: number; number: number } | null {
  const { updates } = Object(bodyOf(appended)) as { updates?: unknown };
  // the name of the sheet may have such a place
  const [, letters, number] = /.*!([A-Z]+)(\d+)/s.exec(textAt(updates, "updatedRange")) ?? [];
  return letters === undefined ? null : { column: columnIndex(letters), number: Number(number) };
}

/** Reads the header again under the lease, and adds missing columns. */
export async function prepareHeader(
  sheet: Sheet,
  columns: readonly Column[],
): Promise<Stopped | { kind: "prepared"; layout: Layout }> {
  const problem = await makeRoom(sheet, columns.length);
  if (problem) return problem;
  const read = await readHeader(sheet, columns);
  if (read.kind === "stopped") return read;
  const layout = layOut(read.header, columns);
  if (layout.added.length === 0) return { kind: "prepared", layout };
  const tooNarrow = layout.width > columns.length ? await makeRoom(sheet, layout.width) : null;
  if (tooNarrow) return tooNarrow;
  const from = columnName(layout.width - layout.added.length);
  const to = columnName(layout.width - 1);
  const written = await sheet.write(`${from}${layout.header}:${to}${layout.header}`, layout.added);
  return isSuccess(written) ? { kind: "prepared", layout } : stopped(written);
}

/**
 * Creates the sheet if it doesn't exist, and widens it if needed. A new spreadsheet has one sheet of 26 columns, with
 * another name.
 */
async function makeRoom(sheet: Sheet, width: number): Promise<Stopped | null> {
  const described = await sheet.describe();
  if (!isSuccess(described)) return stopped(described);
  const found = propertiesOf(described, sheet.title);
  const columnCount = found?.gridProperties?.columnCount ?? 0;
  if (found && columnCount >= width) return null;
  const changed = await sheet.change([
    found
      ? { appendDimension: { sheetId: found.sheetId, dimension: "COLUMNS", length: width - columnCount } }
      : {
          addSheet: {
            properties: { title: sheet.title, gridProperties: { rowCount: 2, columnCount: Math.max(26, width) } },
          },
        },
  ]);
  return isSuccess(changed) ? null : stopped(changed);
}
