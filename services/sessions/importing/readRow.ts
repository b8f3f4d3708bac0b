/** Reads rows of a table as answers to a form. */
import { guarded } from "../../../shared/domain/csv.ts";
import { hiddenValueLimit } from "../../../shared/domain/limits.ts";
import type { Target } from "./columns/targets.ts";
import type { ImportForm } from "./form/questions.ts";
import type { FileAnswer, FileResponse, Identities, RefusedPart } from "./response.ts";
import { type Cell, type FileCell, isFault, type Table, type TableRow, textOf } from "./table.ts";
import { type Instant, readInstant, zoneAt } from "./times.ts";
import { answerReader } from "./values/readers.ts";
import {
  type AnswerColumns,
  type AnswerReader,
  detailsOf,
  type FileFacts,
  type Reading,
  reasons,
} from "./values/reading.ts";

/** Bytes of the cells of a response. */
const rowLimit = 256 * 1024;

interface TimeFacts {
  /** as the mapping says */
  zone: string | null;
  now: Date;
}

type TimeField = "started_at" | "completed_at";

/** How the rows of a file are read. */
export interface Plan {
  headers: readonly string[];
  form: ImportForm;
  times: Record<TimeField, ((row: TableRow) => Instant) | null>;
  /** Returns all moments of a response, if the source has several. */
  moments: ((row: TableRow) => Instant[]) | null;
  language: number;
  ids: readonly number[];
  hidden: readonly { key: string; column: number }[];
  answers: readonly PlannedAnswer[];
  clean(cell: Cell): Cell;
  now: Date;
}

interface PlannedAnswer {
  id: string;
  columns: readonly number[];
  /** its parts are refused one by one */
  hasParts: boolean;
  read: AnswerReader;
}

export function planOf(
  table: Table,
  form: ImportForm,
  targets: readonly (Target | null)[],
  facts: FileFacts,
  { zone, now }: TimeFacts,
): Plan {
  const columnsOf = (field: string) =>
    targets.flatMap((it, at) => (it?.kind === "own" && it.field === field ? [at] : []));
  const clean: Plan["clean"] =
    table.source === "pathform" ? (cell) => cleaned(cell, isGuardedText) : (cell) => cleaned(cell, isSigned);
  const reading = (column: number) => {
    const given = facts.dateOrder ?? table.timeOrder ?? null;
    return { zone: zoneAt(table, column, zone), order: facts.styleOf(column).orders.order(given) };
  };
  const timeReader = (columns: readonly number[]) => {
    const [column] = columns;
    if (column === undefined) return null;
    const facts = reading(column);
    return (row: TableRow) => instantIn(row, column, clean, facts);
  };
  const isOfSource = columnsOf("completed_at").some((column) => table.moments?.includes(column));
  const moments = isOfSource ? (table.moments ?? []).map((column) => ({ column, facts: reading(column) })) : [];
  return {
    headers: table.headers,
    form,
    times: { started_at: timeReader(columnsOf("started_at")), completed_at: timeReader(columnsOf("completed_at")) },
    moments:
      moments.length < 2 ? null : (row) => moments.map(({ column, facts }) => instantIn(row, column, clean, facts)),
    language: columnsOf("language")[0] ?? -1,
    ids: columnsOf("id"),
    hidden: targets.flatMap((it, column) => (it?.kind === "hidden" ? [{ key: it.key, column }] : [])),
    answers: answersOf(targets).map((answer) => ({
      id: answer.question.id,
      columns: answer.columns.map(({ column }) => column),
      hasParts: answer.question.question.domain?.family === "row",
      read: answerReader(answer, facts),
    })),
    clean,
    now,
  };
}

function instantIn(
  { cells }: TableRow,
  column: number,
  clean: Plan["clean"],
  facts: Parameters<typeof readInstant>[1],
): Instant {
  const cell = cells[column] ?? "";
  return isFault(cell) ? "unreadable" : readInstant(clean(cell), facts);
}

/** Returns the columns of each question, in the order of the file. */
function answersOf(targets: readonly (Target | null)[]): AnswerColumns[] {
  const byQuestion = new Map<string, AnswerColumns & { columns: AnswerColumns["columns"][number][] }>();
  targets.forEach((target, column) => {
    if (target?.kind !== "answer") return;
    const { question, part } = target;
    const answer = byQuestion.get(question.id) ?? { question, columns: [] };
    answer.columns.push({ column, part });
    byQuestion.set(question.id, answer);
  });
  return [...byQuestion.values()];
}

/** A guard that spreadsheets need. Pathform also guards signs behind blanks. */
const isSigned = (text: string): boolean => /^[=+\-@\t\r]/.test(text);
const isGuardedText = (text: string): boolean => guarded(text) !== text;

/** Returns a cell without its guard, '' for a blank one. */
function cleaned(cell: Cell, needsGuard: (text: string) => boolean): Cell {
  if (typeof cell !== "string" || cell === "") return cell;
  if (cell.startsWith("'") && needsGuard(cell.slice(1))) return cell.slice(1);
  return cell.trim() === "" ? "" : cell;
}

export function responseOf(plan: Plan, row: TableRow, rowIdentities: Identities): FileResponse {
  const { started, completed, reason } = timesOf(plan, row);
  const response = {
    row: row.number,
    identities: rowIdentities,
    ...{ started_at: started, completed_at: completed },
    is_unfinished: row.isUnfinished,
    unasked: unaskedOf(plan, row),
  };
  const refusal = row.refusal ?? sizeRefusal(row.cells) ?? idRefusal(plan, row) ?? reason;
  if (refusal !== null) return { ...response, refusal, refused: [], language: null, hidden: {}, answers: new Map() };
  const tag = row.cells[plan.language] ?? "";
  const language = languageOf(plan.form, isFault(tag) ? "" : textOf(plan.clean(tag)));
  return { ...response, refusal: null, language, ...readCells(plan, row, language) };
}

/** A response with several moments begins at the earliest, and ends at the latest. */
function timesOf(plan: Plan, row: TableRow): { started: Date | null; completed: Date | null; reason: string | null } {
  const own = [plan.times.started_at?.(row) ?? null, plan.times.completed_at?.(row) ?? null];
  const several = plan.moments?.(row) ?? [];
  const all = [...own, ...several];
  const [started = null, completed = null] = own.map((it) => (it instanceof Date ? it : null));
  const moments = several.filter((it) => it instanceof Date).toSorted((a, b) => a.getTime() - b.getTime());
  return {
    started: started ?? (moments.length > 1 ? (moments[0] as Date) : null),
    completed: plan.moments ? (moments.at(-1) ?? null) : completed,
    reason: timeRefusal(all, plan.now),
  };
}

/** Returns the questions that a row can't answer, because it has those of another part of the form. */
function unaskedOf({ form, answers }: Plan, { asked = null }: TableRow): ReadonlySet<string> | null {
  if (asked === null) return null;
  const own = answers.filter(({ columns }) => columns.some((column) => asked.has(column))).map(({ id }) => id);
  return new Set([...form.questions.keys()].filter((id) => !own.includes(id)));
}

/** Returns the language of the form that a row names, `en` for `en-US` too; null without one. */
function languageOf({ languages }: ImportForm, text: string): string | null {
  const tag = text.trim().toLowerCase().replaceAll("_", "-");
  return languages.get(tag) ?? languages.get(tag.split("-", 1)[0] as string) ?? null;
}

function readCells(
  plan: Plan,
  { cells }: TableRow,
  language: string | null,
): Pick<FileResponse, "hidden" | "answers" | "refused"> {
  const refused: RefusedPart[] = [];
  const refuse = (column: number, reason: string) =>
    refused.push({ column: plan.headers[column] ?? "", reason, ...detailsOf(reason) });
  const cellAt = (column: number): Cell => {
    const cell = cells[column] ?? "";
    return isFault(cell) ? "" : plan.clean(cell);
  };
  const answers = new Map<string, FileAnswer>();
  for (const answer of plan.answers) {
    const reading = readAnswer(answer, cells, cellAt, language);
    for (const it of reading.refused) refuse(it.column, it.reason);
    const column = answer.columns.find((at) => cellAt(at) !== "") ?? answer.columns[0] ?? 0;
    if (reading.value !== null) answers.set(answer.id, { value: reading.value, column: plan.headers[column] ?? "" });
  }
  const tag = cells[plan.language] ?? "";
  if (isFault(tag)) refuse(plan.language, tag.fault);
  const hidden: Record<string, string> = {};
  for (const { key, column } of plan.hidden) {
    const cell = cells[column] ?? "";
    const text = textOf(cellAt(column));
    if (isFault(cell)) refuse(column, cell.fault);
    else if ([...text].length > hiddenValueLimit) refuse(column, reasons.hidden);
    else if (text !== "") hidden[key] = text;
  }
  return { answers, refused, hidden };
}

/** Reads an answer. A cell without a value refuses it, or in a matrix its own row. */
function readAnswer(
  { columns, hasParts, read }: PlannedAnswer,
  cells: readonly FileCell[],
  cellAt: (column: number) => Cell,
  language: string | null,
): Reading {
  const faults = columns.flatMap((column) => {
    const cell = cells[column] ?? "";
    return isFault(cell) ? [{ column, reason: cell.fault }] : [];
  });
  if (faults.length > 0 && !hasParts) return { value: null, refused: faults };
  const { value, refused } = read(cellAt, language?.toLowerCase() ?? null);
  return { value, refused: [...faults, ...refused] };
}

/** Counts bytes only where the characters could be too many. */
function sizeRefusal(cells: readonly FileCell[]): string | null {
  let length = 0;
  for (const cell of cells) length += textOf(cell).length;
  if (length * 3 <= rowLimit) return null;
  const bytes = cells.reduce((sum, cell) => sum + Buffer.byteLength(textOf(cell)), 0);
  return bytes > rowLimit ? "is larger than 256 KiB" : null;
}

const idRefusal = ({ ids }: Plan, { cells }: TableRow): string | null =>
  ids.some((column) => isFault(cells[column] ?? "")) ? "has an id that can't be read" : null;

const firstTime = Date.parse("1900-01-01T00:00:00Z");

function timeRefusal(times: readonly Instant[], now: Date): string | null {
  if (times.includes("ambiguous")) return reasons.timeOfTwoDates;
  if (times.includes("unreadable")) return "has a time that can't be read";
  const read = times.filter((time) => time instanceof Date);
  // insights list each day
  if (read.some((time) => time.getTime() < firstTime)) return "has a time before 1900";
  return read.some((time) => time > now) ? "has a time in the future" : null;
}
