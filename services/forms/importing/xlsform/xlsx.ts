import { WorkbookFault, type WorkbookReason } from "../../../../shared/workbook/fault.ts";
import { serialTime } from "../../../../shared/workbook/serial.ts";
import type { SheetCell } from "../../../../shared/workbook/sheet.ts";
import { type OpenWorkbook, openWorkbook } from "../../../../shared/workbook/workbook.ts";
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

/** Reads the sheets of an XLSForm from a workbook. */
export async function readXlsx(bytes: Buffer, count: () => void): Promise<Workbook> {
  try {
    return await sheetsOf(await openWorkbook(bytes, limits), count);
  } catch (error) {
    if (error instanceof WorkbookFault) throw new Refusal(messages[error.reason]);
    throw error;
  }
}

async function sheetsOf({ sheets, is1904 }: OpenWorkbook, count: () => void): Promise<Workbook> {
  const workbook: Workbook = {};
  const read = new Set<SheetName>();
  for (const { name: written, rows } of sheets) {
    const name = sheetNameOf(written);
    if (!name || read.has(name)) continue;
    read.add(name);
    const sheet = new SheetRows(name, count);
    for await (const { number, cells, formulas } of rows())
      sheet.add(number, new Map(cells.map((cell) => [cell.column, cellText(cell, is1904)])), formulas);
    workbook[name] = sheet.rows;
  }
  return workbook;
}

/** Whole numbers that show a date are its day. */
function cellText({ kind, text, format }: SheetCell, is1904: boolean): string {
  if (kind === "boolean") return text === "1" ? "true" : "false";
  const isDate = kind === "number" && format !== null && format !== "time" && /^\d+$/.test(text);
  return (isDate && serialTime(Number(text), is1904)?.slice(0, 10)) || appended("", text);
}
