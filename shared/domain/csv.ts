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

export const isFormula = (cell: string): boolean => formula.test(cell);

/** Returns the cell as text that no spreadsheet reads as a formula. */
export const guarded = (cell: string): string => (isFormula(cell) ? `'${cell}` : cell);

/** Cells in quotes beside those of RFC 4180: spreadsheets that read `;` would split them, and some drop a leading blank. */
const wantsQuotes = /^\s|;/;

export const lineEnd = "\r\n";

/** Returns a line. It leaves out NUL, where parsers stop. */
export const csvLine = (cells: readonly string[]): string => cells.map(quoted).join(",") + lineEnd;

function quoted(cell: string): string {
  const text = cell.replaceAll("\0", "");
  return /[",\r\n]/.test(text) || wantsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
