/**
 * SQL for the hot path that leaves PostgreSQL one plan only. It chooses a plan by the rows it believes a table to have. A queue
 * fills in moments, so the table may still count as empty, also in a plan that is kept: then the whole table would be read for
 * each row that is joined to it. `test/platform/emptyStatistics.test.ts` holds what these are for. Other statements need none:
 * autovacuum keeps their statistics.
 */

/** For `lateral`: the rows `t` of a table that `condition` finds by an index, looked up once for each row before it. */
export const lookupPerRow = (table: string, condition: string): string =>
  // a subquery with an offset is never merged into the join, so its order cannot change
  `(select t.* from ${table} t where ${condition} offset 0)`;

/** `column = key` as a lookup in the column's index, never as a join over the whole index. */
export const equalsByIndex = (column: string, key: string): string => `${column} = any(array[${key}])`;

/** A condition on rows that were found by other conditions: never read from an index, never turned into a join. */
export const filterOnly = (condition: string): string => `(${condition}) is true`;

/**
 * Nobody has locked or changed the row since it was written. Looking at it right before a change is cheaper than locking the row
 * first; false for some rows that are free again.
 */
export const neverLocked = (row: string): string => `${row}.xmax = '0'::xid`;
