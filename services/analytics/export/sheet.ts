import { isFormula } from "../../../shared/domain/csv.ts";
import { escapeMarkup } from "../../../shared/domain/markup.ts";
import type { CellKind } from "./cells.ts";

/** XML of a sheet in an Excel workbook (ECMA-376 Part 1, SpreadsheetML). Pure. */

/** Rows and columns of a sheet, and characters of a cell, in Excel. */
export const rowLimit = 1_048_576;
export const sheetColumnLimit = 16_384;
const cellLimit = 32_767;

export const sheetStart =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
export const sheetEnd = "</sheetData></worksheet>";

/** Indexes of the formats in the styles of the workbook (workbook.ts). */
const formats = { date: 1, time: 2, guarded: 3, header: 4 };

const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const day = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Writes a cell without its reference, `""` if it is empty. Text is never a formula in XLSX. Text that looks like one is marked as
 * quoted, so that it stays text when someone edits the cell.
 */
export function sheetCell(cell: string, kind: CellKind): string {
  if (cell === "") return "";
  if (kind === "number" && number.test(cell)) return `><v>${cell}</v></c>`;
  if (kind === "date" && day.test(cell)) return dateCell(cell, formats.date);
  return kind === "time" ? dateCell(cell, formats.time) : textCell(cell);
}

export const headerCell = (cell: string): string => textCell(cell, ` s="${formats.header}"`);

const msPerDay = 24 * 60 * 60 * 1000;
/** Serial number of 1 January 1970. Earlier than March 1900, Excel counts a day that didn't exist. */
const epochSerial = 25_569;
const firstSerial = 61;

function dateCell(cell: string, format: number): string {
  const serial = Date.parse(cell) / msPerDay + epochSerial;
  if (!(serial >= firstSerial)) return textCell(cell);
  return ` s="${format}"><v>${Number(serial.toFixed(9))}</v></c>`;
}

function textCell(cell: string, style = isFormula(cell) ? ` s="${formats.guarded}"` : ""): string {
  const text = cell.length > cellLimit ? `${cell.slice(0, cellLimit - 1)}…` : cell;
  return `${style} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't have them
const invalid = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Escapes text for XML. Excel reads `_x0041_` as a character, so its underscore is escaped too. */
export const escaped = (text: string): string =>
  escapeMarkup(
    text
      .toWellFormed()
      .replace(invalid, "")
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_"),
  ).replaceAll("\r", "&#13;");

/** Returns a row of cells that `sheetCell` wrote. Empty ones are left out. */
export function sheetRow(cells: readonly string[], row: number): string {
  return rowStart(row) + sheetCells(cells, row) + rowEnd;
}

export const rowStart = (row: number): string => `<row r="${row}">`;
export const rowEnd = "</row>";

export const sheetCells = (cells: readonly string[], row: number, from = 0): string =>
  cells.map((cell, at) => (cell === "" ? "" : `<c r="${columnName(from + at)}${row}"${cell}`)).join("");

/** Returns the letters of a column: A, …, Z, AA, … */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}
