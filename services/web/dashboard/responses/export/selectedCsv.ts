import type { SessionListItem } from "../../../../../shared/domain/shapes/sessions.ts";
import type { QuestionColumn } from "../columns.ts";

const factColumns = [
  "status",
  "version_number",
  "started_at",
  "completed_at",
  "duration_seconds",
  "total_score",
] as const;

/** Returns these responses as CSV (RFC 4180), with names and labels like the service's export. */
export function selectedCsv(rows: readonly SessionListItem[], columns: readonly QuestionColumn[]): string {
  const head = ["session_id", ...factColumns, ...columns.map(({ title, nodeId }) => `${title} [${nodeId}]`)];
  const lines = rows.map((row) => [
    row.id,
    ...factColumns.map((name) => String(row[name] ?? "")),
    ...columns.map((column) => guarded(cellText(row, column), typeof row.answers?.[column.nodeId]?.value === "number")),
  ]);
  return [head, ...lines].map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
}

/** Uses the value, because the list cuts long texts. */
function cellText({ answers }: SessionListItem, { nodeId, question }: QuestionColumn): string {
  const answer = answers?.[nodeId];
  if (!answer) return "";
  if (!answer.text.endsWith("…")) return answer.text;
  if (typeof answer.value === "string") return question?.labels.get(answer.value) ?? answer.value;
  return question ? question.cells(answer.value, "labels").join("; ") : JSON.stringify(answer.value);
}

/** Escapes spreadsheet formulas, like the service's export (decisions §6). */
const guarded = (cell: string, isNumber: boolean): string =>
  !isNumber && /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/.test(cell) ? `'${cell}` : cell;

const quoted = (cell: string): string => (/["\r\n,;]|^\s/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
