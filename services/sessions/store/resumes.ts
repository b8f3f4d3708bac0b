import type pg from "pg";

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
 * Notes that a link is asked for, and returns the time that its token names. Null if the session asked for too many. Exact under
 * concurrency, and each time differs.
 */
export async function noteAsked(pool: pg.Pool, sessionId: string): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date }>({
    name: "note-resume-asked",
    text: `insert into sessions.resumes as r (session_id, asked_at)
        values ($1, array[date_trunc('milliseconds', clock_timestamp())])
      on conflict (session_id) do update set asked_at = (${stillCounted}) || greatest(excluded.asked_at[1],
          r.asked_at[cardinality(r.asked_at)] + interval '1 millisecond')
        where cardinality(${stillCounted}) < ${mailsPerDay}
      returning r.asked_at[cardinality(r.asked_at)] as at`,
    values: [sessionId],
  });
  return rows[0]?.at ?? null;
}

const stillCounted =
  "array(select t from unnest(r.asked_at) t where t > clock_timestamp() - interval '24 hours' order by t)";

/** Undoes noteAsked if the email couldn't be queued. */
export async function forgetAsked(pool: pg.Pool, sessionId: string, at: Date): Promise<void> {
  await pool.query("update sessions.resumes set asked_at = array_remove(asked_at, $2) where session_id = $1", [
    sessionId,
    at,
  ]);
}

/**
 * Opens a link, once, and ends the session's older ones. The device with the same key can repeat it for a while. Returns false if
 * the link was used or has expired.
 */
export async function openLink(
  pool: pg.Pool,
  { sessionId, askedAt, key }: { sessionId: string; askedAt: Date; key: string | null },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "open-resume-link",
    text: `update sessions.resumes set ended_at = $2, opened_by = $3,
        opened_at = case when ended_at = $2 then opened_at else clock_timestamp() end
      where session_id = $1 and $2 > clock_timestamp() - interval '${linkDays} days'
        and (ended_at is null or ended_at < $2
          or (ended_at = $2 and opened_by = $3 and opened_at > clock_timestamp() - interval '${repeatMinutes} minutes'))`,
    values: [sessionId, askedAt, key],
  });
  return rowCount === 1;
}

export const deleteOfSession = (client: pg.ClientBase, sessionId: string) =>
  client.query("delete from sessions.resumes where session_id = $1", [sessionId]);
