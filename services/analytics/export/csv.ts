import { csvLine, guarded, lineEnd, responseCells, responseColumns } from "../../../shared/domain/csv.ts";
import { bandOf, labelOf } from "../../../shared/domain/graph/calculations/results.ts";
import type { Json } from "../../../shared/domain/json.ts";
import type { TableSession } from "../store/table.ts";
import { type CellKind, kindOf, type WriteCell } from "./cells.ts";
import type { TableOptions } from "./cursor.ts";
import type { EndReached, Plan, PlannedQuestion } from "./plan.ts";
import { recordHeaders } from "./records.ts";

/** An export as CSV (decisions §6). Pure: turns a plan and sessions into text. */

/** Languages and links are there only for forms with translations or links, so that tables of others stay as they are. */
const fixedColumns = (
  { isTranslated }: Pick<Plan, "isTranslated">,
  { links }: Pick<TableOptions, "links">,
): string[] => [
  ...responseColumns,
  "end_node_id",
  "outcome",
  ...(isTranslated ? ["language"] : []),
  ...(links ? ["link"] : []),
];

const annotationNames = ["tags", "note", "is_flagged"];

export const columnCount = (plan: Plan, options: TableOptions): number =>
  options.rows !== undefined ? recordHeaders(plan, options.rows).length : responseColumnCount(plan, options);

const responseColumnCount = (plan: Plan, options: TableOptions): number =>
  fixedColumns(plan, options).length +
  plan.hiddenFields.length +
  plan.headers.length +
  plan.calculations.headers.length +
  (options.scores ? plan.scored.length : 0) +
  (options.annotations ? annotationNames.length : 0) +
  (options.source ? 1 : 0);

export interface HeaderPart {
  text: string;
  /** the next column; null: the line is complete */
  next: number | null;
}

/** In characters, about. A piece of JSON holds as many of any kind. */
const headerPartLength = 64 * 1024;

/** Returns a part of the header, which may have 20 MB: from column `from` on, with the byte order mark if it is wanted. */
export function headerPart(plan: Plan, options: TableOptions, from = 0): HeaderPart {
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
  const line = csvLine(cells);
  return { text: before + (isEnd ? line : line.slice(0, -lineEnd.length)), next: isEnd ? null : next };
}

export const headerNames = (plan: Plan, options: TableOptions): string[] =>
  options.rows !== undefined ? recordHeaders(plan, options.rows) : responseHeaders(plan, options);

const responseHeaders = (plan: Plan, options: TableOptions): string[] => [
  ...fixedColumns(plan, options),
  ...plan.hiddenFields.map((field) => `hidden.${field}`),
  ...plan.headers,
  ...plan.calculations.headers,
  ...(options.scores ? plan.scored.map((nodeId) => `score [${nodeId}]`) : []),
  ...(options.annotations ? annotationNames : []),
  ...(options.source ? ["source"] : []),
];

export const headerRow = (plan: Plan, options: TableOptions): string[] => headerNames(plan, options).map(guarded);

export interface RowContext {
  table: TableOptions;
  write: WriteCell;
  /** the end screen of the session; null before it reaches one */
  end: EndReached | null;
  /** Returns an answer of files with links that need no sign-in. */
  signed(answer: Json): Json;
}

/** Returns the cells of a session, with the labels and types of its own version. */
export function sessionRow(plan: Plan, session: TableSession, context: RowContext): string[] {
  const { end, table, write } = context;
  const hidden = plan.hiddenFields.map((field) =>
    Object.hasOwn(session.hidden, field) ? write(session.hidden[field] ?? "", "text") : "",
  );
  return [
    ...responseCells(session).map((cell, at) => write(cell, responseKinds[at] ?? "plain")),
    write(end?.nodeId ?? "", "plain"),
    write(end?.outcome ?? "", "text"),
    ...(plan.isTranslated ? [write(session.language ?? "", "plain")] : []),
    ...(table.links ? [write(session.reference ?? "", "text")] : []),
    ...hidden,
    ...questionCells(plan, session, context),
    ...calculationCells(plan, session, context),
    ...(table.scores ? plan.scored.map((nodeId) => write(scoreCell(session, nodeId), "number")) : []),
    ...(table.annotations ? annotationCells(session, write) : []),
    ...(table.source ? [write(session.source, "plain")] : []),
  ];
}

function annotationCells({ annotations }: TableSession, write: WriteCell): string[] {
  const { tags = [], note = "", is_flagged = false } = annotations ?? {};
  return [write(tags.join("; "), "text"), write(note, "text"), write(String(is_flagged), "plain")];
}

const responseKinds: readonly CellKind[] = responseColumns.map((column) => {
  if (column === "session_id" || column === "status") return "plain";
  return column.endsWith("_at") ? "time" : "number";
});

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
  { table, signed, write }: RowContext,
): void {
  question.cells(question.uploads ? signed(answer) : answer, table.style).forEach((cell, index) => {
    const column = columns[index];
    if (column !== undefined) cells[column] = write(cell, kindOf(question, cell));
  });
}

/** Returns values, which are numbers and need no guard, and bands as labels or keys. */
function calculationCells({ calculations }: Plan, session: TableSession, { table, write }: RowContext): string[] {
  const { headers, columns, compiled } = calculations;
  const cells = new Array<string>(headers.length).fill("");
  for (const { key, bands } of compiled.get(session.version_number)?.list ?? []) {
    const value = session.calculations?.[key]?.value ?? null;
    const band = bandOf(bands, value);
    const columnOfBand = columns.get(`${key}.band`);
    cells[columns.get(key) as number] = value === null ? "" : write(String(value), "number");
    if (band && columnOfBand !== undefined) {
      cells[columnOfBand] = write(table.style === "values" ? band.key : labelOf(band), "text");
    }
  }
  return cells;
}

const scoreCell = ({ scores }: TableSession, nodeId: string): string =>
  Object.hasOwn(scores, nodeId) ? String(scores[nodeId] ?? "") : "";
