/** CSV as exports write it (decisions §6; RFC 4180). */

/** Columns of a response, before those of its questions. */
export const responseColumns = [
  "session_id",
  "status",
  "version_number",
  "started_at",
  "completed_at",
  "duration_seconds",
  "total_score",
] as const;

type ResponseFields = { id: string } & Record<Exclude<(typeof responseColumns)[number], "session_id">, unknown>;

export const responseCells = (response: ResponseFields): string[] =>
  responseColumns.map((column) => String((column === "session_id" ? response.id : response[column]) ?? ""));

/** A sign that makes a spreadsheet read a cell as a formula, its full-width form, or a character that hides one. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/;

/** Returns the cell as text that no spreadsheet reads as a formula. */
export const guarded = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);

/** Beside what RFC 4180 quotes: spreadsheets that read `;` would split a cell, and some drop a leading blank. */
const wantsQuotes = /[",;\r\n]|^\s/;

const quoted = (cell: string): string => (wantsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Returns the cells of a part of a line. Parsers stop at NUL, so it is left out. */
export const csvCells = (cells: readonly string[]): string =>
  cells.map((cell) => quoted(cell.replaceAll("\0", ""))).join(",");

export const lineEnd = "\r\n";

export const csvLine = (cells: readonly string[]): string => csvCells(cells) + lineEnd;
