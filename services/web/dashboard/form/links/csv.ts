/** Reads CSV in the browser (RFC 4180). fast-csv needs the streams of Node.js. */

const separators = [",", ";", "\t"] as const;

/** Returns the rows of a text. Empty rows are left out. */
export const csvRows = (text: string): string[][] => numberedRows(text).map(({ cells }) => cells);

export interface NumberedRow {
  /** in the text, from 1. Empty rows count. */
  number: number;
  cells: string[];
  /** the row as written */
  source: string;
  /** A cell begins with a quote that doesn't end, so it and what follows may not be as meant. */
  isUnclosed: boolean;
}

/** Returns the same with their numbers. */
export function numberedRows(text: string): NumberedRow[] {
  const { source, separator } = separated(text.replace(/^\uFEFF/, ""));
  const rows: Omit<NumberedRow, "number">[] = [];
  let row = { cells: [] as string[], isUnclosed: false };
  let start = 0;
  for (const { index, 0: whole, 1: quoted, 2: plain, 3: end = "" } of source.matchAll(cellsOf(separator))) {
    const cell = quoted === undefined ? (plain ?? "").trim() : quoted.replaceAll('""', '"');
    row.cells.push(cell);
    row.isUnclosed ||= quoted === undefined && cell.startsWith('"') && cell.split('"').length % 2 === 0;
    if (end === separator) continue;
    const next = index + whole.length;
    rows.push({ ...row, source: source.slice(start, next - end.length) });
    start = next;
    row = { cells: [], isUnclosed: false };
    if (end === "") break;
  }
  return rows.map((one, at) => ({ ...one, number: at + 1 })).filter(({ cells }) => cells.some((cell) => cell !== ""));
}

/** Excel names the separator in a first line such as `sep=;`, and doesn't show that line. Else the first row decides, outside its quotes. */
function separated(text: string): { source: string; separator: string } {
  const named = /^"?sep=([^"\r\n])"?(?:\r\n?|\n|$)/i.exec(text);
  if (named) return { source: text.slice(named[0].length), separator: named[1] ?? "," };
  const [head = ""] = text
    .slice(0, headLimit)
    .replace(quotedCells, "")
    .split(/[\r\n]/, 1);
  const separator = separators.reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best));
  return { source: text, separator };
}

const headLimit = 10_000;
const quotedCells = /(?<=^|[,;\t\r\n]) *"(?:[^"]|"")*"(?= *(?:[,;\t\r\n]|$))/g;

/** Matches a cell in quotes or without, and what ends it: the separator, a line break or nothing. */
const cellsOf = (separator: string): RegExp => {
  const escaped = `\\u${separator.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return new RegExp(`(?:[ ]*"((?:[^"]|"")*)"[ ]*|([^${escaped}\\r\\n]*))(${escaped}|\\r\\n|\\r|\\n|$)`, "g");
};
