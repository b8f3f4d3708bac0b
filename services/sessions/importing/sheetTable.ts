import type { FileRecord, Records } from "./files/records.ts";
import { columnLimit, rowLimit } from "./limits.ts";
import { Refusal } from "./refusal.ts";
import { formatOf } from "./sources/recognize.ts";
import { type RowReader, type Sheet, type SheetFormat, sampleRows } from "./sources/sheet.ts";
import { type FileCell, isBlank, type OwnColumn, type Table, type TableRow, textOf } from "./table.ts";

/** The start of a file with headers, and the form that it has. */
export interface Beginning {
  records: Records;
  sheet: Sheet;
  format: SheetFormat;
}

/** Reads the headers and the first rows of a file. Null for one without headers. */
export async function beginningOf(records: Records): Promise<Beginning | null> {
  let headers: string[] | null = null;
  const rows: string[][] = [];
  for await (const { cells } of records.read()) {
    if (cells.every(isBlank)) continue;
    if (headers) rows.push(cells.map(textOf));
    else headers = headersOf(cells);
    if (rows.length === sampleRows) break;
  }
  if (!headers) return null;
  const sheet = { headers, rows };
  return { records, sheet, format: formatOf(sheet) };
}

/** Returns why files without headers aren't read. */
export function noHeaders(records: Records): Refusal {
  const broken = records.brokenOff();
  return new Refusal(`file: must have a row of headers${broken ? `, but row ${broken.row} ${broken.reason}` : ""}`);
}

/** Spreadsheets and surveys leave empty columns at the end. */
function headersOf(cells: readonly FileCell[]): string[] {
  const last = cells.findLastIndex((cell) => !isBlank(cell));
  if (last >= columnLimit) throw tooManyColumns();
  return cells.slice(0, last + 1).map(textOf);
}

/** Returns the table of a file with headers. */
export function sheetTable({ records, sheet: given, format }: Beginning): Table {
  const sheet = widened(given, format.width?.(given) ?? 0);
  const { source, zone, timeOrder } = format;
  const own = format.own(sheet);
  const extraHeaders = format.extraHeaders?.(sheet) ?? 0;
  const headers = format.headers?.(sheet);
  const titles = extraHeaders > 0 && !headers ? sheet.headers.map((_, at) => sheet.rows[0]?.[at] ?? "") : undefined;
  const read = rowReader(own, format.reader?.(sheet) ?? {});
  return {
    ...{ source, headers: headers ?? sheet.headers, own, zone },
    ...(titles && { titles }),
    ...(timeOrder && { timeOrder }),
    ...format.times?.(sheet),
    ...(format.wasTable?.(sheet) && { formerly: { headers: sheet.headers, own: sheet.headers.map(() => null) } }),
    brokenOff: records.brokenOff,
    async *rows() {
      let count = -1 - extraHeaders;
      for await (const record of records.read()) {
        if (record.cells.every(isBlank)) continue;
        count += 1;
        if (count > rowLimit) throw tooManyRows();
        if (count > 0) yield read(record);
      }
    },
  };
}

function widened(sheet: Sheet, width: number): Sheet {
  if (width > columnLimit) throw tooManyColumns();
  const more = Array.from({ length: Math.max(0, width - sheet.headers.length) }, () => "");
  return more.length === 0 ? sheet : { ...sheet, headers: [...sheet.headers, ...more] };
}

export const tooManyRows = (): Refusal => new Refusal(`file: must have at most ${rowLimit.toLocaleString("en")} rows`);
export const tooManyColumns = (): Refusal =>
  new Refusal(`file: must have at most ${columnLimit.toLocaleString("en")} columns`);

/** Returns a function that fits rows to the headers. */
function rowReader(own: readonly (OwnColumn | null)[], reader: RowReader): (record: FileRecord) => TableRow {
  const { isUnfinished = () => false, refusal = () => null, asked = () => null, isNoTime } = reader;
  const width = own.length;
  const times = own.flatMap((kind, at) => (kind === null || kind === "id" || kind === "language" ? [] : [at]));
  return ({ number, cells: given }) => {
    const cells = Array.from({ length: width }, (_, at) => given[at] ?? "");
    const isTooLong = given.length > width && !given.slice(width).every(isBlank);
    const row = {
      number,
      cells,
      isUnfinished: isUnfinished(cells),
      refusal: isTooLong ? "has more cells than the headers" : refusal(cells),
      asked: asked(cells),
    };
    if (isNoTime) for (const at of times) if (isNoTime(textOf(cells[at]).trim())) cells[at] = "";
    return row;
  };
}
