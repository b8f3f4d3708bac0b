import { createHash } from "node:crypto";
import type { Target } from "./columns/targets.ts";
import { type Cell, type Table, type TableRow, textOf } from "./table.ts";

/**
 * Returns a function that tells rows apart, the same for the same response whatever the mapping says (wants §25, Twice). By the id of
 * the source, else the one that the mapping names, else by the cells and by which of the equal rows it is. Rows come in their order.
 */
export function identities(
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

const textAt = (cells: readonly Cell[], column: number): string => {
  const cell = cells[column] ?? "";
  return (typeof cell === "object" && "date" in cell ? cell.date : textOf(cell)).trim();
};

const joined = (columns: readonly number[], cells: readonly Cell[]): string =>
  columns
    .map((column) => textAt(cells, column))
    .filter((text) => text !== "")
    .join(" ");

const firstOf = (columns: readonly number[], cells: readonly Cell[]): string =>
  columns.map((column) => textAt(cells, column)).find((text) => text !== "") ?? "";

/** Hashes the cells that aren't empty with their headers, so that a column that is added later changes no other row. */
function hashOf(headers: readonly string[], cells: readonly Cell[]): string {
  const filled = cells.flatMap((cell, column) => (cell === "" ? [] : [headers[column] ?? "", textOf(cell)]));
  return createHash("sha256").update(JSON.stringify(filled)).digest("base64url");
}
