import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Target } from "./columns/targets.ts";
import type { Identities } from "./response.ts";
import { type FileCell, type Table, type TableRow, textOf } from "./table.ts";

/**
 * Returns a function that tells rows apart, the same for the same response whatever the mapping says (wants §25, Twice). By the id of
 * the source, else the one that the form's owner or the header names, else by the cells and by which of the equal rows it is. Rows come
 * in their order. `others`: targets that another mapping, or none, would give.
 */
export function identities(
  table: Pick<Table, "source" | "headers" | "own" | "formerly">,
  targets: readonly (Target | null)[],
  others: readonly (readonly (Target | null)[])[],
): (row: Pick<TableRow, "cells">) => Identities {
  const present = keyColumns(table, targets);
  const before = table.formerly ?? table;
  // a mapping can name the id of a table, its times or neither
  const isFree = table.source === "table" || table.formerly !== undefined;
  const mapped = isFree ? [present, ...others.map((some) => keyColumns(table, some))].flatMap(withFewerTimes) : [];
  const all = [
    ...others.map((some) => keyColumns(before, some)),
    ...mapped,
    ...(isFree ? [keyColumns(before, [])] : []),
  ];
  const distinct = all.filter((one, at) => all.findIndex((other) => isDeepStrictEqual(one, other)) === at);
  const olders = distinct.filter((it) => !isDeepStrictEqual(it, present)).map((it) => identityBy(it));
  const identityOf = identityBy(present);
  const shownBefore = identityBy(present, oldTextOf);
  return (row) => {
    const identity = identityOf(row);
    const found = olders.map((of) => of(row));
    if (row.cells.some(wasShownOtherwise)) found.push(shownBefore(row));
    return [identity, ...new Set(found.filter((it) => it !== identity))];
  };
}

const withFewerTimes = ({ headers, ids, times }: KeyColumns): KeyColumns[] =>
  [[], ...times.map((column) => [column]), times].map((some) => ({ headers, ids, times: some }));

const wasShownOtherwise = (cell: FileCell): boolean => typeof cell === "object" && "before" in cell;
const oldTextOf = (cell: FileCell | undefined): string =>
  typeof cell === "object" && "before" in cell ? (cell.before ?? "") : textOf(cell);

/** Columns that make the key of a row. */
interface KeyColumns {
  headers: readonly string[];
  ids: readonly number[];
  times: readonly number[];
}

function keyColumns({ headers, own }: Pick<Table, "headers" | "own">, targets: readonly (Target | null)[]): KeyColumns {
  const columnsOf = (field: string): number[] => {
    const ofSource = own.flatMap((it, column) => (it === field ? [column] : []));
    if (ofSource.length > 0) return ofSource;
    return targets.flatMap((target, column) => (target?.kind === "own" && target.field === field ? [column] : []));
  };
  return { headers, ids: columnsOf("id"), times: [...columnsOf("started_at"), ...columnsOf("completed_at")] };
}

function identityBy({ headers, ids, times }: KeyColumns, text = textOf): (row: Pick<TableRow, "cells">) => string {
  const equal = new Map<string, number>();
  return ({ cells }) => {
    const id = joined(ids, cells);
    if (id !== "") return /^[\d ]+$/.test(id) ? `id:${id} ${firstOf(times, cells)}`.trimEnd() : `id:${id}`;
    const hash = hashOf(headers, cells, text);
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
function hashOf(headers: readonly string[], cells: readonly FileCell[], text: typeof textOf): string {
  const filled = cells.flatMap((cell, column) => (textOf(cell) === "" ? [] : [headers[column] ?? "", text(cell)]));
  return createHash("sha256").update(JSON.stringify(filled)).digest("base64url");
}
