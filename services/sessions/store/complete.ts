import type pg from "pg";
import type { SessionDetail } from "../../../shared/shapes/sessions.ts";

export interface CompleteWrite {
  session_id: string;
  revision: number;
  form_id: string;
  now: Date;
  event_id: string;
  /** the session as completed: the event's payload */
  session: SessionDetail;
}

/** `moved`: another step came in between. `full`: the form's response_limit leaves no room. */
export type CompleteOutcome = "completed" | "moved" | "full";

/**
 * Completes each session that is still at `revision`, with its event, in one statement and one commit.
 *
 * The limit is exact. A form with a limit is locked, so its completions take turns, and each batch gets the room that is
 * left. A form without one is only locked against the setting of a limit (`for share`: no turn-taking), so that whoever
 * sets it counts every session that has completed. Both locks read the row's newest version. Sessions are locked in the
 * order of their ids, as all statements of this service do.
 */
export async function completeMany(pool: pg.Pool, sessions: CompleteWrite[]): Promise<CompleteOutcome[]> {
  const { rows } = await pool.query<{ id: string; is_completed: boolean; has_room: boolean }>({
    name: "complete-sessions",
    text: `with wanted as (
        select * from unnest($1::uuid[], $2::integer[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::text[])
          with ordinality as w (id, revision, form_id, now, event_id, session, place)
      ), unlimited as materialized (
        select f.form_id from sessions.live_forms f
        where f.form_id in (select form_id from wanted) and f.response_limit is null order by f.form_id for share
      ), limited as materialized (
        select f.form_id, f.response_limit - f.completed_count as room from sessions.live_forms f
        where f.form_id in (select form_id from wanted) and f.response_limit is not null
        order by f.form_id for update
      ), placed as (
        select w.id, l.room, row_number() over (partition by w.form_id order by w.place) as turn
        from wanted w join limited l on l.form_id = w.form_id
      ), admitted as (
        select w.* from wanted w join unlimited u on u.form_id = w.form_id
        union all select w.* from wanted w join placed p on p.id = w.id where p.turn <= p.room
        order by id
      ), completed as (
        update sessions.sessions s set status = 'completed', completed_at = a.now, last_activity_at = a.now,
          revision = s.revision + 1
        from admitted a where s.id = a.id and s.revision = a.revision and s.status <> 'completed'
        returning s.id, s.form_id
      ), counted as (
        update sessions.live_forms f set completed_count = f.completed_count + c.completed
        from (select form_id, count(*)::integer as completed from completed group by form_id) c
        where f.form_id = c.form_id and f.response_limit is not null
      ), event as (
        insert into sessions.events (id, type, session_id, form_id, occurred_at, form, session)
        select w.event_id, 'session.completed', w.id, w.form_id, w.now,
          json_build_object('id', f.form_id, 'slug', f.slug, 'title', f.title), w.session::json
        from completed c join wanted w on w.id = c.id join sessions.live_forms f on f.form_id = w.form_id
      )
      select w.id, c.id is not null as is_completed, a.id is not null as has_room
      from wanted w left join completed c on c.id = w.id left join admitted a on a.id = w.id`,
    values: [
      sessions.map((session) => session.session_id),
      sessions.map((session) => session.revision),
      sessions.map((session) => session.form_id),
      sessions.map((session) => session.now),
      sessions.map((session) => session.event_id),
      sessions.map((session) => JSON.stringify(session.session)),
    ],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return sessions.map((session) => outcomeOf(byId.get(session.session_id)));
}

function outcomeOf(row: { is_completed: boolean; has_room: boolean } | undefined): CompleteOutcome {
  if (row?.is_completed) return "completed";
  return row?.has_room ? "moved" : "full";
}
