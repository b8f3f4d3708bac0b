import type pg from "pg";
import { isLate, type Timed, tooLate } from "../deadlines/deadline.ts";
import type { Connection } from "./connection.ts";

/** The part of a pool that reads need. */
export type ReadPool = Pick<pg.Pool, "query" | "connect">;

/**
 * Returns the pool for one call. After the call's deadline its connections close, because their results are no longer read, and
 * PostgreSQL ends the statement (client_connection_check_interval, settings.ts).
 */
export function untilDeadline(pool: pg.Pool, { locals: { deadline } }: Timed): ReadPool {
  if (deadline === undefined) return pool;
  const connect = async () => limited(await pool.connect(), deadline);
  const query = async (...statement: Parameters<pg.PoolClient["query"]>) => {
    const client = await connect();
    try {
      const result = await client.query(...statement);
      client.release();
      return result;
    } catch (error) {
      client.release(isLate(deadline));
      throw isLate(deadline) ? tooLate() : error;
    }
  };
  return { connect, query } as ReadPool;
}

/** Reason in the error of a connection that was closed on purpose. */
export const callEnded = "the deadline of its call has passed";

function limited(client: pg.PoolClient, deadline: number): pg.PoolClient {
  if (isLate(deadline)) {
    client.release();
    throw tooLate();
  }
  const close = () => (client as unknown as Connection).terminate(callEnded);
  const timer = setTimeout(close, deadline - Date.now() + 1);
  const release = client.release.bind(client);
  client.release = (error) => {
    clearTimeout(timer);
    release(error);
  };
  return client;
}
