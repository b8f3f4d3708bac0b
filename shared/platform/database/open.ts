import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import type { Timed } from "../deadlines/deadline.ts";
import { serverClockOf } from "../deadlines/serverClock.ts";
import { embeddedDatabaseUrl } from "../embedded/postgres.ts";
import { env } from "../env.ts";
import { waitFor } from "../ops/waiting.ts";
import { endAll, type Queryable, withAnswerTimeout } from "./connection.ts";
import { isDistributed } from "./distribute.ts";
import { connectedToMigrate, isDone } from "./migrated.ts";
import type { LazySchema, SchemaOptions } from "./orm.ts";
import { releasePool, type ServerPools, takePool } from "./pools.ts";
import { bind } from "./rows.ts";
import { unitOfWork } from "./transaction.ts";
import { isUnavailable } from "./unavailable.ts";
import { type ReadPool, untilDeadline } from "./untilDeadline.ts";

export type { LazySchema, SchemaOptions };

export interface Database {
  url: string;
  /** pool for SQL statements and those of the ORM */
  pool: pg.Pool;
  /** pool for statements with fixed plans that find rows by key (pools.ts), and the other pool if Citus plans them */
  hotPool: pg.Pool;
  /** Sessions are on workers of Citus, so each statement writes one session (distribute.ts). */
  isDistributed: boolean;
  /** Returns what it is waiting for, for `/readyz`, or undefined if it is ready. */
  waitsFor(): Promise<string | undefined>;
  /** Returns a new unit of work for an owner's read, whose statements end at the call's deadline. */
  read(call: Timed): EntityManager;
  /**
   * Runs an owner's write in one unit of work and one transaction. Commits when `work` returns. Rolls back if it throws or if the
   * call's deadline has passed (503).
   */
  write<T>(call: Timed, work: (em: EntityManager) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface Log {
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
}

/** Returns the URL of a service's database: its own variable, DATABASE_URL, or the embedded database. */
export function databaseUrl(schema: SchemaOptions["schema"]): string {
  const own = env()[`${schema.toUpperCase() as Uppercase<typeof schema>}_DATABASE_URL`];
  const url = own ?? env().DATABASE_URL ?? embeddedDatabaseUrl();
  if (!url) throw new Error('No database. Set DATABASE_URL, or run "npm start", which includes one.');
  return url;
}

/** Returns the URL to migrate a schema: MIGRATE_DATABASE_URL, or the service's own. */
export const migrationUrl = (schema: SchemaOptions["schema"]): string =>
  env().MIGRATE_DATABASE_URL ?? databaseUrl(schema);

/**
 * Opens a service's schema and migrates it (MIGRATE). Start order doesn't matter: it waits for PostgreSQL with exponential backoff
 * and logs that.
 */
export async function openDatabase(options: SchemaOptions | LazySchema, log: Log): Promise<Database> {
  const url = databaseUrl(options.schema);
  const server = takePool(url, (message) => log.warn(message));
  const { pool } = server;
  const orm = "load" in options ? null : await (await import("./orm.ts")).openOrm(options, url);
  const newEm = () => {
    if (!orm) throw new Error(`The service ${options.schema} has no entities.`);
    return orm.em.fork();
  };
  await untilAnswered(log, () => pool.query("select 1"));
  if (env().MIGRATE) await untilMigrated(options, migrationUrl(options.schema), log);
  const distributed = options.schema === "sessions" && (await isDistributed(pool));
  return {
    url,
    pool,
    // Citus finds a session's shard by the statement's values, which fixed plans don't have
    hotPool: distributed ? pool : server.hotPool,
    isDistributed: distributed,
    waitsFor: () => waitsFor(server, [{ schema: options.schema, newest: namesOf(options).at(-1) }]),
    read: (call) => bind(newEm(), untilDeadline(pool, call)),
    write: (call, work) => unitOfWork({ em: newEm(), pool }, call, work),
    async close() {
      await orm?.close(true);
      await releasePool(url);
    },
  };
}

/** A read-only database without ORM and migrations. */
export interface OpenReader extends Pick<Database, "url" | "pool" | "waitsFor" | "close"> {
  /** Returns the reader for one call, whose statements end at the call's deadline. */
  within(call: Timed): Reader;
  /** Sessions are on workers of Citus. False for a reader that didn't wait for its server. */
  isDistributed: boolean;
  /** Returns false if a statement would wait for a connection. */
  hasFreeConnection(): boolean;
  /** Closes all connections, because their server doesn't respond. */
  endConnections(reason: string): void;
}

export interface Reader {
  pool: ReadPool;
  /** Sessions are on workers of Citus. Missing for a replica, which only one PostgreSQL has (replica.ts). */
  isDistributed?: boolean;
}

interface ReaderOptions {
  /** If false, opens without waiting for the server. Default: true. */
  wait?: boolean;
  /** schemas of other services that are read */
  schemas?: SchemaOptions["schema"][];
}

/** Opens a read-only database. Waits for PostgreSQL like `openDatabase`. */
export async function openReader(url: string, log: Log, options: ReaderOptions = {}): Promise<OpenReader> {
  const server = takePool(url, (message) => log.warn(message), "read");
  const wait = options.wait ?? true;
  if (wait) await untilAnswered(log, () => server.pool.query("select 1"));
  const distributed = wait && (await isDistributed(server.pool));
  const schemas = (options.schemas ?? []).map((schema) => ({ schema, newest: undefined }));
  return {
    url,
    pool: server.pool,
    isDistributed: distributed,
    within: (call) => ({ pool: untilDeadline(server.pool, call), isDistributed: distributed }),
    hasFreeConnection: () => server.pool.idleCount > 0 || server.pool.totalCount < server.pool.options.max,
    endConnections: (reason) => endAll(server.connections, reason),
    waitsFor: () => waitsFor(server, schemas),
    close: () => releasePool(url, "read"),
  };
}

/** `newest` is undefined for schemas of other services, where any migration counts. */
interface NeededSchema {
  schema: SchemaOptions["schema"];
  newest: string | undefined;
}

/** Returns why the database isn't ready, including schemas that aren't migrated yet (MIGRATE=false). */
async function waitsFor(server: ServerPools, schemas: NeededSchema[]): Promise<string | undefined> {
  const pool = withAnswerTimeout(server.pool);
  try {
    const isReadOnly = await serverClockOf(server.pool).measureWith<boolean>(pool, readOnly);
    if (server.mustBeWritable && isReadOnly) {
      // new connections may reach the new primary
      endAll(server.connections, "PostgreSQL is read-only");
      return "a writable PostgreSQL: this one is read-only";
    }
    for (const needed of schemas) if (!(await isMigrated(server.pool, needed))) return unmigrated(needed.schema);
    return undefined;
  } catch {
    return "PostgreSQL";
  }
}

const unmigrated = (schema: string) => `the schema ${schema}, which isn't migrated yet (npm run migrate)`;

const readOnly = "current_setting('transaction_read_only') = 'on'";

/** Schemas that were migrated, by pool. */
const migrated = new WeakMap<pg.Pool, Set<string>>();

/** Asks until the schema is migrated. */
async function isMigrated(server: pg.Pool, needed: NeededSchema): Promise<boolean> {
  const known = migrated.get(server) ?? new Set();
  migrated.set(server, known);
  const key = `${needed.schema} ${needed.newest}`;
  if (!known.has(key) && (await askMigrated(withAnswerTimeout(server), needed))) known.add(key);
  return known.has(key);
}

async function askMigrated(pool: Queryable, { schema, newest }: NeededSchema): Promise<boolean> {
  const { rows } = await pool.query<{ is_there: boolean }>("select to_regclass($1) is not null as is_there", [
    `${schema}.migrations`,
  ]);
  if (!rows[0]?.is_there) return false;
  const text = `select 1 from ${schema}.migrations where name = coalesce($1, name) limit 1`;
  return (await pool.query(text, [newest])).rowCount === 1;
}

const untilAnswered = (log: Log, ask: () => Promise<unknown>): Promise<unknown> => waitFor("PostgreSQL", log, ask);

/** Migrates the schema. Retries while PostgreSQL is unavailable. */
const untilMigrated = (options: SchemaOptions | LazySchema, url: string, log: Log): Promise<void> =>
  waitFor(
    `the schema ${options.schema}, which is being migrated`,
    log,
    () => migrateIfNeeded(options, url, log),
    isUnavailable,
  );

async function migrateIfNeeded(options: SchemaOptions | LazySchema, url: string, log: Log): Promise<void> {
  const { schema } = options;
  if (await connectedToMigrate(url, (client) => isDone(client, schema, namesOf(options)))) return;
  const { migrate } = await import("./migrate.ts");
  await migrate("load" in options ? await options.load() : options, url, log);
}

const namesOf = (options: SchemaOptions | LazySchema): readonly string[] =>
  "load" in options ? options.names : options.migrations.map(({ name }) => name);
