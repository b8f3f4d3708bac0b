import { type Api, bodyOf, type Exchange, isSuccess } from "./authorized.ts";
import { columnName, type Layout } from "./sheetLayout.ts";
import type { Outcome } from "./type.ts";

/**
 * A sheet, by the Sheets API's `spreadsheets.values`
 * (https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values). All values are RAW, so
 * that text with a leading "=" stays text.
 */
export interface Sheet {
  /** Name of the lease for preparing its header. */
  lease: string;
  title: string;
  read(range: string): Promise<Exchange>;
  write(range: string, row: readonly unknown[]): Promise<Exchange>;
  /** Appends to the table around a cell, from the table's first column on. */
  append(cell: string, row: readonly unknown[]): Promise<Exchange>;
  /** Reads the sheet's properties. The response has no `sheets` if the sheet doesn't exist. */
  describe(): Promise<Exchange>;
  change(requests: object[]): Promise<Exchange>;
}

export type Stopped = { kind: "stopped"; outcome: Outcome };
export const stopped = ({ outcome }: Exchange): Stopped => ({ kind: "stopped", outcome });

export function openSheet(api: Api, spreadsheetId: string, title: string): Sheet {
  const base = `/v4/spreadsheets/${spreadsheetId}`;
  const values = (range: string) => `${base}/values/${encodeURIComponent(`'${title.replaceAll("'", "''")}'!${range}`)}`;
  const bodyWith = (row: readonly unknown[]) => ({ majorDimension: "ROWS", values: [row] });
  return {
    lease: `sheet/${spreadsheetId}/${title}`,
    title,
    read: (range) => api.send({ method: "GET", path: `${values(range)}?valueRenderOption=UNFORMATTED_VALUE` }),
    write: (range, row) =>
      api.send({ method: "PUT", path: `${values(range)}?valueInputOption=RAW`, body: bodyWith(row) }),
    // insert, so that concurrent appends don't overwrite each other
    append: (cell, row) =>
      api.send({
        method: "POST",
        path: `${values(cell)}:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS`,
        body: bodyWith(row),
      }),
    describe: () =>
      api.send({
        method: "GET",
        path: `${base}?fields=${encodeURIComponent("sheets.properties(sheetId,title,gridProperties)")}`,
      }),
    change: (requests) => api.send({ method: "POST", path: `${base}:batchUpdate`, body: { requests } }),
  };
}

/** Rows of session ids that fit into a response. */
const pieceRows = 1_200;
/** Responses to search for the row of an earlier attempt, and for one to rewrite. */
const pieces = { repeat: 3, rewrite: 40 };

type Looked<T> = Stopped | ({ kind: "looked"; outcome: Outcome } & T);

/**
 * Finds the row of an earlier attempt whose response was lost: all our cells are equal. Searches the last 3,600 rows,
 * from the end. The API offers no better way to identify a request.
 */
export async function findRow(
  sheet: Sheet,
  layout: Layout,
  row: readonly unknown[],
): Promise<Stopped | { kind: "looked"; outcome: Outcome | null }> {
  const last = await lastRow(sheet);
  if (last.kind === "stopped") return last;
  for (const piece of piecesOf(last.number, null, pieces.repeat)) {
    const found = await rowsWith(sheet, ...idOf(layout, row), piece);
    if (found.kind === "stopped") return found;
    for (const number of found.numbers) {
      const read = await sheet.read(`${number}:${number}`);
      if (!isSuccess(read)) return stopped(read);
      const cells = rowsOf(read)?.[0] ?? [];
      const isOurs = layout.indexes.every((index) => String(cells[index] ?? "") === String(row[index] ?? ""));
      if (isOurs) return { kind: "looked", outcome: read.outcome };
    }
  }
  return { kind: "looked", outcome: null };
}

/**
 * Finds the row of a session, first around the place where it was appended (0 if unknown), then among the last 48,000 rows, from the
 * end. `number` is null if there is none.
 */
export async function findSession(
  sheet: Sheet,
  layout: Layout,
  row: readonly unknown[],
  place: number,
): Promise<Looked<{ number: number | null }>> {
  return lastRowWith(sheet, ...idOf(layout, row), place);
}

/** Returns the column of the session's id, from 0, and the id. */
const idOf = ({ indexes: [column = 0] }: Layout, row: readonly unknown[]): [column: number, id: unknown] => [
  column,
  row[column],
];

/** Finds a row by a value in a column, from 0, as `findSession` does. */
export async function lastRowWith(
  sheet: Sheet,
  column: number,
  value: unknown,
  place = 0,
): Promise<Looked<{ number: number | null }>> {
  const last = await lastRow(sheet);
  if (last.kind === "stopped") return last;
  for (const piece of piecesOf(last.number, place || null, pieces.rewrite)) {
    const found = await rowsWith(sheet, column, value, piece);
    if (found.kind === "stopped") return found;
    // the newest, where several events of the session have rows
    const number = found.numbers.at(-1);
    if (number !== undefined) return { kind: "looked", outcome: found.outcome, number };
  }
  return { kind: "looked", outcome: last.outcome, number: null };
}

async function lastRow(sheet: Sheet): Promise<Looked<{ number: number }>> {
  const described = await sheet.describe();
  if (!isSuccess(described)) return stopped(described);
  const number = propertiesOf(described, sheet.title)?.gridProperties?.rowCount ?? 0;
  return { kind: "looked", outcome: described.outcome, number };
}

export interface Properties {
  sheetId: number;
  title: string;
  gridProperties?: { rowCount?: number; columnCount?: number };
}

export function propertiesOf(described: Exchange, title: string): Properties | undefined {
  const { sheets = [] } = Object(bodyOf(described)) as { sheets?: { properties: Properties }[] };
  return sheets.find(({ properties }) => properties.title === title)?.properties;
}

interface Piece {
  from: number;
  to: number;
}

/** Pieces of the rows below the header: one around a place, if it is known, then from the end. */
function* piecesOf(last: number, place: number | null, count: number): Generator<Piece> {
  const endingAt = (to: number): Piece => ({ from: Math.max(2, to - pieceRows + 1), to });
  if (place !== null && last > 1) yield endingAt(Math.min(last, place + pieceRows / 4));
  for (let at = 0, to = last; to > 1 && at < count; at += 1, to -= pieceRows) yield endingAt(to);
}

/** Returns the numbers of rows that have the value in the column. */
async function rowsWith(
  sheet: Sheet,
  column: number,
  value: unknown,
  { from, to }: Piece,
): Promise<Looked<{ numbers: number[] }>> {
  const name = columnName(column);
  const read = await sheet.read(`${name}${from}:${name}${to}`);
  if (!isSuccess(read)) return stopped(read);
  const numbers = (rowsOf(read) ?? []).flatMap(([cell], index) => (cell === value ? [from + index] : []));
  return { kind: "looked", outcome: read.outcome, numbers };
}

/** Returns a range's values without trailing blanks. Null if the response was cut off. */
export function rowsOf(answered: Exchange): unknown[][] | null {
  const body = bodyOf(answered);
  return body === undefined ? null : ((Object(body) as { values?: unknown[][] }).values ?? []);
}
