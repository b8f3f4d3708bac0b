import type pg from "pg";
import type { Offset } from "../deadlines/clockOffset.ts";
import { serverClockOf } from "../deadlines/serverClock.ts";
import { env } from "../env.ts";
import { processName } from "../ops/processName.ts";
import { Connection } from "./connection.ts";
import { MeasuredPool } from "./measured.ts";

/**
 * Pools by URL and access. All services of a process share a pool, because DATABASE_POOL_SIZE counts per process (decisions §8).
 * The last user closes it.
 */
const pools = new Map<string, ServerPools & { users: number }>();

/** This process's pools to one server. */
export interface ServerPools {
  pool: pg.Pool;
  /** pool for respondents' statements, connected at first use */
  hotPool: pg.Pool;
  /** connections of both pools */
  connections: Set<Connection>;
  /** false if a read-only server is sufficient */
  mustBeWritable: boolean;
}

/** Readers have a separate pool of read-only connections. */
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

/** JIT compilation takes longer than any statement here. */
const noCompiling = "-c jit=off";
/** Avoids sequential scans if an index exists, because plans for empty tables are kept after the tables have filled. */
const indexesOnly = "-c enable_seqscan=off";

/**
 * Settings for owners' reads. Random pages cost little more than sequential ones on SSDs, sorts for deep pages stay in memory, and
 * a read uses one core, to leave the others to respondents.
 */
const readerSettings =
  "-c default_transaction_read_only=on -c random_page_cost=1.1 -c work_mem=32MB -c max_parallel_workers_per_gather=0";

/**
 * Plans respondents' statements once per connection. They find every row by key, so planning each time would double their cost,
 * and outdated statistics could cause table scans.
 */
const plannedOnce = "-c plan_cache_mode=force_generic_plan";
/** Two concurrent batches for each of four statements (services/sessions/store/batches.ts). */
const hotPoolSize = 8;

/** PostgreSQL ends a statement within 500 ms after its connection has closed (untilDeadline.ts). */
const endingWithConnection = "-c client_connection_check_interval=500";

/** Timeouts in ms. */
const lockTimeout = 5_000;
const idleInTransactionTimeout = 30_000;
/** ms after the server's own statement timeout until the connection counts as lost */
const answerTimeout = 2_000;
/** Maximum age of a connection in seconds, so that DNS changes take effect. */
const maxLifetime = 600;

function makePool(url: string, onWarning: (message: string) => void, access: Access): ServerPools {
  const { DATABASE_POOL_SIZE } = env();
  const connections = new Set<Connection>();
  const open = (name: PoolOptions["name"], max: number, options: string) =>
    connectPool({ url, connections, onWarning, name, max, options });
  const pool =
    access === "read"
      ? open("read", DATABASE_POOL_SIZE, `${endingWithConnection} ${readerSettings}`)
      : open("main", DATABASE_POOL_SIZE, endingWithConnection);
  const hotPool = open("hot", hotPoolSize, plannedOnce);
  return { pool, hotPool, connections, mustBeWritable: access === "write" };
}

interface PoolOptions {
  name: "main" | "hot" | "read";
  url: string;
  connections: Set<Connection>;
  max: number;
  /** command-line settings of its connections */
  options: string;
  onWarning(message: string): void;
}

function connectPool({ name, url, connections, max, options, onWarning }: PoolOptions): pg.Pool {
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
    application_name: processName,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  };
  const pool = new MeasuredPool(settings, name);
  // without a listener, a dropped connection would end the process; errors during shutdown don't matter
  const unlessEnding = (error: Error) => pool.ending || onWarning(`PostgreSQL connection lost: ${error.message}`);
  pool.on("error", unlessEnding);
  pool.on("connect", (client) => client.on("error", unlessEnding));
  return pool;
}

/** Returns the clock offset of this process's database server, or the largest of several. */
export function serverClockOffset(): Offset | undefined {
  const offsets = [...pools.values()].flatMap(({ pool }) => serverClockOf(pool).offset ?? []);
  return offsets.toSorted((a, b) => Math.abs(b.ms) - Math.abs(a.ms))[0];
}

/** Counts the connections of all pools by state. */
export function poolCounts(): { idle: number; busy: number; waiting: number } {
  const all = [...pools.values()].flatMap(({ pool, hotPool }) => [pool, hotPool]);
  const sum = (count: (pool: pg.Pool) => number) => all.reduce((total, pool) => total + count(pool), 0);
  return {
    idle: sum((pool) => pool.idleCount),
    busy: sum((pool) => pool.totalCount - pool.idleCount),
    waiting: sum((pool) => pool.waitingCount),
  };
}
