import { type FormatterOptionsArgs, writeToString } from "fast-csv";
import type { Json } from "../../../shared/domain/json.ts";
import type { SessionListItem } from "../../../shared/domain/shapes/sessions.ts";
import type { TableOptions } from "./cursor.ts";
import type { EndReached, Plan, PlannedQuestion } from "./plan.ts";

/** An export as CSV (decisions §6; RFC 4180). Pure: a plan and sessions go in, text comes out. */

/** What a table has of a session; answers and their points by node id. */
export interface TableSession extends Omit<SessionListItem, "answers"> {
  hidden: Record<string, string>;
  answers: Record<string, Json>;
  scores: Record<string, number | null>;
}

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
  return { text: before + (await csvText([cells])) + (isEnd ? lineEnd : ""), next: isEnd ? null : next };
}

const headerNames = (plan: Plan, { scores }: TableOptions): string[] => [
  ...fixedColumns,
  ...plan.hiddenFields.map((field) => `hidden.${field}`),
  ...plan.headers,
  ...(scores ? plan.scored.map((nodeId) => `score [${nodeId}]`) : []),
];

export const headerRow = (plan: Plan, options: TableOptions): string[] => headerNames(plan, options).map(guarded);

export interface RowContext {
  table: TableOptions;
  /** the end screen that the session has reached */
  end: EndReached | null;
  /** an answer that is files, with links that need no sign-in */
  signed(answer: Json): Json;
}

/** Cells follow the session's own version: its labels, its types. */
export function sessionRow(plan: Plan, session: TableSession, context: RowContext): string[] {
  const { id, ...fields } = session;
  const { end, table } = context;
  const fixed = sessionColumns.map((column) => String((column === "session_id" ? id : fields[column]) ?? ""));
  const hidden = plan.hiddenFields.map((field) =>
    Object.hasOwn(session.hidden, field) ? guarded(session.hidden[field] ?? "") : "",
  );
  return [
    ...fixed,
    end?.nodeId ?? "",
    guarded(end?.outcome ?? ""),
    ...hidden,
    ...questionCells(plan, session, context),
    ...(table.scores ? plan.scored.map((nodeId) => scoreCell(session, nodeId)) : []),
  ];
}

function questionCells(plan: Plan, { version_number, answers }: TableSession, context: RowContext): string[] {
  const version = plan.versions.get(version_number);
  if (!version) throw new Error(`version ${version_number} is not in the export's plan`);
  const cells = new Array<string>(plan.headers.length).fill("");
  for (const [nodeId, answer] of Object.entries(answers)) {
    const planned = version.get(nodeId);
    if (planned) fillCells(cells, planned, answer, context);
  }
  return cells;
}

function fillCells(
  cells: string[],
  { question, columns }: PlannedQuestion,
  answer: Json,
  { table, signed }: RowContext,
): void {
  question.cells(question.uploads ? signed(answer) : answer, table.style).forEach((cell, index) => {
    const column = columns[index];
    if (column !== undefined) cells[column] = question.isFormulaSafe(cell) ? cell : guarded(cell);
  });
}

const scoreCell = ({ scores }: TableSession, nodeId: string): string =>
  Object.hasOwn(scores, nodeId) ? String(scores[nodeId] ?? "") : "";

/** A sign that makes a spreadsheet take a cell for a formula, its full-width form, or what may hide one before it. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/;

/** What a spreadsheet would take for a formula is made text (decisions §6). */
const guarded = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);

/** Quotes also where a spreadsheet that reads `;` would split a cell, or drop the blank that it starts with. */
const wantsQuotes = /^\s|;/;

const lineEnd = "\r\n";
/** Ends a line within the text of many. No cell has one: fast-csv takes them out. */
const nul = "\0";

/** A line of each row, all by one stream of fast-csv's: opening one costs as much as three lines. */
export async function csvLines(rows: string[][]): Promise<string[]> {
  if (rows.length === 0) return [];
  const text = await csvText(rows, { rowDelimiter: lineEnd + nul, includeEndRowDelimiter: true });
  return text.split(nul).slice(0, -1);
}

/** Rows as RFC 4180 has them. What fast-csv is to quote beside that, it looks up for each cell; the next row sets it anew. */
function csvText(rows: string[][], options: FormatterOptionsArgs<string[], string[]> = {}): Promise<string> {
  const quoteColumns: boolean[] = [];
  const transform = (cells: string[]) => {
    for (const [at, cell] of cells.entries()) quoteColumns[at] = wantsQuotes.test(cell);
    return cells;
  };
  return writeToString(rows, { ...options, quoteColumns, transform });
}
