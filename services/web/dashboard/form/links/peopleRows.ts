import { contactText } from "../../../../../shared/domain/contactText.ts";
import { sameLanguage } from "../../../../../shared/domain/graph/translations/translations.ts";
import { referenceLimit } from "../../../../../shared/domain/limits.ts";
import type { CompiledQuestion, Reply } from "../../../../../shared/domain/questions/question.ts";
import { referenceKey } from "../../../../../shared/domain/reference.ts";
import type { NewLink } from "../../../../../shared/domain/shapes/links.ts";
import * as words from "../../../strings/en/dashboard/links.ts";
import { unfit } from "../../../strings/en/dashboard/refusals.ts";
import { refusalText } from "../refusalText.ts";
import { numberedRows } from "./csv.ts";
import { choicesOf, type KnownQuestion, replyTo } from "./prefillCells.ts";

/** People to give links to, from a pasted list or a CSV. Pure. */

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

const wholeAddress = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const isAddress = (text: string): boolean => wholeAddress.test(contactText(text));
/** Names keep joiners, which Persian needs. */
const cleaned = (text: string): string => (isAddress(text) ? contactText(text) : text.trim());

const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const personNames = new Set(["email", "emailaddress", "mail", "reference", "person", "name"]);
const languageNames = new Set(["language", "lang", "locale"]);

/** Reads a list or a CSV and recognizes its columns. A list of one column has no head. */
export function tableOf(text: string, known: Known): Table {
  const numbered = numberedRows(text);
  const rows = numbered.map(({ cells }) => cells);
  const [head = []] = rows;
  const hasHead = head.length > 1 && !head.some(isAddress);
  const named = head.length === 1 && personNames.has(folded(head[0] ?? "")) && !isAddress(head[0] ?? "");
  const headRows = hasHead || named ? 1 : 0;
  const body = rows.slice(headRows);
  const width = Math.max(0, ...rows.slice(0, 50).map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at): Column => {
    const name = hasHead || named ? (head[at] ?? "") : words.columnNumber(at + 1);
    const samples = [...new Set(body.slice(0, 200).map((row) => row[at] ?? ""))].filter(Boolean).slice(0, 3);
    return { name, samples, use: recognized(name, samples, known) };
  });
  const numbers = numbered.slice(headRows).map(({ number }) => number);
  const unclosed = numbered.find(({ isUnclosed }) => isUnclosed)?.number ?? null;
  return { columns: withPerson(columns), rows: body, numbers, unclosed };
}

function recognized(name: string, samples: readonly string[], { hidden, questions }: Known): ColumnUse {
  const key = folded(name);
  const field = hidden.find((one) => folded(one) === key);
  if (field !== undefined) return `hidden.${field}`;
  if (key === "email" || key === "emailaddress" || key === "mail") return "person";
  if (key === "reference" || key === "person") return "reference";
  if (languageNames.has(key)) return "language";
  const asked = questions.find(({ id, title }) => key !== "" && (folded(id) === key || folded(title) === key));
  if (asked) return `answer.${asked.id}`;
  return samples.length > 0 && samples.every(isAddress) ? "person" : "leave";
}

/** One column must name people: the first that says so, else the first. Another one with addresses is where emails go. */
function withPerson(columns: readonly Column[]): Column[] {
  const reference = columns.findIndex(({ use }) => use === "reference");
  const person = reference >= 0 ? reference : columns.findIndex(({ use }) => use === "person");
  const chosen = person >= 0 ? person : 0;
  return columns.map((column, at) => {
    if (at === chosen) return { ...column, use: column.use === "reference" ? "reference" : "person" };
    if (column.use === "person") return { ...column, use: reference >= 0 ? "email" : "leave" };
    return column.use === "reference" ? { ...column, use: "leave" } : column;
  });
}

interface CellFault {
  column: number;
  text: string;
}

/** A row that makes no link, with all that is wrong in it. */
export interface RowFaults {
  /** index in the table */
  row: number;
  /** the same person again: it is left out, and nothing can be corrected */
  isDouble: boolean;
  cells: CellFault[];
}

export interface People {
  links: NewLink[];
  faults: RowFaults[];
}

/** Returns the links of all rows without a fault. `corrected`: cells by row and column. */
export function peopleIn(table: Table, known: Known, corrected: ReadonlyMap<string, string>): People {
  const found: People = { links: [], faults: [] };
  const seen = new Map<string, number>();
  const uses = table.columns.map(({ use }) => use);
  const person = personColumn(table);
  const looksLikeAddresses = uses[person] === "person" && mostlyAddresses(table, person);
  for (const [row, cells] of table.rows.entries()) {
    const cell = (column: number) => cleaned(corrected.get(`${row} ${column}`) ?? cells[column] ?? "");
    const reference = cell(person);
    const first = seen.get(referenceKey(reference));
    const number = table.numbers[first ?? 0] ?? 0;
    const isDouble =
      first !== undefined &&
      (uses[person] === "person" || cells.every((text, column) => text === table.rows[first]?.[column]));
    if (isDouble) {
      found.faults.push({ row, isDouble, cells: [{ column: person, text: words.faults.double(number) }] });
      continue;
    }
    const text = first === undefined ? referenceFault(reference, looksLikeAddresses) : words.faults.taken(number);
    if (text === null) seen.set(referenceKey(reference), row);
    const { link, faults } = linkOf(reference, uses, cell, known);
    if (text === null && faults.length === 0) found.links.push(link);
    else {
      const own = text === null ? [] : [{ column: person, text }];
      found.faults.push({ row, isDouble, cells: [...own, ...faults] });
    }
  }
  return found;
}

/** Returns the index of the column that names people. */
export const personColumn = ({ columns }: Table): number =>
  columns.findIndex(({ use }) => use === "person" || use === "reference");

function referenceFault(reference: string, isAddressWanted: boolean): string | null {
  if (reference === "") return words.faults.blank;
  if (reference.length > referenceLimit) return words.faults.long;
  return isAddressWanted && !isAddress(reference) ? words.faults.address : null;
}

/** A few wrong ones are typing errors. */
function mostlyAddresses({ rows }: Table, column: number): boolean {
  const some = rows.slice(0, 1_000);
  return some.filter((row) => isAddress(row[column] ?? "")).length * 2 > some.length;
}

/** Returns a row's link, and the faults of its other cells. */
function linkOf(
  reference: string,
  uses: readonly ColumnUse[],
  cell: (column: number) => string,
  { languages, questions }: Known,
): { link: NewLink; faults: CellFault[] } {
  const hidden: Record<string, string> = {};
  const prefill: NonNullable<NewLink["prefill"]> = {};
  const link: NewLink = { reference };
  const faults: CellFault[] = [];
  for (const [column, use] of uses.entries()) {
    const value = cell(column);
    if (value === "") continue;
    const fault = (text: string) => faults.push({ column, text });
    if (use === "email") {
      link.email = value;
      if (!isAddress(value)) fault(words.faults.address);
    } else if (use === "language") {
      link.language = value;
      if (!languages.some((tag) => sameLanguage(tag, value))) fault(words.faults.language(languages));
    } else if (use.startsWith("hidden.")) hidden[use.slice("hidden.".length)] = value;
    const asked = questions.find(({ id }) => use === `answer.${id}`);
    if (!asked) continue;
    const reply = replyTo(value, asked.question);
    if (reply.kind === "answer") prefill[asked.id] = reply.answer;
    else fault(answerFault(reply, asked.question));
  }
  if (Object.keys(hidden).length > 0) link.hidden = hidden;
  if (Object.keys(prefill).length > 0) link.prefill = prefill;
  return { link, faults };
}

function answerFault(reply: Reply, question: CompiledQuestion): string {
  const choices = choicesOf(question);
  if (choices.length > 0) return words.faults.answer(choices);
  return reply.kind === "problem" ? refusalText(reply, question) : unfit;
}
