import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import { refuseLate, type Timed, tooLate, withoutDeadline } from "../deadlines/deadline.ts";
import { isLateOnServer, raiseIfLate, serverClockOf } from "../deadlines/serverClock.ts";
import { type Queryable, withAnswerTimeout } from "./connection.ts";
import { bind, unbind } from "./rows.ts";
import { unlessLost } from "./unavailable.ts";
import { notingWork } from "./work.ts";

/**
 * Runs a transaction. Commits when `work` returns. Rolls back if it throws or if the call's deadline has passed (503).
 * If its statements wait for nothing (`isShort`), a silent connection is detected early.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  call: Timed = withoutDeadline,
  { isShort = false } = {},
): Promise<T> {
  const connection = await pool.connect();
  // a transaction only queries
  const client = isShort ? (withAnswerTimeout(connection) as pg.PoolClient) : connection;
  const wakeLoops = notingWork(client);
  let failure: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    refuseLate(call);
    const text = await commitStatement(pool, call, client);
    await committing(() => client.query(text));
    return result;
  } catch (error) {
    // a connection with a failed rollback isn't reused
    failure = await client.query("rollback").then(
      () => undefined,
      (rollbackError: Error) => rollbackError,
    );
    throw error;
  } finally {
    connection.release(failure);
    wakeLoops();
  }
}

/** Implements `Database.write`. All changes are sent before the deadline check, which only the commit follows. */
export function unitOfWork<T>(
  { em, pool }: { em: EntityManager; pool: pg.Pool },
  call: Timed,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  const send = async (client: pg.PoolClient) => {
    const result = await work(bind(em, client));
    await em.flush();
    return result;
  };
  return inTransaction(pool, send, call).finally(() => unbind(em));
}

/** Returns the deadline check and the commit in one message, so that nothing delays the commit after the check. */
async function commitStatement(pool: pg.Pool, { locals }: Timed, client: Queryable): Promise<string> {
  if (locals.deadline === undefined) return "commit";
  const deadline = await serverClockOf(pool).deadline(locals.deadline, client);
  return `do $$ begin ${raiseIfLate(`'${deadline}'::timestamptz`)} end $$; commit`;
}

/** 503 if the server rejected it as late. If the response is lost, the outcome is unknown until the deadline. */
async function committing(commit: () => Promise<unknown>): Promise<void> {
  try {
    await unlessLost(commit());
  } catch (error) {
    throw isLateOnServer(error) ? tooLate() : error;
  }
}
