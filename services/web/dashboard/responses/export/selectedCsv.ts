import type { SessionListItem } from "../../../../../shared/api/shapes/sessions.ts";
import { csvLine, guarded, responseCells, responseColumns } from "../../../../../shared/domain/csv.ts";
import type { QuestionColumn } from "../columns.ts";

/** Returns these responses as CSV, named and labeled as in an export. */
export function selectedCsv(rows: readonly SessionListItem[], columns: readonly QuestionColumn[]): string {
  const head = [...responseColumns, ...columns.map(({ title, nodeId }) => guarded(`${title} [${nodeId}]`))];
  const lines = rows.map((row) => [...responseCells(row), ...columns.map((column) => cellOf(row, column))]);
  return [head, ...lines].map(csvLine).join("");
}

/** Numbers stay numbers: a minus sign makes no formula of them. */
function cellOf(row: SessionListItem, column: QuestionColumn): string {
  const text = cellText(row, column);
  return typeof row.answers?.[column.nodeId]?.value === "number" ? text : guarded(text);
}

/** Uses the value, because the list cuts long texts. */
function cellText({ answers }: SessionListItem, { nodeId, question }: QuestionColumn): string {
  const answer = answers?.[nodeId];
  if (!answer) return "";
  if (!answer.text.endsWith("…")) return answer.text;
  if (typeof answer.value === "string") return question?.labels.get(answer.value) ?? answer.value;
  return question ? question.cells(answer.value, "labels").join("; ") : JSON.stringify(answer.value);
}
