import { WorkbookFault, type WorkbookReason } from "../../../../shared/workbook/fault.ts";
import { serialTime } from "../../../../shared/workbook/serial.ts";
import type { SheetCell } from "../../../../shared/workbook/sheet.ts";
import { type OpenWorkbook, openWorkbook, type Sheet } from "../../../../shared/workbook/workbook.ts";
import { Refusal } from "../refusal.ts";
import { appended, type SheetName, SheetRows, sheetNameOf, type Workbook } from "./workbook.ts";

/** Bytes of all parts of a workbook, unpacked. That also limits its rows and texts. */
const unpackedLimit = 50 * 1024 * 1024;
const limits = { unpacked: unpackedLimit, row: unpackedLimit, texts: 2 * unpackedLimit };

const unreadable = "file: must be an .xlsx workbook that can be read; open it in a spreadsheet and save it again";
const tooLarge = "file: must be at most 50 MiB when it is unpacked";

const messages: Readonly<Record<WorkbookReason, string>> = {
  unreadable,
  "too large": tooLarge,
  "row too large": tooLarge,
  "texts too large": tooLarge,
  "document type": "file: must not have a document type in its XML",
};

/** Sheets of a workbook. `first` is its first one if it isn't an XLSForm. */
export interface Sheets {
  workbook: Workbook;
  first: SheetRows | null;
}

/** Reads the sheets of an XLSForm from a workbook, or its first sheet. */
export async function readXlsx(bytes: Buffer, count: () => void): Promise<Sheets> {
  try {
    return await sheetsOf(await openWorkbook(bytes, limits), count);
  } catch (error) {
    if (error instanceof WorkbookFault) throw new Refusal(messages[error.reason]);
    throw error;
  }
}

async function sheetsOf({ sheets, is1904 }: OpenWorkbook, count: () => void): Promise<Sheets> {
  const workbook: Workbook = {};
  const read = new Set<SheetName>();
  for (const sheet of sheets) {
    const name = sheetNameOf(sheet.name);
    if (!name || read.has(name)) continue;
    read.add(name);
    workbook[name] = (await rowsOf(sheet, name, is1904, count)).rows;
  }
  const [first] = sheets;
  return { workbook, first: first && !workbook.survey ? await rowsOf(first, null, is1904, count) : null };
}

async function rowsOf({ rows }: Sheet, name: SheetName | null, is1904: boolean, count: () => void): Promise<SheetRows> {
  const sheet = new SheetRows(name, count);
  for await (const { number, cells, formulas } of rows())
    sheet.add(number, new Map(cells.map((cell) => [cell.column, cellText(cell, is1904)])), formulas);
  return sheet;
}

/** Whole numbers that show a date are its day. */
function cellText({ kind, text, format }: SheetCell, is1904: boolean): string {
  if (kind === "boolean") return text === "1" ? "true" : "false";
  const isDate = kind === "number" && format !== null && format !== "time" && /^\d+$/.test(text);
  return (isDate && serialTime(Number(text), is1904)?.slice(0, 10)) || appended("", text);
}
