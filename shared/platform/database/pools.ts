import type pg from "pg";
import type { Offset } from "../deadlines/clockOffset.ts";
import { serverClockOf } from "../deadlines/serverClock.ts";
import { env } from "../env.ts";
import { databaseFigures } from "../ops/metrics.ts";
import { processName } from "../ops/processName.ts";
import { Connection } from "./connection.ts";
import { MeasuredPool } from "./measured.ts";
import { connectionOf, type PoolKind, settingsCheck } from "./settings.ts";
import { callEnded } from "./untilDeadline.ts";

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

/** Two concurrent batches for each of four statements (services/sessions/store/batches.ts). */
export const hotPoolSize = 8;

/** ms after the server's own statement timeout until the connection counts as lost */
const answerTimeout = 2_000;
/** Maximum age of a connection in seconds, so that DNS changes take effect. */
const maxLifetime = 600;

function makePool(url: string, onWarning: (message: string) => void, access: Access): ServerPools {
  const { DATABASE_POOL_SIZE } = env();
  const connections = new Set<Connection>();
  const open = (max: number, kind: PoolKind) => connectPool({ url, connections, onWarning, max, kind });
  const pool = open(DATABASE_POOL_SIZE, access);
  const hotPool = open(hotPoolSize, "hot");
  return { pool, hotPool, connections, mustBeWritable: access === "write" };
}

interface PoolOptions {
  url: string;
  connections: Set<Connection>;
  max: number;
  kind: PoolKind;
  onWarning(message: string): void;
}

function connectPool({ url, connections, max, kind, onWarning }: PoolOptions): pg.Pool {
  const settings = {
    Client: Connection,
    connections,
    ...connectionOf(url, kind),
    onConnect: settingsCheck(kind, onWarning),
    max,
    // background loops that look after seconds don't connect again each time
    min: kind === "write" ? 1 : 0,
    query_timeout: env().DATABASE_STATEMENT_TIMEOUT_MS + answerTimeout,
    connectionTimeoutMillis: 5_000,
    maxLifetimeSeconds: maxLifetime,
    application_name: processName,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  };
  const pool = new MeasuredPool(settings, kind);
  // without a listener, a dropped connection would end the process; errors during shutdown don't matter
  const unlessEnding = (error: Error) =>
    pool.ending || error.message.endsWith(callEnded) || onWarning(`PostgreSQL connection lost: ${error.message}`);
  pool.on("error", unlessEnding);
  pool.on("connect", (client) => client.on("error", unlessEnding));
  return pool;
}

/** Returns the clock offset of this process's database server, or the largest of several. */
function serverClockOffset(): Offset | undefined {
  const offsets = [...pools.values()].flatMap(({ pool }) => serverClockOf(pool).offset ?? []);
  return offsets.toSorted((a, b) => Math.abs(b.ms) - Math.abs(a.ms))[0];
}

/** Counts the connections of all pools by state. */
function poolCounts(): { idle: number; busy: number; waiting: number } {
  const all = [...pools.values()].flatMap(({ pool, hotPool }) => [pool, hotPool]);
  const sum = (count: (pool: pg.Pool) => number) => all.reduce((total, pool) => total + count(pool), 0);
  return {
    idle: sum((pool) => pool.idleCount),
    busy: sum((pool) => pool.totalCount - pool.idleCount),
    waiting: sum((pool) => pool.waitingCount),
  };
}

databaseFigures.connections = poolCounts;
databaseFigures.clockOffsetMs = () => serverClockOffset()?.ms;
