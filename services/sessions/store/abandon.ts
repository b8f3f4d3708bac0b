import type pg from "pg";
import type { SessionDetail } from "../../../shared/domain/shapes/sessions.ts";
import { orderedUuid } from "../../../shared/platform/ids.ts";
import { isAttached } from "./attachedForms.ts";
import { countsItself, isCounted } from "./counts.ts";
import { inOrder } from "./sessions.ts";

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

/** Abandons unlocked sessions that are still at `revision`, with their events, in one statement. Returns how many. */
export async function abandonMany(pool: pg.Pool, writes: AbandonWrite[]): Promise<number> {
  const sessions = inOrder(writes);
  const { rowCount } = await pool.query({
    name: "abandon-sessions",
    text: `${countsItself}with wanted as (
        select * from unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::uuid[], $5::text[])
          as w (id, revision, now, event_id, session)
      ), available as materialized (
        select s.id from sessions.sessions s join wanted w on w.id = s.id order by s.id
        for no key update of s skip locked
      ), abandoned as (
        update sessions.sessions s set status = 'abandoned', was_abandoned = true, revision = s.revision + 1
        from wanted w join available h on h.id = w.id
        where s.id = w.id and s.revision = w.revision and s.status = 'in_progress'
        returning s.id, s.form_id
      )
      insert into sessions.events (id, type, session_id, form_id, occurred_at, form, session, acknowledged_at)
      select coalesce(w.event_id, ${orderedUuid}), 'session.abandoned', w.id, a.form_id, w.now,
        json_build_object('id', f.form_id, 'slug', f.slug, 'title', f.title), case when h.is_heard then w.session::json end,
        case when not h.is_heard then w.now end
      from abandoned a join wanted w on w.id = a.id join sessions.live_forms f on f.form_id = a.form_id
        -- abandoned again: only analytics hears of it
        cross join lateral (select w.event_id is not null and ${isAttached("a.form_id")} as is_heard) h
      where ${isCounted("abandoned", { was: "'in_progress'", became: "'abandoned'" })}`,
    values: [
      sessions.map((session) => session.sessionId),
      sessions.map((session) => session.revision),
      sessions.map((session) => session.now),
      sessions.map((session) => session.event?.id ?? null),
      sessions.map((session) => session.event && JSON.stringify(session.event.session)),
    ],
  });
  return rowCount ?? 0;
}
