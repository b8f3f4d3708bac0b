import type { SessionDetail, SessionStatus } from "../../../shared/domain/shapes/sessions.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import { equalsByIndex, lookupPerRow, neverLocked } from "../../../shared/platform/database/plannerHints.ts";
import { isLateOnServer } from "../../../shared/platform/deadlines/serverClock.ts";
import { isAttached } from "./attachedForms.ts";
import { countsCompleted, countsItself } from "./counts.ts";
import type { Locked } from "./locks.ts";
import { inOrder, isInTime } from "./sessions.ts";
import type { ShownResults } from "./shownResults.ts";

export interface CompleteWrite {
  sessionId: string;
  revision: number;
  formId: string;
  /** status at `revision` */
  was: SessionStatus;
  now: Date;
  eventId: string;
  /** The completed session, as the event's payload. */
  session: SessionDetail;
  /** Null or absent if the end screen shows nothing. */
  shownResults?: ShownResults | null;
}

/**
 * `unheard`: completed, without an event for integrations (attachedForms.ts). `moved`: another step was first. `full`:
 * the form's response_limit is reached.
 */
export type CompleteOutcome = "completed" | "unheard" | "moved" | "full";

/**
 * Completes sessions that are still at `revision`, with their events, in one statement.
 *
 * The limit is exact. A form that counts its completed sessions is locked, so its completions are serialized, and each
 * batch gets the remaining room. A form without a limit is only locked against setting one (`for share`). Both locks read
 * the row's newest version. No row is waited for: locked rows give `locked` and are retried alone. After `deadline`, a
 * time of the server's clock, it writes nothing and fails (isLateOnServer).
 *
 * Most forms have no limit and most sessions are at their revision, so completeFree handles them. Only the rest needs
 * completeCounted.
 */
export async function completeMany(
  pool: Queryable,
  sessions: CompleteWrite[],
  deadline: string,
): Promise<(CompleteOutcome | Locked)[]> {
  const free = await completeFree(pool, sessions, deadline);
  const others = sessions.filter((session) => !free.has(session.sessionId));
  const outcomes =
    others.length === 0
      ? null
      : await completeCounted(pool, others, deadline).catch((error: Error) => {
          // the others are already written, so only these stay locked
          if (free.size > 0 && isLateOnServer(error)) return null;
          throw error;
        });
  return sessions.map(({ sessionId }) => free.get(sessionId) ?? outcomes?.get(sessionId) ?? "locked");
}

/** Completes unlocked sessions of forms without a limit (as in step.ts). Returns the completed ones. */
async function completeFree(
  pool: Queryable,
  sessions: CompleteWrite[],
  deadline: string,
): Promise<Map<string, CompleteOutcome>> {
  const { rows } = await pool.query<{ id: string; is_heard: boolean }>({
    name: "complete-free-sessions",
    text: `${countsItself}with wanted as (
        select * from unnest($1::uuid[], $2::integer[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::text[], $7::text[],
          $8::text[]) as w (id, revision, form_id, now, event_id, session, was, shown_results)
      ), uncounted as materialized (
        select f.form_id, f.slug, f.title, ${isAttached("f.form_id")} as is_heard
        from sessions.live_forms f where f.form_id = any($3::uuid[])
          and f.response_limit is null and f.counting_id is null
        order by f.form_id for share skip locked
      ), completed as (
        update sessions.sessions s set status = 'completed', completed_at = w.now, last_activity_at = w.now,
          revision = s.revision + 1, shown_results = w.shown_results::json
        from wanted w join uncounted u on u.form_id = w.form_id
        where ${equalsByIndex("s.id", "w.id")} and s.revision = w.revision and s.status <> 'completed' and ${neverLocked("s")}
        returning w.*, u.slug, u.title, u.is_heard
      ), event as (
        insert into sessions.events (id, type, session_id, form_id, occurred_at, form, session, acknowledged_at)
        select event_id, 'session.completed', id, form_id, now,
          json_build_object('id', form_id, 'slug', slug, 'title', title),
          case when is_heard then session::json end, case when not is_heard then now end
        from completed
        returning 1
      ), ${countsCompleted("completed")}
      select id, is_heard from completed
      -- once, and after every write above
      where (select ${isInTime("$9")} and count(*) >= 0 from event)`,
    values: valuesOf(inOrder(sessions), deadline),
  });
  return new Map(rows.map(({ id, is_heard }) => [id, is_heard ? "completed" : "unheard"]));
}

async function completeCounted(
  pool: Queryable,
  sessions: CompleteWrite[],
  deadline: string,
): Promise<Map<string, CompleteOutcome | Locked>> {
  const { rows } = await pool.query<{ id: string; outcome: CompleteOutcome | Locked }>({
    name: "complete-sessions",
    text: `${countsItself}with wanted as (
        select * from unnest($1::uuid[], $2::integer[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::text[], $7::text[],
          $8::text[]) with ordinality as w (id, revision, form_id, now, event_id, session, was, shown_results, position)
      ), uncounted as materialized (
        select f.form_id from sessions.live_forms f where f.form_id = any($3::uuid[])
          and f.response_limit is null and f.counting_id is null
        order by f.form_id for share skip locked
      ), counted as materialized (
        select f.form_id, f.response_limit - f.completed_count as room from sessions.live_forms f
        where f.form_id = any($3::uuid[])
          and (f.response_limit is not null or f.counting_id is not null)
        order by f.form_id for no key update skip locked
      ), available as materialized (
        select w.* from (select * from wanted order by id) w cross join lateral (
          select from sessions.sessions s
          where s.id = w.id and s.revision = w.revision and s.status <> 'completed' for no key update skip locked) s
      ), ranked as (
        select h.*, c.room, row_number() over (partition by h.form_id order by h.position) as rank
        from available h join counted c on c.form_id = h.form_id
      ), admitted as (
        select h.* from available h join uncounted u on u.form_id = h.form_id
        union all select p.id, p.revision, p.form_id, p.now, p.event_id, p.session, p.was, p.shown_results, p.position from ranked p
        where p.room is null or p.rank <= p.room
      ), completed as (
        update sessions.sessions s set status = 'completed', completed_at = a.now, last_activity_at = a.now,
          revision = s.revision + 1, shown_results = a.shown_results::json
        from admitted a where ${equalsByIndex("s.id", "a.id")}
        returning a.*
      ), tallied as (
        update sessions.live_forms f set completed_count = f.completed_count + c.completed
        from (select form_id, count(*)::integer as completed from completed group by form_id) c
        where ${equalsByIndex("f.form_id", "c.form_id")} and (f.response_limit is not null or f.counting_id is not null)
        returning 1
      ), event as (
        insert into sessions.events (id, type, session_id, form_id, occurred_at, form, session, acknowledged_at)
        select c.event_id, 'session.completed', c.id, c.form_id, c.now,
          json_build_object('id', f.form_id, 'slug', f.slug, 'title', f.title),
          case when h.is_heard then c.session::json end, case when not h.is_heard then c.now end
        from completed c cross join lateral ${lookupPerRow("sessions.live_forms", "t.form_id = c.form_id")} f
          cross join lateral (select ${isAttached("f.form_id")} as is_heard) h
        returning 1
      ), ${countsCompleted("completed")}
      select w.id, case
          when w.id in (select id from completed) then case when ${isAttached("w.form_id")} then 'completed' else 'unheard' end
          when w.form_id not in (select form_id from uncounted union all select form_id from counted) then 'locked'
          when w.id in (select id from available) then 'full'
          when (select s.revision = w.revision and s.status <> 'completed' from sessions.sessions s where s.id = w.id)
            then 'locked'
          else 'moved' end as outcome
      from wanted w
      -- once, and after every write above
      where (select ${isInTime("$9")} and count(*) >= 0 from (table tallied union all table event) as written)`,
    values: valuesOf(sessions, deadline),
  });
  const outcomes = new Map(rows.map((row) => [row.id, row.outcome]));
  return new Map(sessions.map(({ sessionId }) => [sessionId, outcomes.get(sessionId) ?? "moved"]));
}

const valuesOf = (sessions: CompleteWrite[], deadline: string): unknown[] => [
  sessions.map((session) => session.sessionId),
  sessions.map((session) => session.revision),
  sessions.map((session) => session.formId),
  sessions.map((session) => session.now),
  sessions.map((session) => session.eventId),
  sessions.map((session) => JSON.stringify(session.session)),
  sessions.map((session) => session.was),
  sessions.map(({ shownResults }) => (shownResults ? JSON.stringify(shownResults) : null)),
  deadline,
];
