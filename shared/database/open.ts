import { setTimeout as sleep } from "node:timers/promises";
import type { MigrationObject } from "@mikro-orm/core";
import { Migrator } from "@mikro-orm/migrations";
import { MikroORM, type Options } from "@mikro-orm/postgresql";
import { PostgresDialect, type PostgresPool } from "kysely";
import type pg from "pg";
import { env } from "../env.ts";
import { waitingFor } from "../ops/waiting.ts";
import { embeddedDatabaseUrl } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { releasePool, takePool } from "./pools.ts";
import { isUnavailable } from "./unavailable.ts";

/** What a service says of its part of the database. */
export interface SchemaOptions {
  /** the PostgreSQL schema, named like the service */
  schema: "auth" | "forms" | "sessions" | "analytics" | "integrations";
  entities?: NonNullable<Options["entities"]>;
  migrations: MigrationObject[];
}

export interface Database {
  url: string;
  /** for the store's own statements; its connections are the ORM's too */
  pool: pg.Pool;
  orm: MikroORM;
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** The address of a service's database: its own variable, DATABASE_URL, or the embedded one. */
export function databaseUrl(schema: SchemaOptions["schema"]): string {
  const own = env()[`${schema.toUpperCase() as Uppercase<typeof schema>}_DATABASE_URL`];
  const url = own ?? env().DATABASE_URL ?? embeddedDatabaseUrl();
  if (!url) throw new Error("No database: set DATABASE_URL, or start with the embedded one.");
  return url;
}

/**
 * Waits until PostgreSQL answers, migrates the schema (MIGRATE), and opens it. Start order never matters: an absent
 * server is waited for with growing pauses, and the log says so.
 */
export async function openDatabase(options: SchemaOptions, log: Log): Promise<Database> {
  const url = databaseUrl(options.schema);
  const pool = takePool(url, (error) => log.warn(`PostgreSQL connection lost: ${error.message}`));
  const orm = await MikroORM.init(ormOptions(options, url, pool));
  await untilAnswered(log, () => pool.query("select 1"));
  if (env().MIGRATE) await untilAnswered(log, () => migrate(orm, url, options.schema), isUnavailable);
  return {
    url,
    pool,
    orm,
    isReachable: () => isMigrated(pool, options),
    async close() {
      await orm.close(true);
      await releasePool(url);
    },
  };
}

/** A database that a service reads and nothing else: no ORM, no migrations, connections that refuse to write. */
export type Reader = Pick<Database, "url" | "pool" | "isReachable" | "close">;

/** Waits for PostgreSQL like `openDatabase`; without `wait`, a server that is not there fails the reads, not the start. */
export async function openReader(url: string, log: Log, { wait = true } = {}): Promise<Reader> {
  const pool = takePool(url, (error) => log.warn(`PostgreSQL connection lost: ${error.message}`), "read");
  if (wait) await untilAnswered(log, () => pool.query("select 1"));
  return { url, pool, isReachable: () => isReachable(pool), close: () => releasePool(url, "read") };
}

/** Also false while somebody else has yet to migrate the schema (MIGRATE=false): without it nothing can be done. */
function isMigrated(pool: pg.Pool, { schema, migrations }: SchemaOptions): Promise<boolean> {
  const newest = migrations.at(-1)?.name;
  return pool.query(`select 1 from ${schema}.migrations where name = $1`, [newest]).then(
    ({ rowCount }) => rowCount === 1,
    () => false,
  );
}

const isReachable = (pool: pg.Pool): Promise<boolean> =>
  pool.query("select 1").then(
    () => true,
    () => false,
  );

async function untilAnswered(log: Log, ask: () => Promise<unknown>, mayWait = (_: unknown) => true): Promise<void> {
  const arrived = waitingFor("PostgreSQL", log);
  for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      await ask();
      arrived.now();
      return;
    } catch (error) {
      if (!mayWait(error)) throw error;
      arrived.notYet((error as Error).message);
      await sleep(pause);
    }
  }
}

export function ormOptions(options: SchemaOptions, url: string, pool: pg.Pool): Options {
  return {
    entities: options.entities ?? [],
    schema: options.schema,
    // the database is whoever's DATABASE_URL names it; nobody else makes one
    dbName: databaseIn(url),
    ensureDatabase: false,
    driverOptions: new PostgresDialect({ pool: withoutEnd(pool) }),
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      migrationsList: options.migrations,
      tableName: "migrations",
      schema: options.schema,
      snapshot: false,
      transactional: true,
      silent: true,
    },
    logger: () => undefined,
  };
}

/** libpq's rule: without a path it is named like the user. */
function databaseIn(url: string): string {
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1) || username || "postgres");
}

/** Closing one service's ORM must not close the pool that the others use. */
function withoutEnd(pool: pg.Pool): PostgresPool {
  return { connect: () => pool.connect(), end: async () => undefined, options: pool.options };
}
