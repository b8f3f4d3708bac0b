/** Reads CSV in the browser (RFC 4180). fast-csv needs the streams of Node.js. */

const separators = [",", ";", "\t"] as const;

/** Returns the rows of a text. The first line decides between comma, semicolon and tab. Empty rows are left out. */
export const csvRows = (text: string): string[][] => numberedRows(text).map(({ cells }) => cells);

interface NumberedRow {
  /** in the text, from 1. Empty rows count. */
  number: number;
  cells: string[];
  /** A cell begins with a quote that doesn't end, so it and what follows may not be as meant. */
  isUnclosed: boolean;
}

/** Returns the same with their numbers. */
export function numberedRows(text: string): NumberedRow[] {
  const source = text.replace(/^\uFEFF/, "");
  const [head = ""] = source.split(/\r?\n/, 1);
  const separator = separators.reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));
  const rows: Omit<NumberedRow, "number">[] = [];
  let row: (typeof rows)[number] = { cells: [], isUnclosed: false };
  for (const [, quoted, plain, end] of source.matchAll(cellsOf(separator))) {
    const cell = quoted === undefined ? (plain ?? "").trim() : quoted.replaceAll('""', '"');
    row.cells.push(cell);
    row.isUnclosed ||= quoted === undefined && cell.startsWith('"') && cell.split('"').length % 2 === 0;
    if (end === separator) continue;
    rows.push(row);
    row = { cells: [], isUnclosed: false };
    if (end === "") break;
  }
  return rows.map((one, at) => ({ ...one, number: at + 1 })).filter(({ cells }) => cells.some((cell) => cell !== ""));
}

/** Returns whether a decoded file isn't text, such as a workbook of Excel: a zip file, or one with null characters. */
export const isBinary = (text: string): boolean => text.startsWith("PK\u0003\u0004") || text.includes("\0");

/** Decodes a file. Excel writes UTF-8, UTF-16, or the code page of Windows, which is windows-1252 in most languages of Europe. */
export function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Matches a cell in quotes or without, and what ends it: the separator, a line break or nothing. */
const cellsOf = (separator: string): RegExp =>
  new RegExp(`(?:[ ]*"((?:[^"]|"")*)"[ ]*|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`, "g");
