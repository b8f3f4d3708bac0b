/**
 * SQL for the hot path that forces one plan. PostgreSQL chooses plans by statistics, but a queue can fill before its statistics
 * are updated. A plan for an empty table then reads the whole table for each joined row (test/platform/emptyStatistics.test.ts).
 * Other statements don't need these hints, because autovacuum updates their statistics.
 */

/** Returns a subquery for `lateral` that looks up rows `t` by an index, once per outer row. */
export const lookupPerRow = (table: string, condition: string, columns = "t.*"): string =>
  // a subquery with an offset is never merged into the join, so its order cannot change
  `(select ${columns} from ${table} t where ${condition} offset 0)`;

/** Returns `column = key` as an index lookup, never as a join over the whole index. */
export const equalsByIndex = (column: string, key: string): string => `${column} = any(array[${key}])`;

/** Returns a condition that only filters rows, without index or join. */
export const filterOnly = (condition: string): string => `(${condition}) is true`;

/**
 * Returns a condition that no transaction has locked this version of the row, except the one that wrote it. It is cheaper than
 * locking the row before a change. False for some rows that are unlocked again.
 */
export const neverLocked = (row: string): string => `${row}.xmax in ('0'::xid, ${row}.xmin)`;
