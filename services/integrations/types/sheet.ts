import { type Api, bodyOf, type Exchange, isSuccess } from "./authorized.ts";
import { failure } from "./outcome.ts";
import { type Column, columnName, type Layout, layOut } from "./sheetLayout.ts";
import type { Outcome } from "./type.ts";

/**
 * A sheet by the Sheets API's `spreadsheets.values`
 * (https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values). All is written RAW: what
 * begins with "=" stays text.
 */
export interface Sheet {
  /** the name that its header is prepared under */
  lease: string;
  title: string;
  read(range: string): Promise<Exchange>;
  write(range: string, row: readonly unknown[]): Promise<Exchange>;
  append(row: readonly unknown[]): Promise<Exchange>;
  /** its place in the spreadsheet and its size; the answer has no `sheets` where there is no such sheet */
  describe(): Promise<Exchange>;
  change(requests: object[]): Promise<Exchange>;
}

export type Stopped = { kind: "stopped"; outcome: Outcome };
const stopped = ({ outcome }: Exchange): Stopped => ({ kind: "stopped", outcome });

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
    // inserted, not written over what stands below: of appends at once, none replaces another
    append: (row) =>
      api.send({
        method: "POST",
        path: `${values("A1")}:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS`,
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

/** The first row; empty where it is blank, and where the spreadsheet has no such sheet yet (400: no such range). */
export async function readHeader(sheet: Sheet): Promise<Stopped | { kind: "header"; header: string[] }> {
  const answered = await sheet.read("1:1");
  if (answered.kind === "answered" && answered.answer.status === 400) return { kind: "header", header: [] };
  if (!isSuccess(answered)) return stopped(answered);
  const header = rowsOf(answered);
  if (header === null) return { kind: "stopped", outcome: failure("The sheet's first row is too long to be read.") };
  return { kind: "header", header: (header[0] ?? []).map(String) };
}

/** Under the sheet's lease: looks again, and adds what is still lacking. */
export async function prepareHeader(
  sheet: Sheet,
  columns: readonly Column[],
): Promise<Stopped | { kind: "prepared"; layout: Layout }> {
  const problem = await makeRoom(sheet, columns.length);
  if (problem) return problem;
  const read = await readHeader(sheet);
  if (read.kind === "stopped") return read;
  const layout = layOut(read.header, columns);
  if (layout.added.length === 0) return { kind: "prepared", layout };
  const tooNarrow = layout.width > columns.length ? await makeRoom(sheet, layout.width) : null;
  if (tooNarrow) return tooNarrow;
  const from = columnName(layout.width - layout.added.length);
  const written = await sheet.write(`${from}1:${columnName(layout.width - 1)}1`, layout.added);
  return isSuccess(written) ? { kind: "prepared", layout } : stopped(written);
}

interface Properties {
  sheetId: number;
  title: string;
  gridProperties?: { rowCount?: number; columnCount?: number };
}

/** A new spreadsheet has one sheet, called otherwise; and a sheet is 26 columns wide until it is made wider. */
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

function propertiesOf(described: Exchange, title: string): Properties | undefined {
  const { sheets = [] } = Object(bodyOf(described)) as { sheets?: { properties: Properties }[] };
  return sheets.find(({ properties }) => properties.title === title)?.properties;
}

/** So many rows of session ids fit into what is read of an answer, and so many such pieces are looked through. */
const pieceRows = 1_200;
const pieces = 3;

/**
 * The row of an attempt before this one whose answer was lost, where there is one: it equals ours in every cell of ours.
 * Looked for from the sheet's end, among its last 3,600 rows; the API has no better way to name a request.
 */
export async function findRow(
  sheet: Sheet,
  layout: Layout,
  row: readonly unknown[],
): Promise<Stopped | { kind: "looked"; outcome: Outcome | null }> {
  const described = await sheet.describe();
  if (!isSuccess(described)) return stopped(described);
  const last = propertiesOf(described, sheet.title)?.gridProperties?.rowCount ?? 0;
  const place = layout.places[0] ?? 0;
  for (let to = last; to > 1 && to > last - pieceRows * pieces; to -= pieceRows) {
    const found = await findAmong(sheet, { place, from: Math.max(2, to - pieceRows + 1), to }, layout, row);
    if (found.kind === "stopped" || found.outcome) return found;
  }
  return { kind: "looked", outcome: null };
}

async function findAmong(
  sheet: Sheet,
  { place, from, to }: { place: number; from: number; to: number },
  { places }: Layout,
  row: readonly unknown[],
): Promise<Stopped | { kind: "looked"; outcome: Outcome | null }> {
  const name = columnName(place);
  const ids = await sheet.read(`${name}${from}:${name}${to}`);
  if (!isSuccess(ids)) return stopped(ids);
  const matches = (rowsOf(ids) ?? []).flatMap(([id], index) => (id === row[place] ? [from + index] : []));
  for (const number of matches) {
    const read = await sheet.read(`${number}:${number}`);
    if (!isSuccess(read)) return stopped(read);
    const cells = rowsOf(read)?.[0] ?? [];
    const isOurs = places.every((index) => String(cells[index] ?? "") === String(row[index] ?? ""));
    if (isOurs) return { kind: "looked", outcome: read.outcome };
  }
  return { kind: "looked", outcome: null };
}

/** The values of a range, without what is blank at its end; null where the answer was cut off. */
function rowsOf(answered: Exchange): unknown[][] | null {
  const body = bodyOf(answered);
  return body === undefined ? null : ((Object(body) as { values?: unknown[][] }).values ?? []);
}
