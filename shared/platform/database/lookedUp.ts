/**
 * A plan is chosen by how many rows PostgreSQL believes in. Of a table that fills in moments, as a queue does, it may still
 * believe that it is empty, or has believed so when it made a plan that it keeps: then it reads the whole table for each row
 * that it joins to it. Where that would be, these leave it no way but a look into an index for each row.
 */

/** For `lateral`: the rows `t` of a table that `condition` on an indexed key finds, once for each row that it stands beside. */
export const lookedUp = (table: string, condition: string): string =>
  // a subquery with an offset is no part of the join, so it cannot be turned round
  `(select t.* from ${table} t where ${condition} offset 0)`;

/** In place of `column = key` in a join: `=` could also be joined by, in the order of the whole index. */
export const isKey = (column: string, key: string): string => `${column} = any(array[${key}])`;
