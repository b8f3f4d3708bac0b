import type pg from "pg";

/**
 * Where an account's data stand, listed by each service in its store/accountTables.ts: what `npm run accounts` exports and
 * deletes. A test holds that every table of every schema is listed.
 */
export interface AccountTable {
  /** with its schema */
  name: string;
  /** which rows `t` are the account's: $1 is its id, $2 the ids of its forms (uuid[]) */
  where: string;
  /** columns that hold credentials: deleted, never exported; "all": the whole table */
  secret?: readonly string[] | "all";
}

export interface AccountScope {
  accountId: string;
  formIds: readonly string[];
}

const batchSize = 1_000;

/** PostgreSQL refuses a parameter that a statement does not use. */
const statement = (text: string, { accountId, formIds }: AccountScope) => ({
  text: `with scope as (select $1::uuid as account_id, $2::uuid[] as form_ids) ${text}`,
  values: [accountId, formIds],
});

/** Deletes an account's rows, a batch at a time so that nobody waits for them; gives how many there were. */
export async function deleteRows(pool: pg.Pool, { name, where }: AccountTable, scope: AccountScope): Promise<number> {
  for (let deleted = 0; ; ) {
    const { rowCount } = await pool.query(
      statement(
        `delete from ${name} where ctid = any(array(select t.ctid from ${name} t where ${where} limit ${batchSize}))`,
        scope,
      ),
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batchSize) return deleted;
  }
}

/** An account's rows as JSON texts, a batch at a time, without what is secret. */
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
    // ends the cursor and its transaction too
    client.release(true);
  }
}
