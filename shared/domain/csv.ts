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

export const lineEnd = "\r\n";

/**
 * Cells that need a change: NUL, where parsers stop, what RFC 4180 quotes, and cells that spreadsheets that read `;` would split or
 * whose leading blank some drop.
 */
const special = /[\0",;\r\n]|^\s/;

export const csvCells = (cells: readonly string[]): string => cells.map(quoted).join(",");

export const csvLine = (cells: readonly string[]): string => csvCells(cells) + lineEnd;

function quoted(cell: string): string {
  if (!special.test(cell)) return cell;
  const text = cell.replaceAll("\0", "");
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
