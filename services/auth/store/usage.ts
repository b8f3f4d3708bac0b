import type pg from "pg";
import type { UsageCount } from "../../../shared/bus/contract.ts";
import type { ReadPool } from "../../../shared/platform/database/untilDeadline.ts";

/**
 * Adds a batch of counts, once per `flushId` (decisions §2). Sorted, so that batches don't deadlock. Skips counts of
 * deleted accounts.
 */
export async function addUsage(pool: pg.Pool, flushId: string, counts: UsageCount[]): Promise<void> {
  await pool.query({
    name: "auth.add_usage",
    text: `with flush as (
        insert into auth.usage_flushes (id) values ($1) on conflict do nothing returning id
      )
      insert into auth.usage as u (account_id, day, key_id, method, path, status_class, bucket, requests)
      select c.account_id, c.day, c.key_id, c.method, c.path, c.status_class, c.bucket, c.requests
      from flush cross join json_to_recordset($2::json) as c (account_id uuid, day date, key_id uuid, method text, path text,
        status_class smallint, bucket smallint, requests bigint)
      where exists (select from auth.accounts a where a.id = c.account_id)
      order by 1, 2, 3, 4, 5, 6, 7
      on conflict (account_id, day, key_id, method, path, status_class, bucket)
        do update set requests = u.requests + excluded.requests`,
    values: [flushId, JSON.stringify(counts)],
  });
}

export interface UsageRange {
  account_id: string;
  /** UTC days, `YYYY-MM-DD`, inclusive. */
  from: string;
  to: string;
  key_id: string | null;
}

/** A sum per day, per endpoint and bucket, per key, or in total. */
export interface UsageSum {
  level: "day" | "endpoint" | "key" | "total";
  day: string | null;
  method: string | null;
  path: string | null;
  bucket: number | null;
  key_id: string | null;
  requests: number;
  errors: number;
}

/** Keys that are listed, the busiest first. Keys that ended count, too. */
export const shownKeys = 1_000;

export async function sumUsage(pool: ReadPool, { account_id, from, to, key_id }: UsageRange): Promise<UsageSum[]> {
  const { rows } = await pool.query<UsageSum>({
    name: "auth.sum_usage",
    text: `select level, day, method, path, bucket, key_id, requests, errors from (
        select *, row_number() over (partition by level order by requests desc, key_id) as place from (
          select case grouping(day, path, key_id) when 3 then 'day' when 5 then 'endpoint' when 6 then 'key'
              else 'total' end as level,
            to_char(day, 'YYYY-MM-DD') as day, method, path, bucket, key_id, coalesce(sum(requests), 0)::float8 as requests,
            coalesce(sum(requests) filter (where status_class >= 4), 0)::float8 as errors
          from auth.usage
          where account_id = $1 and day between $2::date and $3::date and ($4::uuid is null or key_id = $4)
          group by grouping sets ((day), (method, path, bucket), (key_id), ())) sums) placed
      where level <> 'key' or place <= $5`,
    values: [account_id, from, to, key_id, shownKeys],
  });
  return rows;
}

export interface KeyName {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
}

export async function keyNames(pool: ReadPool, accountId: string, ids: readonly string[]): Promise<KeyName[]> {
  const { rows } = await pool.query<KeyName>(
    "select id, account_id, name, prefix from auth.api_keys where account_id = $1 and id = any($2::uuid[])",
    [accountId, ids],
  );
  return rows;
}

/** Maximum rows per delete statement. */
export const batchSize = 2_000;

/** Deletes the oldest rows that match and returns their number. Skips locked rows. */
async function deleteBatch(pool: pg.Pool, table: string, condition: string, order: string, values: unknown[] = []) {
  const { rowCount } = await pool.query(
    `delete from auth.${table} where ctid = any(array(
        select ctid from auth.${table} where ${condition} order by ${order} limit ${batchSize} for update skip locked))`,
    values,
  );
  return rowCount ?? 0;
}

export const deleteOldUsage = (pool: pg.Pool, retentionDays: number): Promise<number> =>
  deleteBatch(pool, "usage", "day < (now() at time zone 'utc')::date - $1::integer", "day", [retentionDays]);

/** Gateways repeat a batch of counts or refusals within minutes. Its id is kept for a week. */
export const deleteOldFlushes = (pool: pg.Pool): Promise<number> =>
  deleteBatch(pool, "usage_flushes", "created < now() - interval '7 days'", "created");

/** Deletes expired responses, and requests of gateways that died. */
export const deleteOldIdempotencyKeys = (pool: pg.Pool): Promise<number> =>
  deleteBatch(pool, "idempotency_keys", "expires < now()", "expires");

export const deleteExpired = (pool: pg.Pool, table: string): Promise<number> =>
  deleteBatch(pool, table, "expires < now()", "expires");

export const deleteOldResets = (pool: pg.Pool): Promise<number> => deleteExpired(pool, "password_resets");

/** People see theirs for 90 days (teams §20.10). */
export const deleteOldUserEvents = (pool: pg.Pool): Promise<number> =>
  deleteBatch(pool, "user_events", "occurred_at < now() - interval '90 days'", "occurred_at");
