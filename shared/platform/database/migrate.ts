import { setTimeout as sleep } from "node:timers/promises";
import { MikroORM } from "@mikro-orm/postgresql";
import pg from "pg";
import { ormOptions, type SchemaOptions } from "./orm.ts";

/**
 * Brings one schema to its newest version, on connections of its own: a migration may take as long as it needs, but waits
 * 2 s at most for a lock, behind which everybody else would queue, and tries again. Copies that start at once take turns
 * on an advisory lock, and the next finds nothing left to do. Migrations only ever expand what an older copy still uses
 * (docs/adr/0001); an index on a table that is in use is built by `ConcurrentIndexes`.
 */
export async function migrate(options: SchemaOptions, url: string, log: { warn(message: string): void }) {
  const client = new pg.Client({ connectionString: url, application_name: "pathform migrate", keepAlive: true });
  // a connection that is lost meanwhile fails the next statement; as an event it would end the process
  client.on("error", () => undefined);
  await client.connect();
  try {
    if (await isDone(client, options)) return;
    await takeTurn(client, options.schema);
    await client.query(`create schema if not exists ${client.escapeIdentifier(options.schema)}`);
    await runPending(options, url, log);
  } finally {
    await client.end();
  }
}

async function isDone(client: pg.Client, { schema, migrations }: SchemaOptions): Promise<boolean> {
  const { rows } = await client.query("select to_regclass($1) is not null as is_there", [`${schema}.migrations`]);
  if (!rows[0].is_there) return false;
  const names = migrations.map(({ name }) => name);
  const done = await client.query(`select 1 from ${schema}.migrations where name = any($1)`, [names]);
  return done.rowCount === names.length;
}

/** Asked for again and again: whoever waits inside a statement would hold up an index that is built concurrently. */
async function takeTurn(client: pg.Client, schema: string): Promise<void> {
  for (;;) {
    const text = "select pg_try_advisory_lock(hashtextextended($1, 0)) as is_mine";
    const { rows } = await client.query(text, [`pathform migrate ${schema}`]);
    if (rows[0].is_mine) return;
    await sleep(100);
  }
}

const lockTimeout = 2_000;
const retryInterval = 500;

/** PostgreSQL's codes for a lock that did not come in time, and for a deadlock. */
const lockCodes: unknown[] = ["55P03", "40P01"];

async function runPending(options: SchemaOptions, url: string, log: { warn(message: string): void }): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    // one connection: what a migration sets holds for its next statement
    max: 1,
    lock_timeout: lockTimeout,
    application_name: "pathform migrate",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const orm = await MikroORM.init(ormOptions(options, url, pool));
  try {
    for (;;) {
      const error = await orm.migrator.up().then(
        () => undefined,
        (failure: Error & { code?: string }) => failure,
      );
      if (!error) return;
      if (!lockCodes.includes(error.code)) throw error;
      log.warn(`Migrating the schema ${options.schema}: a table is locked by others; trying again.`);
      await sleep(retryInterval);
    }
  } finally {
    await orm.close(true);
    await pool.end();
  }
}
