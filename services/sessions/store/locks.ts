import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { SessionStatus } from "../../../shared/api/shapes/sessions.ts";
import { backoffMs } from "../../../shared/domain/backoff.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { type Timed as Call, tooLate, withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { notFound } from "../../../shared/platform/errors.ts";

/**
 * Handles locked rows without blocking others. A request that meets a locked row returns its connection and tries again
 * later, until its deadline. Waiting connections would be missing for all.
 */
export type Locked = "locked";

/** ms */
const pauses = { first: 2, longest: 50 };
const lockTimeout = 10_000;

/** Repeats an attempt until it meets no lock. Returns `late` if the deadline came first. */
export async function untilUnlocked<R>(
  deadline: number | undefined,
  attempt: () => Promise<R | Locked>,
): Promise<R | "late"> {
  const end = deadline ?? Date.now() + lockTimeout;
  for (let failures = 1; ; failures += 1) {
    const result = await attempt();
    if (result !== "locked") return result;
    const pause = backoffMs(failures, pauses, Math.random());
    if (Date.now() + pause > end) return "late";
    await sleep(pause);
  }
}

/** Thrown in a plain transaction that met a locked row, so that it is rolled back. */
export const metLock = new Error("A row is locked.");

/** Runs a write that the fast statements leave out, as plain statements in one transaction. None waits for a lock. */
export async function plainTransaction<T>(
  pool: pg.Pool,
  call: Call,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T | Locked> {
  try {
    return await inTransaction(pool, work, call, { isShort: true });
  } catch (error) {
    if (error === metLock) return "locked";
    throw error;
  }
}

/** The session that a write was decided on. */
export interface Decided {
  sessionId: string;
  revision: number;
  status: SessionStatus;
}

const decided = "select form_id from sessions.sessions where id = $1 and revision = $2 and status = $3";

/** Locks a session in a plain transaction. Returns null if it isn't as decided. Throws `metLock` if another has locked it. */
export async function lockDecided(client: pg.ClientBase, session: Decided): Promise<{ form_id: string } | null> {
  const locked = await tryLockDecided(client, session);
  if (locked === "locked") throw metLock;
  return locked;
}

/** As lockDecided, but returns `locked` if another has locked it. */
export async function tryLockDecided(
  client: pg.ClientBase,
  session: Decided,
): Promise<{ form_id: string } | Locked | null> {
  const { rows } = await client.query<{ form_id: string }>({
    name: "lock-decided",
    text: `${decided} for no key update skip locked`,
    values: [session.sessionId, session.revision, session.status],
  });
  if (rows[0]) return rows[0];
  return (await asDecided(client, [session])).size === 1 ? "locked" : null;
}

/** Returns the ids of those sessions that are as decided. */
export async function asDecided(client: pg.ClientBase, sessions: readonly Decided[]): Promise<ReadonlySet<string>> {
  if (sessions.length === 0) return new Set();
  const { rows } = await client.query<{ id: string; revision: number; status: SessionStatus }>({
    name: "as-decided",
    text: "select id, revision, status from sessions.sessions where id = any($1::uuid[])",
    values: [sessions.map(({ sessionId }) => sessionId)],
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  const isSo = ({ sessionId, revision, status }: Decided) =>
    found.get(sessionId)?.revision === revision && found.get(sessionId)?.status === status;
  return new Set(sessions.filter(isSo).map(({ sessionId }) => sessionId));
}

/** `deadline` in Unix ms. After it the write isn't made, because the caller no longer waits. */
export type Timed<T> = T & { deadline: number | undefined };

export const callOf = ({ deadline }: Timed<unknown>): Call =>
  deadline === undefined ? withoutDeadline : { locals: { deadline } };

export interface LockedSession {
  form_id: string;
  status: string;
}

/**
 * Runs `work` in a transaction that locks the session's row, so that a concurrent step has written either all its rows
 * or none. 404 if the session doesn't exist or belongs to another form, 503 after the deadline.
 */
export async function withSession<T extends object | null>(
  pool: pg.Pool,
  { sessionId, formId = null }: { sessionId: string; formId?: string | null },
  call: Call,
  work: (client: pg.PoolClient, session: LockedSession) => Promise<T>,
): Promise<T> {
  const values = [sessionId, formId];
  const attempt = async (client: pg.PoolClient) => {
    const { rows } = await client.query<LockedSession>(`${lockStatement} for update skip locked`, values);
    if (rows[0]) return { result: await work(client, rows[0]) };
    const { rowCount } = await client.query(lockStatement, values);
    return rowCount === 0 ? "gone" : "locked";
  };
  const outcome = await untilUnlocked<{ result: T } | "gone">(call.locals.deadline, () =>
    inTransaction(pool, attempt, call),
  );
  if (outcome === "late") throw tooLate();
  if (outcome === "gone") throw notFound("session");
  return outcome.result;
}

const lockStatement = `select form_id, status from sessions.sessions
  where id = $1 and ($2::uuid is null or form_id = $2)`;
