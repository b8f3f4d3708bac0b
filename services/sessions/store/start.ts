import type { Queryable } from "../../../shared/platform/database/connection.ts";
import { filterOnly, lookupPerRow } from "../../../shared/platform/database/plannerHints.ts";
import { orderedUuid } from "../../../shared/platform/ids.ts";
import { isAttached } from "./attachedForms.ts";
import { countsItself, countsStarted } from "./counts.ts";
import { isOpen } from "./liveForms.ts";
import { isInTime, type SessionState } from "./sessions.ts";

export interface NewSession {
  sessionId: string;
  slug: string;
  hidden: Record<string, string>;
  userAgent: string | null;
  /** Keyed hash of the client's address. */
  client?: string | null;
  now: Date;
}

export interface StartedRow {
  id: string;
  form_id: string;
  version_id: string;
  current_node_id: string;
  started_at: Date;
  version_number: number;
}

/** `has_event`: integrations gets an event. */
export type Started = StartedRow & { has_event: boolean };

/**
 * Starts sessions whose forms are open and declare their hidden fields, with events for attached forms, in one
 * statement. Returns null for a session that the form refuses, that already exists, or that was erased. After
 * `deadline`, a time of the server's clock, it writes nothing and fails (isLateOnServer).
 */
export async function startMany(
  pool: Queryable,
  sessions: NewSession[],
  deadline: string,
): Promise<(Started | null)[]> {
  const insert = () => insertSessions(pool, sessions, deadline);
  // a session was erased while its start waited: the next statement sees that
  const rows = await insert().catch((error: { code?: unknown }) =>
    error.code === erasedMeanwhile ? insert() : Promise.reject(error),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return sessions.map((session) => byId.get(session.sessionId) ?? null);
}

/** SQLSTATE of `sessions.refuse_erased` (unique_violation). */
const erasedMeanwhile = "23505";

async function insertSessions(pool: Queryable, sessions: NewSession[], deadline: string): Promise<Started[]> {
  const { rows } = await pool.query<Started>({
    name: "start-sessions",
    text: `${countsItself}with wanted as (
        select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $7::text[])
          as w (id, slug, hidden, user_agent, now, client)
      ), opened as (
        select w.id, w.hidden::json as hidden, w.user_agent, w.now, w.client, f.form_id, f.slug, f.title, f.version_id,
          f.version_number, v.entry_node_id
        from wanted w cross join lateral ${lookupPerRow("sessions.live_forms", "t.slug = w.slug")} f
          cross join lateral ${lookupPerRow("sessions.versions", "t.id = f.version_id")} v
          left join lateral ${lookupPerRow("sessions.erased_sessions", "t.session_id = w.id")} e on true
        where e.session_id is null and f.is_active and ${isOpen("w.now")} and not exists (
          select 1 from json_object_keys(w.hidden::json) as k (key) where k.key <> all (v.hidden_fields))
      ), started as (
        insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
          current_shown_at, total_score, answers_count, answers_bytes, hidden, user_agent, client, started_at,
          last_activity_at)
        select id, form_id, version_id, version_number, 'in_progress', 0, entry_node_id, now, 0, 0,
          octet_length(hidden::text), hidden, user_agent, client, now, now
        from opened on conflict (id) do nothing
        returning id, form_id, version_id, current_node_id, started_at, version_number
      ), event as (
        insert into sessions.events (id, type, session_id, form_id, occurred_at, form)
        select ${orderedUuid}, 'session.started', o.id, o.form_id, o.now,
          json_build_object('id', o.form_id, 'slug', o.slug, 'title', o.title)
        from opened o where ${filterOnly("o.id in (select id from started)")} and ${isAttached("o.form_id")}
        returning session_id
      ), ${countsStarted("started")}
      select id, form_id, version_id, current_node_id, started_at, version_number,
        id in (select session_id from event) as has_event
      from started
      -- once, and after every write above
      where (select ${isInTime("$6")} and count(*) >= 0 from event)
        and (select sessions.refuse_erased(array_agg(id)) from started)`,
    values: [
      sessions.map((session) => session.sessionId),
      sessions.map((session) => session.slug),
      sessions.map((session) => JSON.stringify(session.hidden)),
      sessions.map((session) => session.userAgent),
      sessions.map((session) => session.now),
      deadline,
      sessions.map((session) => session.client ?? null),
    ],
  });
  return rows;
}

/** Sets the current node of a session without a step. */
export async function moveStart(pool: Queryable, { id, current_node_id }: Pick<StartedRow, "id" | "current_node_id">) {
  await pool.query({
    name: "move-start",
    text: `update sessions.sessions set current_node_id = $2
      where id = $1 and revision = 0 and current_node_id <> $2`,
    values: [id, current_node_id],
  });
}

/** Returns the session's state after its start, without reading it. */
export function stateAtStart({ hidden, userAgent, now }: NewSession, started: StartedRow): SessionState {
  const { id, form_id, version_id, current_node_id, started_at, version_number } = started;
  return {
    id,
    form_id,
    version_id,
    current_node_id,
    started_at,
    version_number,
    status: "in_progress",
    revision: 0,
    current_shown_at: now,
    total_score: 0,
    answers_count: 0,
    answers_bytes: Buffer.byteLength(JSON.stringify(hidden)),
    hidden,
    user_agent: userAgent,
    last_activity_at: now,
    completed_at: null,
    was_abandoned: false,
    shown_results: null,
    visits: [],
    shown_before: new Map(),
  };
}
