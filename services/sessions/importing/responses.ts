import { guarded } from "../../../shared/domain/csv.ts";
import { suggest } from "./columns/suggest.ts";
import { type Target, targetText } from "./columns/targets.ts";
import { targetsOf } from "./columns.ts";
import { firstPass } from "./firstPass.ts";
import { type ImportForm, importForm } from "./form/questions.ts";
import { identities } from "./identity.ts";
import { withParts } from "./nested.ts";
import { Refusal } from "./refusal.ts";
import type { FileAnswer, FileResponse, Mapping, Responses, TargetForm } from "./response.ts";
import { type Cell, type Table, type TableRow, textOf } from "./table.ts";
import { needsZone, readInstant, zoneOf, zoneRequired } from "./times.ts";
import { answerReader } from "./values/readers.ts";
import type { AnswerColumns, AnswerReader, FileFacts } from "./values/reading.ts";
import { newColumnStyle } from "./values/styles.ts";

/** Bytes of the cells of a response. */
const rowLimit = 256 * 1024;

/**
 * Reads a table as answers to a form (wants §25). It reads all rows once, and again in `read`. Throws a Refusal for a mapping that
 * doesn't fit the table or the form. Times after `now` are refused.
 */
export async function openResponses(
  given: Table,
  target: TargetForm,
  mapping: Mapping,
  now = new Date(),
): Promise<Responses> {
  const form = importForm(target);
  const table = await withParts(given, form);
  const suggestions = suggest(table, form);
  const targets = targetsOf(table, form, suggestions, mapping);
  const times = targets.flatMap((it, column) => (it?.kind === "own" && it.field.endsWith("_at") ? [column] : []));
  const zone = zoneOf(table, mapping.zone);
  if (zone === null && (await needsZone(table, times))) throw new Refusal(zoneRequired);
  const pass = await firstPass(table, targets, suggestions);
  const isFit = (column: number) => !suggestions[column]?.isTentative || pass.styles[column]?.fits === true;
  const named = new Set(mapping.columns.keys());
  const kept = targets.map((it, column) => {
    const isNamed = named.has(table.headers[column] ?? "") || named.has(`#${column + 1}`);
    return isNamed || isFit(column) ? it : null;
  });
  const facts: FileFacts = {
    source: table.source,
    dateOrder: mapping.date_order,
    prefersLabels: pass.hasLabels,
    styleOf: (column) => pass.styles[column] ?? newColumnStyle(),
  };
  const plan = planOf(table, form, kept, facts, { zone, now });
  return {
    source: table.source,
    rows: pass.rows,
    columns: table.headers.map((header, column) => {
      const suggested = isFit(column) ? suggestions[column]?.target : null;
      return { header, suggestion: suggested ? targetText(suggested) : null, samples: pass.samples[column] ?? [] };
    }),
    brokenOff: table.brokenOff(),
    async *read() {
      const identityOf = identities(table, kept);
      for await (const row of table.rows()) yield responseOf(plan, row, identityOf(row));
    },
  };
}

interface TimeFacts {
  zone: string | null;
  now: Date;
}

/** How the rows of a file are read. */
interface Plan {
  headers: readonly string[];
  form: ImportForm;
  times: Record<"started_at" | "completed_at", ((cell: Cell) => Date | null | "unreadable") | null>;
  columns: Record<"started_at" | "completed_at" | "language", number>;
  hidden: readonly { key: string; column: number }[];
  answers: readonly { id: string; column: number; read: AnswerReader }[];
  clean(cell: Cell): Cell;
  now: Date;
}

function planOf(
  { source, headers }: Table,
  form: ImportForm,
  targets: readonly (Target | null)[],
  facts: FileFacts,
  { zone, now }: TimeFacts,
): Plan {
  const columnOf = (field: string) => targets.findIndex((it) => it?.kind === "own" && it.field === field);
  const columns = {
    started_at: columnOf("started_at"),
    completed_at: columnOf("completed_at"),
    language: columnOf("language"),
  };
  const timeReader = (column: number) => {
    if (column < 0) return null;
    const order = facts.styleOf(column).orders.order(facts.dateOrder);
    return (cell: Cell) => readInstant(cell, { zone, order });
  };
  return {
    headers,
    form,
    columns,
    times: { started_at: timeReader(columns.started_at), completed_at: timeReader(columns.completed_at) },
    hidden: targets.flatMap((it, column) => (it?.kind === "hidden" ? [{ key: it.key, column }] : [])),
    answers: answersOf(targets).map((answer) => ({
      id: answer.question.id,
      column: answer.columns[0]?.column ?? 0,
      read: answerReader(answer, facts),
    })),
    clean: source === "pathform" ? (cell) => cleaned(cell, isGuardedText) : (cell) => cleaned(cell, isSigned),
    now,
  };
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

function responseOf(plan: Plan, row: TableRow, identity: string): FileResponse {
  const { columns, clean } = plan;
  const cellAt = (column: number): Cell => clean(row.cells[column] ?? "");
  const [started, completed] = (["started_at", "completed_at"] as const).map(
    (field) => plan.times[field]?.(cellAt(columns[field])) ?? null,
  );
  const response = {
    row: row.number,
    identity,
    started_at: started instanceof Date ? started : null,
    completed_at: completed instanceof Date ? completed : null,
    is_unfinished: row.isUnfinished,
  };
  const refusal = row.refusal ?? sizeRefusal(row.cells) ?? timeRefusal([started, completed], plan.now);
  if (refusal !== null) return { ...response, refusal, refused: [], language: null, hidden: {}, answers: new Map() };
  const language = languageOf(plan.form, textOf(cellAt(columns.language)));
  return { ...response, refusal: null, language, ...readCells(plan, cellAt, language) };
}

/** Returns the language of the form that a row names, `en` for `en-US` too; null without one. */
function languageOf({ languages }: ImportForm, text: string): string | null {
  const tag = text.trim().toLowerCase().replaceAll("_", "-");
  return languages.get(tag) ?? languages.get(tag.split("-", 1)[0] as string) ?? null;
}

function readCells(
  { headers, hidden, answers: readers }: Plan,
  cellAt: (column: number) => Cell,
  language: string | null,
): Pick<FileResponse, "hidden" | "answers" | "refused"> {
  const answers = new Map<string, FileAnswer>();
  const refused: { column: string; reason: string }[] = [];
  for (const { id, column, read } of readers) {
    const reading = read(cellAt, language?.toLowerCase() ?? null);
    if (reading.value !== null) answers.set(id, { value: reading.value, column: headers[column] ?? "" });
    for (const it of reading.refused) refused.push({ column: headers[it.column] ?? "", reason: it.reason });
  }
  const texts = hidden.map(({ key, column }) => [key, textOf(cellAt(column))] as const);
  return { answers, refused, hidden: Object.fromEntries(texts.filter(([, text]) => text !== "")) };
}

/** Counts bytes only where the characters could be too many. */
function sizeRefusal(cells: readonly Cell[]): string | null {
  let length = 0;
  for (const cell of cells) length += textOf(cell).length;
  if (length * 3 <= rowLimit) return null;
  const bytes = cells.reduce((sum, cell) => sum + Buffer.byteLength(textOf(cell)), 0);
  return bytes > rowLimit ? "is larger than 256 KiB" : null;
}

function timeRefusal(times: readonly (Date | null | "unreadable" | undefined)[], now: Date): string | null {
  if (times.includes("unreadable")) return "has a time that can't be read";
  return times.some((time) => time instanceof Date && time > now) ? "has a time in the future" : null;
}
