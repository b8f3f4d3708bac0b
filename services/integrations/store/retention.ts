import type pg from "pg";
import { queues } from "./queue.ts";

/** Rows per statement, so that it ends long before any timeout. */
export const retentionBatch = 1_000;

/** Tables that grow with time, each with the column of a row's age. The first partitions hold rows of many days. */
const tables = {
  attempts_before: { key: "ctid", age: "created" },
  payloads_before: { key: "ctid", age: "created" },
  deliveries: { key: "id", age: "created" },
  notices: { key: "id", age: "created" },
  erased_sessions: { key: "session_id", age: "erased_at" },
  hourly_attempts: { key: "ctid", age: "hour" },
  mail_digest_entries: { key: "ctid", age: "created" },
  mail_sends: { key: "ctid", age: "day" },
  link_attempts: { key: "id", age: "created" },
} as const;

type Table = keyof typeof tables;

/** Retention in days of tables without a variable. `erased_sessions` outlives all events of its sessions. */
const keptDays: Partial<Record<Table, number>> = { erased_sessions: 7, hourly_attempts: 2, mail_sends: 2 };

export interface Deleted {
  rows: number;
  /** Failures of single tables. The others were cleaned. */
  problems: Error[];
}

/** Deletes rows older than `days`, table by table. `signal` stops it between two statements. */
export async function deleteOld(pool: pg.Pool, days: number, signal?: AbortSignal): Promise<Deleted> {
  const deleted: Deleted = { rows: 0, problems: [] };
  for (const table of Object.keys(tables) as Table[]) {
    if (table.endsWith("_before") && !(await isThere(pool, table))) continue;
    try {
      deleted.rows += await deleteOldOf(pool, table, keptDays[table] ?? days, signal);
    } catch (error) {
      deleted.problems.push(error as Error);
    }
  }
  return deleted;
}

/** First partitions are dropped like the others (partitions.ts). */
async function isThere(pool: pg.Pool, table: Table): Promise<boolean> {
  const { rows } = await pool.query("select to_regclass($1) is not null as is_there", [`integrations.${table}`]);
  return rows[0].is_there;
}

/** Deletes the oldest rows first, to use the index. Skips locked rows. */
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

/** Cancels deliveries whose integration was deleted while they were created. */
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
