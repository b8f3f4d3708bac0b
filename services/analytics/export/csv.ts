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

export interface HeaderPart {
  text: string;
  /** the column that comes next; null: the line is whole */
  next: number | null;
}

/** about as many characters, so that a piece of JSON holds them whatever they are */
const headerPartLength = 64 * 1024;

/** The first line from column `from` on, with the byte order mark before it where one is wanted: a header may have 20 MB. */
export async function headerPart(plan: Plan, options: TableOptions, from = 0): Promise<HeaderPart> {
  const names = headerNames(plan, options);
  const cells: string[] = [];
  for (let length = 0, at = from; at < names.length && length <= headerPartLength; at += 1) {
    const cell = guarded(names[at] as string);
    length += cell.length;
    cells.push(cell);
  }
  const before = from === 0 ? (options.bom ? "\uFEFF" : "") : ",";
  const next = from + cells.length;
  const isEnd = next === names.length;
  return { text: before + (await csvText(cells)) + (isEnd ? lineEnd : ""), next: isEnd ? null : next };
}

const headerNames = (plan: Plan, { scores }: TableOptions): string[] => [
  ...fixedColumns,
  ...plan.hiddenFields.map((field) => `hidden.${field}`),
  ...plan.headers,
  ...(scores ? plan.scored.map((nodeId) => `score [${nodeId}]`) : []),
];

export const headerRow = (plan: Plan, options: TableOptions): string[] => headerNames(plan, options).map(guarded);

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

const lineEnd = "\r\n";

/** Cells of one line (RFC 4180); beside what that has quoted, fast-csv quotes the cells of `quoteColumns`. */
const csvText = (cells: string[]): Promise<string> =>
  writeToString([cells], { quoteColumns: cells.map((cell) => wantsQuotes.test(cell)) });

export const csvLine = async (cells: string[]): Promise<string> => (await csvText(cells)) + lineEnd;
