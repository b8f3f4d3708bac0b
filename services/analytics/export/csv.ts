import { writeToString } from "fast-csv";
import type { CellStyle } from "../../../shared/questions/question.ts";
import type { Answer, SessionDetail } from "../../../shared/shapes/sessions.ts";
import type { Plan, PlannedQuestion } from "./plan.ts";

/** The rows of an export as CSV (decisions §6; RFC 4180). Pure: a plan and a session's detail go in, text comes out. */
const fixedColumns = [
  "session_id",
  "status",
  "version_number",
  "started_at",
  "completed_at",
  "duration_seconds",
  "total_score",
] as const;

export const columnCount = (plan: Plan): number =>
  fixedColumns.length + plan.hidden_fields.length + plan.headers.length;

export function headerRow(plan: Plan): string[] {
  const hidden = plan.hidden_fields.map((field) => `hidden.${field}`);
  return [...fixedColumns, ...[...hidden, ...plan.headers].map(guarded)];
}

/** Cells follow the session's own version: its labels, its types. */
export function sessionRow(plan: Plan, session: SessionDetail, style: CellStyle): string[] {
  const { id, ...fields } = session;
  const fixed = fixedColumns.map((column) => String((column === "session_id" ? id : fields[column]) ?? ""));
  const hidden = plan.hidden_fields.map((field) =>
    Object.hasOwn(session.hidden, field) ? guarded(session.hidden[field] ?? "") : "",
  );
  return [...fixed, ...hidden, ...questionCells(plan, session, style)];
}

function questionCells(plan: Plan, session: SessionDetail, style: CellStyle): string[] {
  const version = plan.versions.get(session.version_number);
  if (!version) throw new Error(`version ${session.version_number} is not in the export's plan`);
  const cells = new Array<string>(plan.headers.length).fill("");
  for (const answer of session.answers) {
    const planned = version.get(answer.node_id);
    if (planned) fill(cells, planned, answer, style);
  }
  return cells;
}

function fill(cells: string[], { question, places }: PlannedQuestion, { answer }: Answer, style: CellStyle): void {
  // a negative number is no formula
  const isNumber = question.domain?.family === "num";
  question.cells(answer, style).forEach((cell, at) => {
    const place = places[at];
    if (place !== undefined) cells[place] = isNumber ? cell : guarded(cell);
  });
}

/** What a spreadsheet would take for a formula is made text (decisions §6). */
const guarded = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

/** The rows' text, each with its line end. */
export const csvText = (rows: string[][]): Promise<string> =>
  writeToString(rows, { rowDelimiter: "\r\n", includeEndRowDelimiter: true });
