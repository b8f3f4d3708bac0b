import type pg from "pg";

/**
 * A table with data of accounts, which `npm run accounts` exports and deletes. Each service lists its tables in
 * store/accountTables.ts, and a test checks that no table is missing.
 */
export interface AccountTable {
  /** name with schema */
  name: string;
  /** SQL condition for the account's rows `t`: $1 is the account id, $2 the ids of its forms (uuid[]) */
  where: string;
  /** primary key of rows on Citus's workers, which can't be deleted by their place (ctid) */
  key?: string;
  /** columns with credentials, which are deleted but never exported; "all" for the whole table */
  secret?: readonly string[] | "all";
}

export interface AccountScope {
  accountId: string;
  formIds: readonly string[];
}

/** Duration in ms of one call that erases a part. */
export const erasureShare = 2_000;

const batchSize = 1_000;

/** Uses both parameters, because PostgreSQL rejects unused ones. */
const statement = (text: string, { accountId, formIds }: AccountScope) => ({
  text: `with scope as (select $1::uuid as account_id, $2::uuid[] as form_ids) ${text}`,
  values: [accountId, formIds],
});

/** A time of Date.now() after which an erasure stops between two batches, and is continued later. */
export const withoutEnd = Number.POSITIVE_INFINITY;

/** Deletes an account's rows in batches, to keep locks short. Returns their number. */
export async function deleteRows(
  pool: pg.Pool,
  table: AccountTable,
  scope: AccountScope,
  end = withoutEnd,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const count = await (table.key === undefined ? deleteByPlace(pool, table, scope) : deleteByKey(pool, table, scope));
    deleted += count;
    if (count < batchSize || Date.now() > end) return deleted;
  }
}

async function deleteByPlace(pool: pg.Pool, { name, where }: AccountTable, scope: AccountScope): Promise<number> {
  const { rowCount } = await pool.query(
    statement(
      // partitions have equal ctids
      `, chosen as materialized (select t.tableoid, t.ctid from ${name} t where ${where} limit ${batchSize})
        delete from ${name} where ctid = any(array(select ctid from chosen))
          and (tableoid, ctid) in (select tableoid, ctid from chosen)`,
      scope,
    ),
  );
  return rowCount ?? 0;
}

async function deleteByKey(pool: pg.Pool, { name, where, key }: AccountTable, scope: AccountScope): Promise<number> {
  const chosen = `select t.${key} as key from ${name} t where ${where} limit ${batchSize}`;
  const { rows } = await pool.query<{ key: string }>(statement(chosen, scope));
  if (rows.length > 0) await pool.query(`delete from ${name} where ${key} = any($1)`, [rows.map((row) => row.key)]);
  return rows.length;
}

/** Yields an account's rows as JSON in batches, without secrets. */
export async function* exportRows(
  pool: pg.Pool,
  { name, where, secret = [] }: AccountTable,
  scope: AccountScope,
): AsyncGenerator<string[]> {
  if (secret === "all") return;
  const select = `select (to_jsonb(t) - '{${secret.join(",")}}'::text[])::text as row from ${name} t where ${where}`;
  const { text, values } = statement(select, scope);
  const client = await pool.connect();
  try {
    await client.query("begin read only");
    await client.query(`declare account_rows no scroll cursor for ${text}`, values);
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${batchSize} from account_rows`);
      if (rows.length === 0) break;
      yield rows.map(({ row }) => row);
    }
  } finally {
    // also ends the cursor and its transaction
    client.release(true);
  }
}
