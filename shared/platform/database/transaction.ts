import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import { refuseLate, type Timed, withoutDeadline } from "../deadline.ts";

/**
 * A hot path's transaction: commits when `work` returns and rolls back when it throws, or when the deadline of the call that
 * it is part of has passed by then (503).
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  call: Timed = withoutDeadline,
): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    refuseLate(call);
    await client.query("commit");
    return result;
  } catch (error) {
    // a connection whose rollback fails is not given to anybody else
    failure = await client.query("rollback").then(
      () => undefined,
      (rollbackError: Error) => rollbackError,
    );
    throw error;
  } finally {
    client.release(failure);
  }
}

/** What `Database.write` does. Everything is sent before the deadline is looked at; only the commit comes after. */
export function unitOfWork<T>(em: EntityManager, call: Timed, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return em.transactional(async (inner) => {
    const result = await work(inner);
    await inner.flush();
    refuseLate(call);
    return result;
  });
}
