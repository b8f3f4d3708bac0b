import type pg from "pg";
import type { UsageCount } from "../../../shared/bus/contract.ts";

/** Adds a batch of counts, once however often it comes (decisions §2). In one order, so that batches never deadlock; what is left of a deleted account's is dropped. */
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
  /** UTC days, `YYYY-MM-DD`, both included */
  from: string;
  to: string;
  key_id: string | null;
}

/** Sums over a range: of each day, of each endpoint and bucket, of each key, and of all. */
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

export async function sumUsage(pool: pg.Pool, { account_id, from, to, key_id }: UsageRange): Promise<UsageSum[]> {
  const { rows } = await pool.query<UsageSum>({
    name: "auth.sum_usage",
    text: `select case grouping(day, path, key_id) when 3 then 'day' when 5 then 'endpoint' when 6 then 'key'
          else 'total' end as level,
        to_char(day, 'YYYY-MM-DD') as day, method, path, bucket, key_id, coalesce(sum(requests), 0)::float8 as requests,
        coalesce(sum(requests) filter (where status_class >= 4), 0)::float8 as errors
      from auth.usage
      where account_id = $1 and day between $2::date and $3::date and ($4::uuid is null or key_id = $4)
      group by grouping sets ((day), (method, path, bucket), (key_id), ())`,
    values: [account_id, from, to, key_id],
  });
  return rows;
}

export interface KeyName {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
}

export async function keyNames(pool: pg.Pool, accountId: string): Promise<KeyName[]> {
  const { rows } = await pool.query<KeyName>(
    "select id, account_id, name, prefix from auth.api_keys where account_id = $1",
    [accountId],
  );
  return rows;
}

/** Rows that one statement of the retention deletes. */
export const batchSize = 2_000;

/** Deletes the oldest rows that `condition` names, and gives how many; rows that somebody has locked are left for later. */
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

/** A batch that was taken in comes again within minutes; its id is kept for a week. */
export const deleteOldFlushes = (pool: pg.Pool): Promise<number> =>
  deleteBatch(pool, "usage_flushes", "created < now() - interval '7 days'", "created");

/** Answers that are no longer given again, and requests whose gateway has died. */
export const deleteOldIdempotencyKeys = (pool: pg.Pool): Promise<number> =>
  deleteBatch(pool, "idempotency_keys", "expires < now()", "expires");

export const deleteOldResets = (pool: pg.Pool): Promise<number> =>
  deleteBatch(pool, "password_resets", "expires < now()", "expires");
