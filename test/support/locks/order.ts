import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Transaction } from "./transactions.ts";

/** Finds transactions that can wait for each other for ever, by the tables whose rows they lock. */

/** Modes of row locks (https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS), and which ones exclude each other. */
type Mode = "key share" | "share" | "no key update" | "update";
const excluded: Readonly<Record<Mode, readonly Mode[]>> = {
  "key share": ["update"],
  share: ["no key update", "update"],
  "no key update": ["share", "no key update", "update"],
  update: ["key share", "share", "no key update", "update"],
};
const excludes = (a: Mode, b: Mode): boolean => excluded[a].includes(b);

interface Lock {
  table: string;
  mode: Mode;
}

interface Reference {
  to: string;
  isCascading: boolean;
}

const root = join(import.meta.dirname, "../../..");

/** Returns what the tables of a schema reference, as its migrations say. */
export function referencesOf(schema: string): ReadonlyMap<string, Reference[]> {
  const found = new Map<string, Reference[]>();
  const texts = globSync(`services/${schema}/migrations/*.ts`, { cwd: root }).map((file) =>
    readFileSync(join(root, file), "utf8"),
  );
  const table = new RegExp(`create table (?:if not exists )?${schema}\\.(\\w+) \\(([^;\`]*)`, "g");
  const reference = new RegExp(`references ${schema}\\.(\\w+)( on delete cascade)?`, "g");
  for (const text of texts)
    for (const [, name = "", columns = ""] of text.matchAll(table))
      found.set(
        name,
        Array.from(columns.matchAll(reference), ([, to = "", cascade]) => ({ to, isCascading: cascade !== undefined })),
      );
  return found;
}

/** Returns the row locks that a statement takes, in the order of PostgreSQL: the row itself, then those of its references. */
function locksOf(statement: string, schema: string, references: ReadonlyMap<string, Reference[]>): Lock[] {
  const text = statement.replace(/\s+/g, " ");
  const names = (pattern: string) =>
    Array.from(text.matchAll(new RegExp(`${pattern} ${schema}\\.(\\w+)`, "gi")), ([, name = ""]) => name);
  const deleted = names("delete from").flatMap((name) => [name, ...childrenOf(name, references)]);
  // a row that is updated instead has its references already
  const inserted = names("insert into").flatMap((table): Lock[] => [
    ...(references.get(table) ?? []).map(({ to }) => ({ table: to, mode: "key share" as const })),
    ...(/on conflict [^;]*do update/i.test(text) ? [{ table, mode: "no key update" as const }] : []),
  ]);
  return [
    ...Array.from(text.matchAll(/ for (key share|share|no key update|update)(?: of (\w+))?\b(?! skip)/gi), (found) => ({
      table: named(text, found[2], schema),
      mode: found[1] as Mode,
    })),
    ...deleted.map((table) => ({ table, mode: "update" as const })),
    ...names("update").map((table) => ({ table, mode: "no key update" as const })),
    ...inserted,
  ];
}

/** Returns the table of an alias, or the first one. */
function named(text: string, alias: string | undefined, schema: string): string {
  const pattern = alias === undefined ? `from ${schema}\\.(\\w+)` : `(?:from|join) ${schema}\\.(\\w+) ${alias}\\b`;
  return new RegExp(pattern, "i").exec(text)?.[1] ?? "";
}

/** Returns the tables whose rows go with a row. */
const childrenOf = (table: string, references: ReadonlyMap<string, Reference[]>): string[] =>
  [...references].flatMap(([child, all]) =>
    all.some(({ to, isCascading }) => to === table && isCascading) ? [child] : [],
  );

export interface Locking {
  at: string;
  locks: Lock[];
}

export function lockingOf(transactions: readonly Transaction[], schema: string): Locking[] {
  const references = referencesOf(schema);
  return transactions.map(({ at, statements }) => {
    const made = new Set<string>();
    const locks = statements.flatMap((statement) => {
      for (const [, name = ""] of statement.matchAll(new RegExp(`insert into ${schema}\\.(\\w+)`, "g")))
        if (!/on conflict/i.test(statement)) made.add(name);
      // a row that this transaction has made is its own
      return locksOf(statement, schema, references).filter(
        ({ table, mode }) => mode !== "key share" || !made.has(table),
      );
    });
    return { at, locks: newLocks(locks) };
  });
}

const modes: readonly Mode[] = ["key share", "share", "no key update", "update"];

/** Returns the locks without those that the transaction holds already. */
const newLocks = (locks: readonly Lock[]): Lock[] =>
  locks.filter(
    ({ table, mode }, at) =>
      !locks.slice(0, at).some((held) => held.table === table && modes.indexOf(held.mode) >= modes.indexOf(mode)),
  );

/** Returns pairs that lock rows of two tables in opposite orders: `<one> and <other>: <table>, <table>`. */
export function deadlocksOf(all: readonly Locking[]): string[] {
  const found = new Set<string>();
  for (const [at, one] of all.entries())
    for (const other of all.slice(at))
      for (const tables of oppositeOrders(one.locks, other.locks)) found.add(`${one.at} and ${other.at}: ${tables}`);
  return [...found];
}

/** One waits for a lock while it holds those before it, and the other one, too, where neither keeps the other from getting so far. */
function oppositeOrders(one: readonly Lock[], other: readonly Lock[]): string[] {
  const found = new Set<string>();
  for (const [j, waited] of one.entries())
    for (const [l, awaited] of other.entries()) {
      const [held, others] = [one.slice(0, j), other.slice(0, l)];
      if (blocks(others, waited) && blocks(held, awaited) && !others.some((lock) => blocks(held, lock)))
        found.add([waited.table, awaited.table].sort().join(", "));
    }
  return [...found];
}

const blocks = (held: readonly Lock[], wanted: Lock): boolean =>
  held.some(({ table, mode }) => table === wanted.table && excludes(mode, wanted.mode));
