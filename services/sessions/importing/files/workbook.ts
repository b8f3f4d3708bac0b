import { WorkbookFault } from "../../../../shared/workbook/fault.ts";
import { openParts, type Parts } from "../../../../shared/workbook/parts.ts";
import { serialDuration, serialTime } from "../../../../shared/workbook/serial.ts";
import type { SheetCell, SheetRow } from "../../../../shared/workbook/sheet.ts";
import type { NumberFormat } from "../../../../shared/workbook/styles.ts";
import { isWorkbook, type Sheet, workbookOf } from "../../../../shared/workbook/workbook.ts";
import { columnLimit, rowBytes, unpackedLimit } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import { type Cell, type FileCell, textOf } from "../table.ts";
import { type BrokenOff, type Records, restUnread, rowTooLarge } from "./records.ts";

/** A sheet's rows. */
export interface SheetRecords {
  name: string;
  isHidden: boolean;
  records: Records;
}

const mebibyte = 1024 * 1024;
const limits = { unpacked: unpackedLimit, row: 8 * mebibyte, texts: 128 * mebibyte };
/** Sheets that are looked at. */
const sheetLimit = 100;

/** Opens the sheets of a workbook. Throws a Refusal for another ZIP file, and for one that can't be read. */
export async function openSheets(bytes: Buffer): Promise<SheetRecords[]> {
  try {
    const parts = await openParts(bytes, unpackedLimit);
    if (!isWorkbook(parts)) throw new Refusal(`file: ${otherArchive(parts)}`);
    const { sheets, is1904 } = await workbookOf(parts, limits);
    return sheets.slice(0, sheetLimit).map((sheet) => ({
      ...{ name: sheet.name, isHidden: sheet.isHidden },
      records: sheetRecords(sheet, is1904),
    }));
  } catch (error) {
    throw error instanceof WorkbookFault ? refusalOf(error) : error;
  }
}

function otherArchive({ names }: Parts): string {
  if (names.has("xl/workbook.bin")) return "is an .xlsb workbook; save it as .xlsx";
  if (names.has("content.xml") && names.has("mimetype")) return "is an OpenDocument file; save it as .xlsx or CSV";
  if (names.has("Index/Document.iwa")) return "is a Numbers document; export it as .xlsx or CSV";
  return "is a ZIP archive; unzip it and send the file of responses in it";
}

function refusalOf({ reason }: WorkbookFault): Refusal {
  if (reason === "too large") return new Refusal("file: must be at most 1 GiB when it is unpacked");
  if (reason === "texts too large")
    return new Refusal("file: must have at most 128 MiB of different texts; save it as CSV");
  if (reason === "document type") return new Refusal("file: must not have a document type in its XML");
  return new Refusal("file: must be an .xlsx workbook that can be read; open it in a spreadsheet and save it again");
}

function sheetRecords({ rows }: Sheet, is1904: boolean): Records {
  let broken: BrokenOff | null = null;
  return {
    async *read() {
      broken = null;
      let next = 1;
      try {
        for await (const row of rows()) {
          const cells = cellsOf(row, is1904);
          if (isTooLarge(cells)) throw rowTooLarge(row.number);
          next = row.number + 1;
          yield { number: row.number, cells };
        }
      } catch (error) {
        if (!(error instanceof WorkbookFault)) throw error;
        if (error.reason === "row too large") throw rowTooLarge(next);
        if (error.reason !== "unreadable") throw refusalOf(error);
        broken = { row: next, reason: `is damaged; ${restUnread}` };
      }
    },
    brokenOff: () => broken,
  };
}

export function isTooLarge(cells: readonly FileCell[]): boolean {
  const length = cells.reduce((sum, cell) => sum + textOf(cell).length, 0);
  // a character takes up to 3 bytes
  return length * 3 > rowBytes && cells.reduce((sum, cell) => sum + Buffer.byteLength(textOf(cell)), 0) > rowBytes;
}

/** Returns a row from its first column on. Columns beyond the limit are one, because only their being there counts. */
function cellsOf({ cells, errors, formulas }: SheetRow, is1904: boolean): FileCell[] {
  const row: FileCell[] = [];
  const put = (at: number, cell: FileCell) => {
    const column = Math.min(at, columnLimit);
    while (row.length < column) row.push("");
    row[column] = cell;
  };
  for (const cell of cells) put(cell.column, cellOf(cell, is1904));
  for (const column of errors) put(column, errorCell);
  for (const column of formulas) put(column, formulaCell);
  return row;
}

const errorCell: FileCell = { text: "", fault: "is an error of the spreadsheet" };
const formulaCell: FileCell = {
  text: "",
  fault: "is a formula without a stored value; open and save the file in a spreadsheet",
};

function cellOf({ kind, text, format }: SheetCell, is1904: boolean): Cell {
  if (kind === "text") return text;
  if (kind === "boolean") return text === "1" ? "TRUE" : "FALSE";
  if (kind === "date") return isoCell(text);
  const serial = Number(text);
  // a day has no hour 30
  if (format === "duration" && serial >= 1) return durationCell(serial, is1904);
  const time = format && serialTime(serial, is1904);
  if (time) return { text: shownTime(time, format), date: time };
  return isSerial(serial) ? new NumberCell(text, serial, is1904) : text;
}

function durationCell(serial: number, is1904: boolean): Cell {
  const text = serialDuration(serial);
  return { text, json: text, before: serialTime(serial, is1904)?.slice(11, 19) ?? text };
}

const isSerial = (number: number): boolean => number >= 0 && number < 2_958_466;

/** A number that stands for a date, too. Few are asked for it. */
class NumberCell {
  readonly text: string;
  private readonly serial: number;
  private readonly is1904: boolean;

  constructor(text: string, serial: number, is1904: boolean) {
    this.text = text;
    this.serial = serial;
    this.is1904 = is1904;
  }

  get date(): string {
    return serialTime(this.serial, this.is1904) ?? "";
  }
}

function shownTime(time: string, format: NumberFormat): string {
  if (format === "date") return time.slice(0, 10);
  return format === "time" || format === "duration" ? time.slice(11, 19) : time.slice(0, 19).replace("T", " ");
}

function isoCell(text: string): Cell {
  const [, day, time = "00:00:00"] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}))?/.exec(text) ?? [];
  return day === undefined ? text : { text, date: `${day}T${time}` };
}
