import { sameLanguage } from "../../../../../shared/domain/graph/translations/translations.ts";
import { referenceLimit } from "../../../../../shared/domain/limits.ts";
import { referenceKey } from "../../../../../shared/domain/reference.ts";
import type { NewLink } from "../../../../../shared/domain/shapes/links.ts";
import * as words from "../../../strings/en/dashboard/links.ts";
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
const isAddress = (text: string): boolean => wholeAddress.test(text.trim());

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

export interface RowFault {
  /** index in the table */
  row: number;
  column: number;
  text: string;
  /** the same person again: it is left out, and nothing can be corrected */
  isDouble: boolean;
}

export interface People {
  links: NewLink[];
  faults: RowFault[];
}

/** Returns the links of all rows without a fault. `corrected`: cells by row and column. */
export function peopleIn(
  table: Table,
  { languages, questions }: Known,
  corrected: ReadonlyMap<string, string>,
): People {
  const found: People = { links: [], faults: [] };
  const seen = new Map<string, number>();
  const uses = table.columns.map(({ use }) => use);
  const person = uses.findIndex((use) => use === "person" || use === "reference");
  const looksLikeAddresses = uses[person] === "person" && mostlyAddresses(table, person);
  for (const [row, cells] of table.rows.entries()) {
    const cell = (column: number) => (corrected.get(`${row} ${column}`) ?? cells[column] ?? "").trim();
    const fault = (column: number, text: string, isDouble = false) =>
      found.faults.push({ row, column, text, isDouble });
    const reference = cell(person);
    const first = seen.get(referenceKey(reference));
    if (reference === "") fault(person, words.faults.blank);
    else if (reference.length > referenceLimit) fault(person, words.faults.long);
    else if (looksLikeAddresses && !isAddress(reference)) fault(person, words.faults.address);
    else if (first !== undefined) {
      const isSame = uses[person] === "person" || cells.every((text, column) => text === table.rows[first]?.[column]);
      const text = isSame ? words.faults.double : words.faults.taken;
      fault(person, text(table.numbers[first] ?? 0), isSame);
    } else {
      seen.set(referenceKey(reference), row);
      const link = linkOf(reference, uses, cell);
      const email = uses.indexOf("email");
      const language = uses.indexOf("language");
      const answers = answersOf(uses, cell, questions);
      const isKnown = !link.language || languages.some((tag) => sameLanguage(tag, link.language ?? ""));
      if (link.email && !isAddress(link.email)) fault(email, words.faults.address);
      else if (!isKnown) fault(language, words.faults.language(languages));
      else if (answers.refused) fault(answers.refused.column, words.faults.answer(answers.refused.choices));
      else found.links.push({ ...link, ...answers.given });
    }
  }
  return found;
}

/** A few wrong ones are typing errors. */
function mostlyAddresses({ rows }: Table, column: number): boolean {
  const some = rows.slice(0, 1_000);
  return some.filter((row) => isAddress(row[column] ?? "")).length * 2 > some.length;
}

interface Answers {
  /** for the link, if there are any */
  given: Pick<NewLink, "prefill">;
  refused?: { column: number; choices: string[] };
}

/** Returns the row's answers, or the first cell that its question doesn't accept. */
function answersOf(
  uses: readonly ColumnUse[],
  cell: (column: number) => string,
  questions: readonly KnownQuestion[],
): Answers {
  const prefill: NonNullable<NewLink["prefill"]> = {};
  for (const [column, use] of uses.entries()) {
    const asked = questions.find(({ id }) => use === `answer.${id}`);
    if (!asked || cell(column) === "") continue;
    const reply = replyTo(cell(column), asked.question);
    if (reply.kind !== "answer") return { given: {}, refused: { column, choices: choicesOf(asked.question) } };
    prefill[asked.id] = reply.answer;
  }
  return { given: Object.keys(prefill).length > 0 ? { prefill } : {} };
}

function linkOf(reference: string, uses: readonly ColumnUse[], cell: (column: number) => string): NewLink {
  const hidden: Record<string, string> = {};
  const link: NewLink = { reference };
  for (const [column, use] of uses.entries()) {
    const value = cell(column);
    if (value === "") continue;
    if (use === "email") link.email = value;
    if (use === "language") link.language = value;
    if (use.startsWith("hidden.")) hidden[use.slice("hidden.".length)] = value;
  }
  return { ...link, ...(Object.keys(hidden).length > 0 && { hidden }) };
}
