import type pg from "pg";
import type { SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { countEach } from "./counts.ts";
import { lockDecided, plainTransaction } from "./locks.ts";
import { formOfEvent, insertEvent } from "./newEvents.ts";

export interface AbandonWrite {
  sessionId: string;
  revision: number;
  now: Date;
  /** Null if it was abandoned before, because the event happens once per session (decisions §5). */
  event: { id: string; session: SessionDetail } | null;
}

/** Returns sessions idle since `before`, oldest first. Locks nothing, so that it can read all workers of Citus. */
export async function idleSessions(pool: pg.Pool, before: Date, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: "idle-sessions",
    text: `select id from sessions.sessions
      where status = 'in_progress' and started_at <= $1 and last_activity_at <= $1 order by started_at limit $2`,
    values: [before, limit],
  });
  return rows.map((row) => row.id);
}

/** Returns when the first session in progress started, or null if there is none. */
export async function firstStart(pool: pg.Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ started_at: Date }>({
    name: "first-start",
    text: "select started_at from sessions.sessions where status = 'in_progress' order by started_at limit 1",
  });
  return rows[0]?.started_at ?? null;
}

/** Abandons a session with its event. Returns false if it moved since `revision`, or is locked. */
export async function abandonSession(pool: pg.Pool, write: AbandonWrite): Promise<boolean> {
  return (await plainTransaction(pool, withoutDeadline, (client) => abandonIn(client, write))) === true;
}

async function abandonIn(client: pg.ClientBase, { sessionId, revision, now, event }: AbandonWrite): Promise<boolean> {
  const session = await lockDecided(client, { sessionId, revision, status: "in_progress" });
  if (!session) return false;
  const { form_id } = session;
  await client.query({
    name: "abandon-session",
    text: `update sessions.sessions set status = 'abandoned', was_abandoned = true, revision = revision + 1
      where id = $1`,
    values: [sessionId],
  });
  const form = await formOfEvent(client, form_id);
  if (form) {
    const row = { id: event?.id ?? null, type: "session.abandoned", sessionId, now, session: event?.session };
    // abandoned again: only analytics hears of it
    await insertEvent(client, form, row, event !== null && form.is_attached);
  }
  await countEach(client, [{ form_id, was: "in_progress", became: "abandoned", completed_at: null }]);
  return true;
}
