import { headerParts, partNamed } from "./columns/parts.ts";
import { type Suggestion, slotOf } from "./columns/suggest.ts";
import { type Heading, type Part, type Target, targetOf, targetText } from "./columns/targets.ts";
import type { ImportForm, ImportQuestion } from "./form/questions.ts";
import { cut, throwErrors } from "./mapping.ts";
import type { Mapping } from "./response.ts";

/**
 * Returns the target of each column: what the mapping says, else its suggestion (wants §25, Columns). Throws a Refusal that lists what
 * is wrong in the mapping.
 */
export function targetsOf(
  heading: Heading,
  form: ImportForm,
  suggestions: readonly Suggestion[],
  mapping: Pick<Mapping, "columns">,
): (Target | null)[] {
  const errors: string[] = [];
  const named = columnsNamed(heading.headers, mapping, errors);
  const targets = suggestions.map(({ target }) => target);
  for (const [column, { name, target: text }] of named) {
    const suggested = targets[column];
    // the suggestion also knows which part of the answer the column has
    if (suggested && text === targetText(suggested)) continue;
    const found = text === null ? null : targetOf(text, form);
    if (typeof found === "string") errors.push(`mapping.columns.${cut(name)}: ${found}`);
    else if (found?.kind === "question") {
      const part: Part = found.row === null ? partOf(heading, column, found.question) : { kind: "row", key: found.row };
      targets[column] = { kind: "answer", question: found.question, part };
    } else targets[column] = found;
  }
  if (errors.length === 0) errors.push(...repeated(heading, targets, named));
  throwErrors(errors);
  return targets;
}

/** Returns whether the mapping names a column, by its header or number. */
export const isNamed = ({ headers }: Heading, column: number, { columns }: Pick<Mapping, "columns">): boolean =>
  columns.has(headers[column] ?? "") || columns.has(`#${column + 1}`);

/** A column as the mapping names it. */
interface Named {
  name: string;
  target: string | null;
}

function columnsNamed(
  headers: readonly string[],
  { columns }: Pick<Mapping, "columns">,
  errors: string[],
): Map<number, Named> {
  const byHeader = new Map<string, number[]>();
  headers.forEach((header, column) => {
    byHeader.set(header, [...(byHeader.get(header) ?? []), column]);
  });
  const named = new Map<number, Named>();
  for (const [name, target] of columns) {
    const found = byHeader.get(name) ?? columnNumbered(name, headers.length);
    const [column] = found;
    const at = `mapping.columns.${cut(name)}`;
    const twice = column === undefined ? undefined : named.get(column);
    if (column === undefined) errors.push(`${at}: must be a header of the file, or # and the number of a column`);
    else if (found.length > 1) errors.push(`${at}: stands twice; name it #${found.map((it) => it + 1).join(" or #")}`);
    else if (twice) errors.push(`${at}: is the same column as ${cut(twice.name)}`);
    else named.set(column, { name, target });
  }
  return named;
}

function columnNumbered(name: string, count: number): number[] {
  const number = /^#([1-9]\d{0,4})$/.exec(name)?.[1];
  return number !== undefined && Number(number) <= count ? [Number(number) - 1] : [];
}

/** Returns what a column has of the answer that the mapping says it has, by the end of its header. */
function partOf({ source, headers, titles }: Heading, column: number, question: ImportQuestion): Part {
  const texts = [headers[column] ?? "", titles?.[column] ?? ""];
  const names = new Set([question.id, ...question.titles].map((name) => name.trim()));
  if (texts.some((text) => names.has(text.trim()))) return { kind: "whole" };
  for (const text of texts) {
    for (const end of [text, ...[...headerParts(text)].map((it) => it.end)]) {
      const part = end === "" ? null : partNamed(question, end, source);
      if (part) return part;
    }
  }
  return { kind: "whole" };
}

/** Families of answers that can have several columns of one kind, which are put together. */
const manyColumns: ReadonlySet<string | undefined> = new Set(["many", "rank"]);

/** Returns an error for each column that has the same as another one. */
function repeated(
  { headers, own }: Heading,
  targets: readonly (Target | null)[],
  named: ReadonlyMap<number, Named>,
): string[] {
  const firsts = new Map<string, number>();
  const errors: string[] = [];
  targets.forEach((target, column) => {
    if (!target) return;
    const slot = slotOf(target, headers[column]);
    const first = firsts.get(slot);
    if (first === undefined) firsts.set(slot, column);
    if (first === undefined || isTogether(target, own[column] ?? null)) return;
    // the mapping names one of them, else the suggestions would not be the same
    const [at, other] = named.has(column) ? [column, first] : [first, column];
    const name = named.get(at)?.name ?? headers[at] ?? "";
    errors.push(
      `mapping.columns.${cut(name)}: ${targetText(target)} has the column #${other + 1} already; leave out one of them`,
    );
  });
  return errors;
}

/** Several columns can be the id of a source, or the options of an answer. */
const isTogether = (target: Target, own: string | null): boolean =>
  target.kind === "own"
    ? own === "id" && target.field === "id"
    : target.kind === "answer" &&
      target.part.kind === "whole" &&
      manyColumns.has(target.question.question.domain?.family);
