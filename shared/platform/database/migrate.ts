import { setTimeout as sleep } from "node:timers/promises";
import { MikroORM } from "@mikro-orm/postgresql";
import type pg from "pg";
import { applicationName, connectedToMigrate, isDone } from "./migrated.ts";
import { ormOptions, type SchemaOptions } from "./orm.ts";
import { formatOptions } from "./settings.ts";

/**
 * Migrates one schema on separate connections. A migration can take as long as it needs, but waits at most 2 s for a lock, because
 * other statements queue behind it, and then retries. Concurrent starts are serialized by an advisory lock. Migrations must stay
 * compatible with older copies (docs/adr/0001). Use `ConcurrentIndexes` for indexes on tables in use.
 */
export async function migrate(options: SchemaOptions, url: string, log: { warn(message: string): void }) {
  const { schema, migrations } = options;
  const names = migrations.map(({ name }) => name);
  await connectedToMigrate(url, async (client) => {
    if (await isDone(client, schema, names)) return;
    await lockSchema(client, schema);
    await client.query(`create schema if not exists ${client.escapeIdentifier(schema)}`);
    await runPending(options, url, log);
  });
}

/** Polls for the advisory lock, because a waiting statement would block concurrent index builds. */
async function lockSchema(client: pg.Client, schema: string): Promise<void> {
  for (;;) {
    const text = "select pg_try_advisory_lock(hashtextextended($1, 0)) as is_mine";
    const { rows } = await client.query(text, [`pathform migrate ${schema}`]);
    if (rows[0].is_mine) return;
    await sleep(100);
  }
}

const lockTimeout = 2_000;
const retryInterval = 500;

/** SQLSTATE codes of a lock timeout and a deadlock. */
const lockCodes: unknown[] = ["55P03", "40P01"];

async function runPending(options: SchemaOptions, url: string, log: { warn(message: string): void }): Promise<void> {
  const orm = await MikroORM.init(
    ormOptions(options, url, {
      connectionString: url,
      ...formatOptions(),
      // one connection, so that settings of a migration apply to its next statement
      max: 1,
      lock_timeout: lockTimeout,
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    }),
  );
  try {
    await untilUnlocked(orm, options, log);
  } catch (error) {
    // not awaited: MikroORM never gives back a connection that was lost in a transaction
    void orm.close(true);
    throw error;
  }
  await orm.close(true);
}

/** Retries while a table is locked. */
async function untilUnlocked(orm: MikroORM, { schema }: SchemaOptions, log: { warn(message: string): void }) {
  for (;;) {
    const error = await orm.migrator.up().then(
      () => undefined,
      (failure: Error & { code?: string }) => failure,
    );
    if (!error) return;
    if (!lockCodes.includes(error.code)) throw error;
    log.warn(`Failed to migrate the schema ${schema}, retrying: a table is locked.`);
    await sleep(retryInterval);
  }
}
