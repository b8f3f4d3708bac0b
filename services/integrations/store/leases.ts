import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { newUuid } from "../../../shared/platform/ids.ts";

/** Longer than what runs under a lease may take; a copy that dies keeps its lease for so long. */
const leaseSeconds = 30;
const timeoutMs = 12_000;
const retryMs = 50;

/**
 * Runs `work` alone under `name`, over all copies; null where the lease could not be had in time. The lease is a row, not
 * a lock: while `work` waits for a provider it holds no connection and no transaction.
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
