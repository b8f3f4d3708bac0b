import { writeToString } from "fast-csv";
import type { Answer, SessionDetail } from "../../../shared/domain/shapes/sessions.ts";
import type { TableOptions } from "./cursor.ts";
import type { EndReached, Plan, PlannedQuestion } from "./plan.ts";

/** An export as CSV (decisions §6; RFC 4180). Pure: a plan and a session's detail go in, text comes out. */
const sessionColumns = [
  "session_id",
  "status",
  "version_number",
  "started_at",
  "completed_at",
  "duration_seconds",
  "total_score",
] as const;
const fixedColumns = [...sessionColumns, "end_node_id", "outcome"];

export const columnCount = (plan: Plan, { scores }: TableOptions): number =>
  fixedColumns.length + plan.hiddenFields.length + plan.headers.length + (scores ? plan.scored.length : 0);

/** The first line, with the byte order mark before it where one is wanted. */
export async function headerText(plan: Plan, options: TableOptions): Promise<string> {
  return (options.bom ? "\uFEFF" : "") + (await csvLine(headerRow(plan, options)));
}

export function headerRow(plan: Plan, { scores }: TableOptions): string[] {
  const hidden = plan.hiddenFields.map((field) => `hidden.${field}`);
  const points = scores ? plan.scored.map((nodeId) => `score [${nodeId}]`) : [];
  return [...fixedColumns, ...[...hidden, ...plan.headers].map(guarded), ...points];
}

/** Cells follow the session's own version: its labels, its types. `end`: the end screen that it has reached. */
export function sessionRow(
  plan: Plan,
  session: SessionDetail,
  end: EndReached | null,
  options: TableOptions,
): string[] {
  const { id, ...fields } = session;
  const fixed = sessionColumns.map((column) => String((column === "session_id" ? id : fields[column]) ?? ""));
  const hidden = plan.hiddenFields.map((field) =>
    Object.hasOwn(session.hidden, field) ? guarded(session.hidden[field] ?? "") : "",
  );
  return [
    ...fixed,
    end?.nodeId ?? "",
    guarded(end?.outcome ?? ""),
    ...hidden,
    ...questionCells(plan, session, options),
    ...(options.scores ? scoreCells(plan, session) : []),
  ];
}

function questionCells(plan: Plan, session: SessionDetail, options: TableOptions): string[] {
  const version = plan.versions.get(session.version_number);
  if (!version) throw new Error(`version ${session.version_number} is not in the export's plan`);
  const cells = new Array<string>(plan.headers.length).fill("");
  for (const answer of session.answers) {
    const planned = version.get(answer.node_id);
    if (planned) fillCells(cells, planned, answer, options);
  }
  return cells;
}

function fillCells(
  cells: string[],
  { question, columns }: PlannedQuestion,
  { answer }: Answer,
  { style }: TableOptions,
): void {
  question.cells(answer, style).forEach((cell, index) => {
    const column = columns[index];
    if (column !== undefined) cells[column] = question.isFormulaSafe(cell) ? cell : guarded(cell);
  });
}

function scoreCells(plan: Plan, session: SessionDetail): string[] {
  const points = new Map(session.answers.map((answer) => [answer.node_id, answer.score_awarded]));
  return plan.scored.map((nodeId) => String(points.get(nodeId) ?? ""));
}

/** A sign that makes a spreadsheet take a cell for a formula, its full-width form, or what may hide one before it. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/;

/** What a spreadsheet would take for a formula is made text (decisions §6). */
const guarded = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);

/** Quotes also where a spreadsheet that reads `;` would split a cell, or drop the blank that it starts with. */
const wantsQuotes = /^\s|;/;

/** A row as a line of CSV; beside what RFC 4180 has quoted, fast-csv quotes the cells of `quoteColumns`. */
export const csvLine = (cells: string[]): Promise<string> =>
  writeToString([cells], {
    rowDelimiter: "\r\n",
    includeEndRowDelimiter: true,
    quoteColumns: cells.map((cell) => wantsQuotes.test(cell)),
  });
