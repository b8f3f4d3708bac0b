import type { NewLink } from "../../../../../shared/api/shapes/links.ts";
import { contactText } from "../../../../../shared/domain/contactText.ts";
import { sameLanguage } from "../../../../../shared/domain/graph/translations/translations.ts";
import type { CompiledQuestion, Reply } from "../../../../../shared/domain/questions/question.ts";
import { referenceKey } from "../../../../../shared/domain/reference.ts";
import * as words from "../../../strings/en/dashboard/links.ts";
import { unfit } from "../../../strings/en/dashboard/refusals.ts";
import { addressesIn, isWholeAddress, withAddresses } from "../../people/addresses.ts";
import { refusalText } from "../refusalText.ts";
import { type ColumnUse, holdsAddresses, type Known, personColumn, referenceFault, type Table } from "./peopleTable.ts";
import { choicesOf, replyTo } from "./prefillCells.ts";

/** People to give links to, from the rows of a table. Pure. */

/** Names keep joiners, which Persian needs. */
const cleaned = (text: string): string => {
  const contact = /[@＠]/.test(text) ? contactText(text) : text;
  return isWholeAddress(contact) ? contact : text;
};

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
  const isPerson = uses[person] === "person";
  const isAddressed = isPerson && holdsAddresses(table, person);
  for (const [row, cells] of table.rows.entries()) {
    const cell = (column: number) => (corrected.get(`${row} ${column}`) ?? cells[column] ?? "").trim();
    const { references, fault } = referencesIn(cell(person), isPerson, isAddressed);
    const rowOf = (reference: string) => seen.get(referenceKey(reference));
    const fresh = references.filter((reference) => rowOf(reference) === undefined);
    const again = references.find((reference) => rowOf(reference) !== undefined);
    const first = again === undefined ? 0 : (rowOf(again) ?? 0);
    const isSame = isPerson || cells.every((text, column) => text === table.rows[first]?.[column]);
    const isDouble = again !== undefined && isSame;
    const isLeftOut = isDouble && fresh.length === 0;
    for (const reference of fresh) seen.set(referenceKey(reference), row);
    const { link, faults } = isLeftOut ? { link: {}, faults: [] } : linkOf(uses, cell, known);
    if (faults.length === 0) found.links.push(...fresh.map((reference) => ({ reference, ...link })));
    const text = fault ?? (again === undefined ? null : repeated(again, table.numbers[first] ?? 0, isSame, isLeftOut));
    const all = text === null ? faults : [{ column: person, text }, ...faults];
    if (all.length > 0) found.faults.push({ row, isDouble: isDouble && faults.length === 0, cells: all });
  }
  return found;
}

function repeated(reference: string, number: number, isSame: boolean, isLeftOut: boolean): string {
  if (!isSame) return words.faults.taken(number);
  return isLeftOut ? words.faults.double(number) : words.faults.doubleOf(reference, number);
}

interface References {
  references: string[];
  fault: string | null;
}

/** Returns the people that a cell names: several addresses are several people, anything else is one. */
function referencesIn(text: string, isPerson: boolean, isAddressed: boolean): References {
  const entries = withAddresses([], addressesIn(text));
  const addresses = entries.filter(isWholeAddress);
  const fault = (why: string | null): References => ({ references: [], fault: why });
  if (!isPerson && addresses.length > 1) return fault(words.faults.oneAddress);
  if (addresses.length > 0 && addresses.length === entries.length) {
    const long = addresses.map(referenceFault).find((why) => why !== null);
    return long ? fault(long) : { references: addresses, fault: null };
  }
  const isWrong = isAddressed || (isPerson && addresses.length > 1);
  const wrong = addresses.length > 0 ? words.faults.addresses : words.faults.address;
  const why = referenceFault(text) ?? (isWrong ? wrong : null);
  return why === null ? { references: [text], fault: null } : fault(why);
}

/** Returns a row's link, and the faults of its other cells. */
function linkOf(
  uses: readonly ColumnUse[],
  cell: (column: number) => string,
  { languages, questions }: Known,
): { link: Omit<NewLink, "reference">; faults: CellFault[] } {
  const hidden: Record<string, string> = {};
  const prefill: NonNullable<NewLink["prefill"]> = {};
  const link: Omit<NewLink, "reference"> = {};
  const faults: CellFault[] = [];
  for (const [column, use] of uses.entries()) {
    const value = cleaned(cell(column));
    if (value === "") continue;
    const fault = (text: string) => faults.push({ column, text });
    if (use === "email") {
      const entries = withAddresses([], addressesIn(value));
      link.email = entries[0] ?? "";
      if (entries.filter(isWholeAddress).length > 1) fault(words.faults.oneAddress);
      else if (entries.length !== 1 || !isWholeAddress(link.email)) fault(words.faults.address);
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
