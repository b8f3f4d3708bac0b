/** Reads CSV in the browser (RFC 4180). fast-csv needs the streams of Node.js. */

const separators = [",", ";", "\t"] as const;

/** Returns the rows of a text. The first line decides between comma, semicolon and tab. Empty rows are left out. */
export const csvRows = (text: string): string[][] => numberedRows(text).map(({ cells }) => cells);

/** The same, each with its number in the text, from 1. Empty rows count. */
export function numberedRows(text: string): { number: number; cells: string[] }[] {
  const source = text.replace(/^\uFEFF/, "");
  const [head = ""] = source.split(/\r?\n/, 1);
  const separator = separators.reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of source.matchAll(cellsOf(separator))) {
    row.push(quoted === undefined ? (plain ?? "").trim() : quoted.replaceAll('""', '"'));
    if (end === separator) continue;
    rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows.map((cells, at) => ({ number: at + 1, cells })).filter(({ cells }) => cells.some((cell) => cell !== ""));
}

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
