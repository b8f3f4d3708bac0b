import type pg from "pg";
import { dayMs } from "../../../shared/domain/dates.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import type { Timed } from "../../../shared/platform/deadlines/deadline.ts";
import { withSession } from "./locks.ts";
import type { SessionState } from "./sessions.ts";

/** Links to finish a session later (wants §23). Every statement is about one session, so that Citus asks one worker. */

/** Emails a session can ask for in 24 hours. */
const mailsPerDay = 3;

/** Days that a link works. */
export const linkDays = 30;

/** How long the device that opened a link can repeat the request. */
const repeatMinutes = 10;

/** The key hashes that can ask for another link. */
export async function keysOf(pool: pg.Pool, sessionId: string): Promise<(string | null)[]> {
  const { rows } = await pool.query<{ resume_key: string | null }>({
    name: "resume-key-of-session",
    text: "select resume_key from sessions.sessions where id = $1",
    values: [sessionId],
  });
  const opened = await pool.query<{ opened_by: string | null }>({
    name: "resume-opened-by",
    text: "select opened_by from sessions.resumes where session_id = $1",
    values: [sessionId],
  });
  return [rows[0]?.resume_key ?? null, opened.rows[0]?.opened_by ?? null];
}

/**
 * Notes that another device continues a session (devices.ts), by the key of which `key` is the hash. Takes the right to ask for links
 * from the session's key, and the use from its links: what one device answers must not be readable on the other. Devices without keys
 * can't be told apart, so a session that none with a key has had stays as it is. False if nothing is to note, or the session isn't at
 * its revision.
 */
export async function noteDevice(
  pool: pg.Pool,
  { id, revision }: Pick<SessionState, "id" | "revision">,
  key: string | null,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "note-device",
    // Citus takes no concat_ws here, which is STABLE
    text: `update sessions.sessions set resume_key = null, revision = revision + 1,
        begun_by = trim(coalesce(resume_key, '') || ' ' || coalesce(
          (select opened_by from sessions.resumes where session_id = $1), ''))
      where id = $1 and revision = $2 and status <> 'completed' and begun_by is null and resume_key is distinct from $3`,
    values: [id, revision, key],
  });
  return rowCount === 1;
}

/**
 * Notes that a link is asked for, and returns the time that its token names. Null if the session asked for too many. Exact under
 * concurrency, and each time differs. Plain statements, because Citus takes no clock inside `on conflict` or `case`.
 */
export function noteAsked(pool: pg.Pool, sessionId: string, call: Timed): Promise<Date | null> {
  return inTransaction(pool, (client) => note(client, sessionId), call);
}

async function note(client: pg.PoolClient, sessionId: string): Promise<Date | null> {
  await client.query("insert into sessions.resumes (session_id, asked_at) values ($1, '{}') on conflict do nothing", [
    sessionId,
  ]);
  const { rows } = await client.query<{ asked_at: Date[]; now: Date }>(
    "select asked_at, statement_timestamp() as now from sessions.resumes where session_id = $1 for update",
    [sessionId],
  );
  // a concurrent request erased the session
  if (!rows[0]) return null;
  const now = rows[0].now.getTime();
  const recent = rows[0].asked_at.map((at) => at.getTime()).filter((at) => at > now - dayMs);
  if (recent.length >= mailsPerDay) return null;
  const at = new Date(Math.max(now, ...recent.map((one) => one + 1)));
  await client.query("update sessions.resumes set asked_at = $2::timestamptz[] where session_id = $1", [
    sessionId,
    [...recent.map((one) => new Date(one)), at],
  ]);
  return at;
}

/** Undoes noteAsked if the email couldn't be queued. */
export async function forgetAsked(pool: pg.Pool, sessionId: string, at: Date): Promise<void> {
  await pool.query("update sessions.resumes set asked_at = array_remove(asked_at, $2) where session_id = $1", [
    sessionId,
    at,
  ]);
}

/** A link that a device opens. `key`: hash of the device's, or null. */
interface OpenedLink {
  sessionId: string;
  askedAt: Date;
  key: string | null;
}

/**
 * Opens a link, once, and ends the session's older ones. The device with the same key can repeat it for a while. Returns false if
 * the link was used or has expired. 404 if the session was erased.
 */
export async function openLink(pool: pg.Pool, link: OpenedLink, call: Timed): Promise<boolean> {
  const { isOpened } = await withSession(pool, link, call, async (client) => ({ isOpened: await open(client, link) }));
  return isOpened;
}

async function open(client: pg.PoolClient, { sessionId, askedAt, key }: OpenedLink): Promise<boolean> {
  const { rows } = await client.query<ResumeRow>(
    `select ended_at, opened_by, opened_at, statement_timestamp() as now from sessions.resumes
      where session_id = $1 for update`,
    [sessionId],
  );
  const [row] = rows;
  if (!row || row.now.getTime() - askedAt.getTime() > linkDays * dayMs) return false;
  const ended = row.ended_at?.getTime() ?? 0;
  if (ended >= askedAt.getTime()) return ended === askedAt.getTime() && isRepeated(row, key);
  await client.query(
    "update sessions.resumes set ended_at = $2, opened_by = $3, opened_at = statement_timestamp() where session_id = $1",
    [sessionId, askedAt, key],
  );
  // copies that hold the session read it again, with this device (devices.ts)
  await client.query("update sessions.sessions set revision = revision + 1 where id = $1", [sessionId]);
  return true;
}

interface ResumeRow {
  ended_at: Date | null;
  opened_by: string | null;
  opened_at: Date | null;
  now: Date;
}

const isRepeated = ({ opened_by, opened_at, now }: ResumeRow, key: string | null): boolean =>
  key !== null && key === opened_by && now.getTime() - (opened_at?.getTime() ?? 0) < repeatMinutes * 60_000;

export const deleteOfSession = (client: pg.ClientBase, sessionId: string) =>
  client.query("delete from sessions.resumes where session_id = $1", [sessionId]);
