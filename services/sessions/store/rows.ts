import { arrayText, type Item } from "../../../shared/platform/database/arrays.ts";

/** A column of the rows in a statement: its SQL name and type, and its value. */
export interface Column<T> {
  name: string;
  type: string;
  of(item: T): Item;
}

/** Rows in a statement, with parameters from `$1`. */
export interface Rows {
  /** SQL query that returns the rows. */
  text: string;
  values: unknown[];
}

/**
 * Returns one item as plain values and several as one array per column. Setting up `unnest` for a step's eighteen
 * arrays takes a fifth of the statement, and a service that isn't busy has single steps.
 */
export function rowsOf<T>(columns: readonly Column<T>[], items: readonly T[]): Rows {
  const [only] = items;
  return items.length === 1 && only ? asValues(columns, only) : asArrays(columns, items);
}

const asValues = <T>(columns: readonly Column<T>[], item: T): Rows => ({
  text: `select ${columns.map(({ name, type }, index) => `$${index + 1}::${type} as ${name}`).join(", ")}`,
  values: columns.map(({ of }) => of(item)),
});

const asArrays = <T>(columns: readonly Column<T>[], items: readonly T[]): Rows => ({
  text: `select * from unnest(${columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(", ")})
    as r (${columns.map(({ name }) => name).join(", ")})`,
  values: columns.map(({ of }) => arrayText(items.map(of))),
});
