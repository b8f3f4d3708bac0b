import pg from "pg";
import { env } from "../env.ts";

/**
 * One pool a process and database, however many services share it: DATABASE_POOL_SIZE counts per process (decisions §8).
 * The pool closes with its last user.
 */
const pools = new Map<string, { pool: pg.Pool; users: number }>();

export function takePool(url: string, onError: (error: Error) => void): pg.Pool {
  const shared = pools.get(url) ?? { pool: makePool(url, onError), users: 0 };
  shared.users += 1;
  pools.set(url, shared);
  return shared.pool;
}

export async function releasePool(url: string): Promise<void> {
  const shared = pools.get(url);
  if (!shared) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  pools.delete(url);
  await shared.pool.end();
}

function makePool(url: string, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: env().DATABASE_POOL_SIZE,
    statement_timeout: env().DATABASE_STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: 5_000,
    application_name: "pathform",
    keepAlive: true,
  });
  // a connection that the server drops is an event without a listener, which would end the process
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}
