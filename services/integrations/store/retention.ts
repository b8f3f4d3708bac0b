import type pg from "pg";
import { queues } from "./queue.ts";

/** Rows of one statement: it ends long before any timeout, and nobody waits for it. */
export const retentionBatch = 1_000;

/** Tables that grow with time, each with the column of a row's age. */
const tables = {
  attempts: { key: "id", age: "created" },
  deliveries: { key: "id", age: "created" },
  notices: { key: "id", age: "created" },
  erased_sessions: { key: "session_id", age: "erased_at" },
  hourly_attempts: { key: "ctid", age: "hour" },
} as const;

type Table = keyof typeof tables;

/** Days that don't come from the environment. An erased session is kept longer than any event of it can be on its way. */
const keptDays: Partial<Record<Table, number>> = { erased_sessions: 7, hourly_attempts: 2 };

export interface Deleted {
  rows: number;
  /** of tables that could not be cleaned this time; the others were */
  problems: Error[];
}

/** Deletes what is older than so many days, each table by itself; `signal` ends it between two statements. */
export async function deleteOld(pool: pg.Pool, days: number, signal?: AbortSignal): Promise<Deleted> {
  const deleted: Deleted = { rows: 0, problems: [] };
  for (const table of Object.keys(tables) as Table[]) {
    try {
      deleted.rows += await deleteOldOf(pool, table, keptDays[table] ?? days, signal);
    } catch (error) {
      deleted.problems.push(error as Error);
    }
  }
  return deleted;
}

/** The oldest rows first, so that an index finds them; those that somebody holds are left for the next time. */
export function deleteStatement(table: Table, days: number) {
  const { key, age } = tables[table];
  return {
    name: `delete-old-${table}`,
    text: `delete from integrations.${table} where ${key} = any(array(
        select ${key} from integrations.${table} where ${age} < statement_timestamp() - make_interval(days => $1)
        order by ${age} limit $2 for update skip locked))`,
    values: [days, retentionBatch],
  };
}

async function deleteOldOf(pool: pg.Pool, table: Table, days: number, signal?: AbortSignal): Promise<number> {
  for (let deleted = 0; ; ) {
    const { rowCount } = await pool.query(deleteStatement(table, days));
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < retentionBatch || signal?.aborted) return deleted;
  }
}

/** An integration that went while its deliveries were made leaves none that wait for nothing. */
export async function cancelOrphans(pool: pg.Pool, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query({
      name: "cancel-orphans",
      text: `with recursive ${queues}, orphans as (
          select d.id from queues q cross join lateral (
            select d.id from integrations.deliveries d where d.integration_id = q.integration_id and d.due_at is not null
            limit $1 for update skip locked) d
          where not exists (select 1 from integrations.integrations i where i.id = q.integration_id) limit $1
        )
        update integrations.deliveries d set due_at = null, retry_asked = false,
          state = case when d.state = 'queued' then 'cancelled' else d.state end
        where d.id = any(array(select id from orphans))`,
      values: [retentionBatch],
    });
    if ((rowCount ?? 0) < retentionBatch || signal?.aborted) return;
  }
}
