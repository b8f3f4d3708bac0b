import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { newUuid } from "../../../shared/platform/ids.ts";

/** Longer than any work under a lease. A copy that crashes keeps its lease this long. */
const leaseSeconds = 30;
const timeoutMs = 12_000;
const retryMs = 50;

/**
 * Runs `work` under a lease of this name that excludes other copies. Null if the lease wasn't free in time. The lease
 * is a row, not a lock, so no connection is used while `work` waits for a provider.
 */
export async function alone<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T | null> {
  const holder = newUuid();
  if (!(await acquire(pool, name, holder))) return null;
  try {
    return await work();
  } finally {
    await pool.query("delete from integrations.leases where name = $1 and holder = $2", [name, holder]);
  }
}

async function acquire(pool: pg.Pool, name: string, holder: string): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(retryMs)) {
    const { rowCount } = await pool.query(
      `insert into integrations.leases (name, holder, until)
       values ($1, $2, clock_timestamp() + make_interval(secs => $3))
       on conflict (name) do update set holder = excluded.holder, until = excluded.until
         where leases.until < clock_timestamp()`,
      [name, holder, leaseSeconds],
    );
    if (rowCount) return true;
  }
  return false;
}
