import { createHash } from "node:crypto";
import type { Target } from "./columns/targets.ts";
import { type FileCell, type Table, type TableRow, textOf } from "./table.ts";

/** Keys that tell a row apart: the present one, then those of releases before. */
export type Identities = readonly [string, ...string[]];

/**
 * Returns a function that tells rows apart, the same for the same response whatever the mapping says (wants §25, Twice). By the id of
 * the source, else the one that the form's owner or the header names, else by the cells and by which of the equal rows it is. Rows come
 * in their order. `named`: targets that the mapping names.
 */
export function identities(
  table: Pick<Table, "headers" | "own" | "formerly">,
  targets: readonly (Target | null)[],
  named: readonly (Target | null)[],
): (row: Pick<TableRow, "cells">) => Identities {
  const present = identityIn(table, targets);
  const former = [identityIn(table.formerly ?? table, named), ...(table.formerly ? mappedIn(table, targets) : [])];
  return (row) => {
    const identity = present(row);
    return [identity, ...new Set(former.map((of) => of(row)).filter((it) => it !== identity))];
  };
}

/** A mapping could name the id of a table with or without one of its times. */
function mappedIn({ headers, own }: Pick<Table, "headers" | "own">, targets: readonly (Target | null)[]) {
  const kept = [[], ["started_at"], ["completed_at"]];
  return kept.map((fields) =>
    identityIn(
      { headers, own: own.map((it) => (it === "id" || fields.includes(it ?? "") ? it : null)) },
      targets.map(() => null),
    ),
  );
}

function identityIn(
  { headers, own }: Pick<Table, "headers" | "own">,
  targets: readonly (Target | null)[],
): (row: Pick<TableRow, "cells">) => string {
  const columnsOf = (field: string): number[] => {
    const ofSource = own.flatMap((it, column) => (it === field ? [column] : []));
    if (ofSource.length > 0) return ofSource;
    return targets.flatMap((target, column) => (target?.kind === "own" && target.field === field ? [column] : []));
  };
  const ids = columnsOf("id");
  const times = [...columnsOf("started_at"), ...columnsOf("completed_at")];
  const equal = new Map<string, number>();
  return ({ cells }) => {
    const id = joined(ids, cells);
    if (id !== "") return /^[\d ]+$/.test(id) ? `id:${id} ${firstOf(times, cells)}`.trimEnd() : `id:${id}`;
    const hash = hashOf(headers, cells);
    const count = (equal.get(hash) ?? 0) + 1;
    equal.set(hash, count);
    return `row:${hash}:${count}`;
  };
}

const textAt = (cells: readonly FileCell[], column: number): string => {
  const cell = cells[column] ?? "";
  return typeof cell === "object" && "date" in cell ? toSeconds(cell.date) : textOf(cell).trim();
};

/** Keys have the times of workbooks to the second. */
const toSeconds = (date: string): string =>
  date.length <= secondsLength
    ? date
    : new Date(Math.round(Date.parse(`${date}Z`) / 1000) * 1000).toISOString().slice(0, secondsLength);

const secondsLength = "YYYY-MM-DDTHH:MM:SS".length;

const joined = (columns: readonly number[], cells: readonly FileCell[]): string =>
  columns
    .map((column) => textAt(cells, column))
    .filter((text) => text !== "")
    .join(" ");

const firstOf = (columns: readonly number[], cells: readonly FileCell[]): string =>
  columns.map((column) => textAt(cells, column)).find((text) => text !== "") ?? "";

/** Hashes the cells that aren't empty with their headers, so that a column that is added later changes no other row. */
function hashOf(headers: readonly string[], cells: readonly FileCell[]): string {
  const filled = cells.flatMap((cell, column) => (textOf(cell) === "" ? [] : [headers[column] ?? "", textOf(cell)]));
  return createHash("sha256").update(JSON.stringify(filled)).digest("base64url");
}
