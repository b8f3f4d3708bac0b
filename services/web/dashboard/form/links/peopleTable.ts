import { referenceLimit } from "../../../../../shared/domain/limits.ts";
import * as words from "../../../strings/en/dashboard/links.ts";
import { addressesIn, isWholeAddress } from "../../people/addresses.ts";
import { type NumberedRow, numberedRows } from "./csv.ts";
import type { KnownQuestion } from "./prefillCells.ts";

/** A pasted list or a CSV as a table, with the meaning of its columns. Pure. */

/** Meaning of a column: `person` is the reference and, where it is one, the address. */
export type ColumnUse =
  | "leave"
  | "person"
  | "reference"
  | "email"
  | "language"
  | `hidden.${string}`
  | `answer.${string}`;

export interface Column {
  name: string;
  /** the first different values */
  samples: readonly string[];
  use: ColumnUse;
}

export interface Table {
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  /** numbers of the rows in the file, for people */
  numbers: readonly number[];
  /** number of the first row with a quote that isn't closed */
  unclosed: number | null;
}

/** Input that the form accepts. */
export interface Known {
  hidden: readonly string[];
  languages: readonly string[];
  questions: readonly KnownQuestion[];
}

/** Number of rows that decide about a column, or about the whole. */
const someRows = 1_000;

const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const emailNames = new Set(["email", "emailaddress", "mail"]);
const personNames = new Set([...emailNames, "reference", "person", "name"]);
const languageNames = new Set(["language", "lang", "locale"]);

const addressCount = (cell: string): number => addressesIn(cell).filter(isWholeAddress).length;

/** Reads a list or a CSV and recognizes its columns. A list of one column has no head. */
export function tableOf(text: string, known: Known): Table {
  const numbered = numberedRows(text);
  const head = numbered[0]?.cells ?? [];
  const isAddressed = head.some((cell) => addressCount(cell) > 0);
  const hasHead = !isAddressed && (head.length > 1 || personNames.has(folded(head[0] ?? "")));
  const body = hasHead ? numbered.slice(1) : numbered;
  const rows = head.length <= 1 || isAddressed ? listRows(body) : null;
  const names = hasHead ? head : [];
  const unclosed = numbered.find((row) => (rows ? isUnclosedLine(row) : row.isUnclosed))?.number ?? null;
  return {
    columns: columnsOf(names, rows ?? body.map(({ cells }) => cells), known),
    rows: rows ?? body.map(({ cells }) => cells),
    numbers: body.map(({ number }) => number),
    unclosed,
  };
}

/**
 * Returns each line as one cell if the text is a list of addresses, with several on a line. Returns null for a table: its rows have as
 * many cells and one address each.
 */
function listRows(rows: readonly NumberedRow[]): string[][] | null {
  const some = rows.slice(0, someRows).map(({ cells, source }) => ({ cells, entries: addressesIn(source) }));
  const isList = some.filter(({ entries }) => entries.every(isWholeAddress)).length * 2 > some.length;
  const width = some[0]?.cells.length ?? 0;
  const isTable = some.every(({ cells, entries }) => cells.length === width && entries.length === 1);
  return isList && !isTable ? rows.map(({ cells, source }) => (cells.length === 1 ? cells : [source])) : null;
}

const isUnclosedLine = ({ source }: NumberedRow): boolean => source.split('"').length % 2 === 0;

function columnsOf(names: readonly string[], rows: readonly (readonly string[])[], known: Known): Column[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), names.length);
  const columns = Array.from({ length: Math.min(width, columnLimit) }, (_, at): Column => {
    const name = names[at] || words.columnNumber(at + 1);
    return { name, samples: samplesOf(rows, at), use: recognized(name, known) };
  });
  return withPerson(columns, rows);
}

const columnLimit = 500;

function samplesOf(rows: readonly (readonly string[])[], at: number): string[] {
  const samples = new Set<string>();
  for (const row of rows) {
    const cell = row[at];
    if (cell) samples.add(cell);
    if (samples.size === 3) break;
  }
  return [...samples];
}

function recognized(name: string, { hidden, questions }: Known): ColumnUse {
  const key = folded(name);
  const field = hidden.find((one) => folded(one) === key);
  if (field !== undefined) return `hidden.${field}`;
  if (emailNames.has(key)) return "person";
  if (key === "reference" || key === "person") return "reference";
  if (languageNames.has(key)) return "language";
  const asked = questions.find(({ id, title }) => key !== "" && (folded(id) === key || folded(title) === key));
  return asked ? `answer.${asked.id}` : "leave";
}

/**
 * The column with most addresses is the one of addresses, one that says so wins a tie. It names people unless another one does. Without
 * addresses, the first column names them.
 */
function withPerson(columns: readonly Column[], rows: readonly (readonly string[])[]): Column[] {
  const reference = columns.findIndex(({ use }) => use === "reference");
  const some = rows.slice(0, someRows);
  const counts = columns.map(({ use }, at) => {
    if (use !== "person" && use !== "leave") return 0;
    const count = some.filter((row) => addressCount(row[at] ?? "") > 0).length;
    return count + (use === "person" ? 0.5 : 0);
  });
  const most = Math.max(0, ...counts);
  const email = most > 0 ? counts.indexOf(most) : -1;
  const person = reference >= 0 ? reference : Math.max(email, 0);
  return columns.map((column, at) => {
    if (at === person) return { ...column, use: reference >= 0 ? "reference" : "person" };
    if (at === email) return { ...column, use: "email" };
    const isFree = column.use === "person" || column.use === "reference";
    return isFree ? { ...column, use: "leave" } : column;
  });
}

/** Returns the index of the column that names people. */
export const personColumn = ({ columns }: Table): number =>
  columns.findIndex(({ use }) => use === "person" || use === "reference");

/** Returns why a text can't be a reference. */
export function referenceFault(reference: string): string | null {
  if (reference === "") return words.faults.blank;
  return reference.length > referenceLimit ? words.faults.long : null;
}

/** Returns whether most cells of a column are addresses. The others are typing errors then. */
export function holdsAddresses({ rows }: Table, column: number): boolean {
  const some = rows.slice(0, someRows);
  return some.filter((row) => addressCount(row[column] ?? "") > 0).length * 2 > some.length;
}
