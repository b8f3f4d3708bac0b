import { parseString } from "fast-csv";
import { appended, columnName, type Row, type SheetName, SheetRows, sheetNameOf, type Workbook } from "./workbook.ts";

/**
 * Reads a CSV: one survey sheet, or several sheets as pyxform reads them, with the sheet's name in the first column before its
 * rows. Null if it has no column `type`.
 */
export async function readCsv(text: string, count: () => void): Promise<Workbook | null> {
  const head = text.slice(0, headLength);
  if (!/(^|[,;\t"\n])\s*(type|command)\s*["\s,;\t]/i.test(head)) return null;
  const sheets: Partial<Record<SheetName, SheetRows>> = {};
  let sheet: SheetRows | null = null;
  let isNamed = false;
  let number = 0;
  const take = (cells: string[]) => {
    number += 1;
    const name = sheetNameOf(cells[0] ?? "");
    const startsSheet = name !== null && cells.slice(1).every((cell) => cell.trim() === "");
    if (startsSheet) {
      sheets[name] ??= new SheetRows(name, count);
      sheet = sheets[name];
      isNamed = true;
      return;
    }
    sheet ??= sheets.survey ??= new SheetRows("survey", count);
    sheet.add(number, cellsOf(isNamed ? cells.slice(1) : cells));
  };
  const isRead = await rowsOf(text, delimiterOf(head), take);
  if (!isRead || !sheets.survey) return null;
  return Object.fromEntries(Object.entries(sheets).map(([name, { rows }]) => [name, rows]));
}

/** Reads the rows of a CSV with column names. Null for malformed CSV. */
export async function readTable(text: string, count: () => void): Promise<Row[] | null> {
  const sheet = new SheetRows(null, count);
  let number = 0;
  const take = (cells: string[]) => sheet.add(++number, cellsOf(cells));
  return (await rowsOf(text, delimiterOf(text.slice(0, headLength)), take)) ? sheet.rows : null;
}

/** Returns the names of the columns of a CSV. Empty if its first row can't be read. */
export function readColumns(text: string): Promise<string[]> {
  const head = text.slice(0, headLength).replace(/^\uFEFF/, "");
  return new Promise((resolve) => {
    parseString(head, { delimiter: delimiterOf(head), maxRows: 1 })
      .on("error", () => resolve([]))
      .on("data", (cells: string[]) => resolve(cells.map(columnName)))
      .on("end", () => resolve([]));
  });
}

const headLength = 64 * 1024;

const cellsOf = (cells: readonly string[]) => new Map(cells.map((cell, at) => [at, appended("", cell)]));

/** Returns false for malformed CSV. Errors of `take` are thrown. */
function rowsOf(text: string, delimiter: string, take: (cells: string[]) => void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stream = parseString(text.replace(/^\uFEFF/, ""), { delimiter, ignoreEmpty: false });
    stream
      .on("error", () => resolve(false))
      .on("data", (cells: string[]) => {
        try {
          take(cells);
        } catch (error) {
          reject(error);
          stream.destroy();
        }
      })
      .on("end", () => resolve(true));
  });
}

/** Spreadsheets in some languages write semicolons. The first row with one decides, because texts below it have all of these signs. */
function delimiterOf(head: string): string {
  const lines = head.replace(/"(?:[^"]|"")*"/g, '""').split(/[\r\n]+/);
  const first = lines.find((line) => /[,;\t]/.test(line)) ?? "";
  const counts = [",", ";", "\t"].map((delimiter) => [delimiter, first.split(delimiter).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
