import pg from "pg";
import type { Offset } from "../deadlines/clockOffset.ts";
import { serverClockOf } from "../deadlines/serverClock.ts";
import { env } from "../env.ts";
import { Connection } from "./connection.ts";

/**
 * One pool a process and database, however many services share it: DATABASE_POOL_SIZE counts per process (decisions §8).
 * The pool closes with its last user.
 */
const pools = new Map<string, ServerPools & { users: number }>();

/** This process's pools to one server. */
export interface ServerPools {
  pool: pg.Pool;
  /** for the respondents' statements; it connects when it is first used */
  hotPool: pg.Pool;
  /** of both pools */
  connections: Set<Connection>;
  /** whether a server that refuses writes is of no use */
  mustBeWritable: boolean;
}

/** A reader's connections refuse every write; they are a pool of their own. */
export type Access = "write" | "read";

export function takePool(url: string, onWarning: (message: string) => void, access: Access = "write"): ServerPools {
  const key = keyOf(url, access);
  const shared = pools.get(key) ?? { ...makePool(url, onWarning, access), users: 0 };
  shared.users += 1;
  pools.set(key, shared);
  return shared;
}

export async function releasePool(url: string, access: Access = "write"): Promise<void> {
  const key = keyOf(url, access);
  const shared = pools.get(key);
  if (!shared) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  pools.delete(key);
  await Promise.all([shared.pool.end(), shared.hotPool.end()]);
}

const keyOf = (url: string, access: Access) => `${access} ${url}`;

/** Compiling a plan takes longer than any statement here runs. */
const noCompiling = "-c jit=off";
/**
 * No table is read from end to end if it has an index for a statement: a plan that was made while the table was empty is kept
 * after it has filled.
 */
const indexesOnly = "-c enable_seqscan=off";

/**
 * Owners' reads: a form's sessions are a part of a table that all forms share, however large a part the statistics take
 * it for, so the table is never read from end to end; on today's disks a page off the row costs little more; what is
 * sorted for a deep page stays in memory; and a read takes one core, so that respondents have the others.
 */
const readerSettings =
  "-c default_transaction_read_only=on -c random_page_cost=1.1 -c work_mem=32MB -c max_parallel_workers_per_gather=0";

/**
 * The respondents' statements are planned once a connection, not each time: they find every row by a key, whatever they are
 * given. Planned anew they cost as much again, and by the statistics of a table that was small a moment ago the whole
 * table would be read.
 */
const plannedOnce = "-c plan_cache_mode=force_generic_plan";
/** Of four kinds of statements two each may be under way at once (services/sessions/store/batches.ts). */
const hotPoolSize = 8;

/** ms that a statement may wait for a lock, and that a transaction may do nothing. */
const lockTimeout = 5_000;
const idleInTransactionTimeout = 30_000;
/** The server ends a statement at its own limit first; where the answer does not come, the connection is given up. */
const answerTimeout = 2_000;
/** Seconds: a connection does not outlive a move of the database's name to another server by more. */
const maxLifetime = 600;

function makePool(url: string, onWarning: (message: string) => void, access: Access): ServerPools {
  const { DATABASE_POOL_SIZE } = env();
  const connections = new Set<Connection>();
  const open = (max: number, options: string) => connectPool({ url, connections, onWarning, max, options });
  const pool = open(DATABASE_POOL_SIZE, access === "read" ? readerSettings : "");
  const hotPool = open(hotPoolSize, plannedOnce);
  return { pool, hotPool, connections, mustBeWritable: access === "write" };
}

interface PoolOptions {
  url: string;
  connections: Set<Connection>;
  max: number;
  /** settings of its connections, as PostgreSQL's command line has them */
  options: string;
  onWarning(message: string): void;
}

function connectPool({ url, connections, max, options, onWarning }: PoolOptions): pg.Pool {
  const { DATABASE_STATEMENT_TIMEOUT_MS } = env();
  const settings = {
    Client: Connection,
    connections,
    options: `${noCompiling} ${indexesOnly} ${options}`,
    connectionString: url,
    max,
    statement_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
    query_timeout: DATABASE_STATEMENT_TIMEOUT_MS + answerTimeout,
    lock_timeout: Math.min(lockTimeout, DATABASE_STATEMENT_TIMEOUT_MS),
    idle_in_transaction_session_timeout: idleInTransactionTimeout,
    connectionTimeoutMillis: 5_000,
    maxLifetimeSeconds: maxLifetime,
    application_name: "pathform",
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  };
  const pool = new pg.Pool(settings);
  // a connection that the server drops is an event without a listener, which would end the process
  // what still comes in while the pool closes is no loss
  const unlessEnding = (error: Error) => pool.ending || onWarning(`PostgreSQL connection lost: ${error.message}`);
  pool.on("error", unlessEnding);
  pool.on("connect", (client) => client.on("error", unlessEnding));
  return pool;
}

/** Of the server that this process writes to; of several, the one whose clock is furthest off. */
export function serverClockOffset(): Offset | undefined {
  const offsets = [...pools.values()].flatMap(({ pool }) => serverClockOf(pool).offset ?? []);
  return offsets.toSorted((a, b) => Math.abs(b.ms) - Math.abs(a.ms))[0];
}

/** Connections of all pools of this process, by state. */
export function poolCounts(): { idle: number; busy: number; waiting: number } {
  const all = [...pools.values()].flatMap(({ pool, hotPool }) => [pool, hotPool]);
  const sum = (count: (pool: pg.Pool) => number) => all.reduce((total, pool) => total + count(pool), 0);
  return {
    idle: sum((pool) => pool.idleCount),
    busy: sum((pool) => pool.totalCount - pool.idleCount),
    waiting: sum((pool) => pool.waitingCount),
  };
}
