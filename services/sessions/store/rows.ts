/** A column of the rows that a statement is given: its name and type in SQL, and what stands in it. */
export interface Column<T> {
  name: string;
  type: string;
  of(item: T): unknown;
}

/** Items as rows in a statement, with its parameters from `$1` on. */
export interface Rows {
  /** a query that gives the rows */
  text: string;
  values: unknown[];
}

/**
 * Many are an array a column. To set up `unnest` of a step's eighteen arrays takes PostgreSQL a fifth of the whole statement, so one
 * step alone, which is what a service has that is not busy, is given value by value.
 */
export function rowsOf<T>(columns: readonly Column<T>[], items: readonly T[]): Rows {
  const [only] = items;
  return items.length === 1 && only ? asValues(columns, only) : asArrays(columns, items);
}

const asValues = <T>(columns: readonly Column<T>[], item: T): Rows => ({
  text: `select ${columns.map(({ name, type }, at) => `$${at + 1}::${type} as ${name}`).join(", ")}`,
  values: columns.map(({ of }) => of(item)),
});

const asArrays = <T>(columns: readonly Column<T>[], items: readonly T[]): Rows => ({
  text: `select * from unnest(${columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(", ")})
    as r (${columns.map(({ name }) => name).join(", ")})`,
  values: columns.map(({ of }) => items.map(of)),
});
