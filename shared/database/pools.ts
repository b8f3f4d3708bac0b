import pg from "pg";
import { env } from "../env.ts";

/**
 * One pool a process and database, however many services share it: DATABASE_POOL_SIZE counts per process (decisions §8).
 * The pool closes with its last user.
 */
const pools = new Map<string, { pool: pg.Pool; users: number }>();

/** A reader's connections refuse every write; they are a pool of their own. */
export type Access = "write" | "read";

export function takePool(url: string, onError: (error: Error) => void, access: Access = "write"): pg.Pool {
  const key = keyOf(url, access);
  const shared = pools.get(key) ?? { pool: makePool(url, onError, access), users: 0 };
  shared.users += 1;
  pools.set(key, shared);
  return shared.pool;
}

export async function releasePool(url: string, access: Access = "write"): Promise<void> {
  const key = keyOf(url, access);
  const shared = pools.get(key);
  if (!shared) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  pools.delete(key);
  await shared.pool.end();
}

const keyOf = (url: string, access: Access) => `${access} ${url}`;

/**
 * Owners' reads: a form's sessions are a part of a table that all forms share, however large a part the statistics take
 * it for, so the table is never read from end to end; on today's disks a page off the row costs little more; and what
 * is sorted for a deep page stays in memory.
 */
const readerSettings =
  "-c default_transaction_read_only=on -c enable_seqscan=off -c random_page_cost=1.1 -c work_mem=32MB";

function makePool(url: string, onError: (error: Error) => void, access: Access): pg.Pool {
  const pool = new pg.Pool({
    ...(access === "read" && { options: readerSettings }),
    connectionString: url,
    max: env().DATABASE_POOL_SIZE,
    statement_timeout: env().DATABASE_STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: 5_000,
    application_name: "pathform",
    keepAlive: true,
  });
  // a connection that the server drops is an event without a listener, which would end the process
  // what still comes in while the pool closes is no loss
  const unlessEnding = (error: Error) => pool.ending || onError(error);
  pool.on("error", unlessEnding);
  pool.on("connect", (client) => client.on("error", unlessEnding));
  return pool;
}

/** Connections of all pools of this process, by state. */
export function poolCounts(): { idle: number; busy: number; waiting: number } {
  const all = [...pools.values()].map(({ pool }) => pool);
  const sum = (count: (pool: pg.Pool) => number) => all.reduce((total, pool) => total + count(pool), 0);
  return {
    idle: sum((pool) => pool.idleCount),
    busy: sum((pool) => pool.totalCount - pool.idleCount),
    waiting: sum((pool) => pool.waitingCount),
  };
}
