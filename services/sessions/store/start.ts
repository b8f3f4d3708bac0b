import type pg from "pg";
import { arrayText } from "../../../shared/platform/database/arrays.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import { filterOnly, lookupPerRow } from "../../../shared/platform/database/plannerHints.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { orderedUuid } from "../../../shared/platform/ids.ts";
import { isAttached } from "./attachedForms.ts";
import { countEach, countsStarted } from "./counts.ts";
import { isOpen, isProven } from "./liveForms.ts";
import { callOf, type Timed } from "./locks.ts";
import { type FormOfEvent, formColumns, insertEvent } from "./newEvents.ts";
import { isInTime, type SessionState } from "./sessions.ts";

export interface NewSession {
  sessionId: string;
  slug: string;
  hidden: Record<string, string>;
  userAgent: string | null;
  /** Keyed hash of the client's address. */
  client?: string | null;
  /** one of the form's; absent: the form's own if the version has translations */
  language?: string | undefined;
  /** form whose challenge was solved for this session, or null (challenge.ts) */
  proof?: string | null;
  /** the personal link that starts it (startByLink.ts), whose form asks for no challenge */
  linkId?: string | null;
  /** hash of the client's key for links to finish later (resume.ts) */
  resumeKey?: string | null;
  /** hash of the client's key for changes after completion (edit.ts) */
  editKey?: string | null;
  now: Date;
}

export interface StartedRow {
  id: string;
  form_id: string;
  version_id: string;
  current_node_id: string;
  started_at: Date;
  version_number: number;
  language: string | null;
}

/** `has_event`: integrations gets an event. */
export type Started = StartedRow & { has_event: boolean };

/**
 * SQL of the tag of the form's languages that is `asked`, or of the session's language if none is. Null if the form doesn't offer it,
 * or if none is asked of a form without translations.
 */
const languageOf = (asked: string): string => `case when ${asked} is null
    then case when version.languages is not null then form.language end
    else (select tag from unnest(version.languages || form.language) as tag where lower(tag) = lower(${asked}) limit 1) end`;

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
    text: `with wanted as (
        select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $7::text[],
            $8::text[], $9::text[], $10::text[], $11::text[])
          as row (id, slug, hidden, user_agent, now, client, language, proof, resume_key, edit_key)
      ), opened as (
        select wanted.id, wanted.hidden::json as hidden, wanted.user_agent, wanted.now, wanted.client, wanted.resume_key, wanted.edit_key, form.form_id,
          form.slug, form.title, form.version_id, form.version_number, version.entry_node_id,
          ${languageOf("wanted.language")} as language
        from wanted cross join lateral ${lookupPerRow("sessions.live_forms", "t.slug = wanted.slug")} form
          cross join lateral ${lookupPerRow("sessions.versions", "t.id = form.version_id")} version
          left join lateral ${lookupPerRow("sessions.erased_sessions", "t.session_id = wanted.id")} erased on true
        where erased.session_id is null and form.is_active and ${isOpen("wanted.now")} and ${isProven("wanted.proof")}
          and form.access = 'anyone'
          and (wanted.language is null or ${languageOf("wanted.language")} is not null)
          and not exists (
          select 1 from json_object_keys(wanted.hidden::json) as hidden (key)
          where hidden.key <> all (version.hidden_fields))
      ), started as (
        insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
          current_shown_at, total_score, answers_count, answers_bytes, hidden, user_agent, client, started_at,
          last_activity_at, language, resume_key, edit_key)
        select id, form_id, version_id, version_number, 'in_progress', 0, entry_node_id, now, 0, 0,
          octet_length(hidden::text), hidden, user_agent, client, now, now, language, resume_key, edit_key
        from opened on conflict (id) do nothing
        returning id, form_id, version_id, current_node_id, started_at, version_number, language
      ), event as (
        insert into sessions.events (id, type, session_id, form_id, occurred_at, form)
        select ${orderedUuid}, 'session.started', opened.id, opened.form_id, opened.now,
          json_build_object('id', opened.form_id, 'slug', opened.slug, 'title', opened.title)
        from opened where ${filterOnly("opened.id in (select id from started)")} and ${isAttached("opened.form_id")}
        returning session_id
      ), ${countsStarted("started")}
      select id, form_id, version_id, current_node_id, started_at, version_number, language,
        id in (select session_id from event) as has_event
      from started
      -- once, and after every write above
      where (select ${isInTime("$6")} and count(*) >= 0 from event)
        and (select sessions.refuse_erased(array_agg(id)) from started)`,
    values: [
      arrayText(sessions.map((session) => session.sessionId)),
      arrayText(sessions.map((session) => session.slug)),
      arrayText(sessions.map((session) => JSON.stringify(session.hidden))),
      arrayText(sessions.map((session) => session.userAgent)),
      arrayText(sessions.map((session) => session.now)),
      deadline,
      arrayText(sessions.map((session) => session.client ?? null)),
      arrayText(sessions.map((session) => session.language ?? null)),
      arrayText(sessions.map((session) => session.proof ?? null)),
      arrayText(sessions.map((session) => session.resumeKey ?? null)),
      arrayText(sessions.map((session) => session.editKey ?? null)),
    ],
  });
  return rows;
}

/** As startMany, by plain statements. */
export async function startOne(pool: pg.Pool, session: Timed<NewSession>): Promise<Started | null> {
  return inTransaction(pool, (client) => insertSession(client, session), callOf(session)).catch((error: unknown) => {
    if (error !== wasErased) throw error;
    return null;
  });
}

/** Thrown in a plain transaction that met an erased session, so that it is rolled back. */
export const wasErased = new Error("The session was erased.");

interface OpenForm {
  version_id: string;
  version_number: number;
  entry_node_id: string;
  language: string | null;
}

/**
 * Inserts a session of an open form, with its event. Null if the form refuses it or the id is in use. Throws `wasErased` if the
 * session was erased.
 */
export async function insertSession(client: pg.PoolClient, session: NewSession): Promise<Started | null> {
  const { sessionId, slug, hidden, userAgent, client: network = null, language = null, now, linkId = null } = session;
  const json = JSON.stringify(hidden);
  const forms = await client.query<FormOfEvent & OpenForm>({
    name: "open-form",
    text: `select ${formColumns}, form.version_id, form.version_number, version.entry_node_id,
        ${languageOf("$4::text")} as language
      from sessions.live_forms form join sessions.versions version on version.id = form.version_id
      where form.slug = $1 and form.is_active and ${isOpen("$2::timestamptz")}
        and ($6::uuid is not null or (form.access = 'anyone' and ${isProven("$5::text")}))
        and ($4::text is null or ${languageOf("$4::text")} is not null) and not exists (
        select 1 from json_object_keys($3::json) as hidden (key) where hidden.key <> all (version.hidden_fields))`,
    values: [slug, now, json, language, session.proof ?? null, linkId],
  });
  const [form] = forms.rows;
  if (!form) return null;
  const { rows } = await client.query<Omit<Started, "has_event">>({
    name: "insert-session",
    text: `insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
        current_shown_at, total_score, answers_count, answers_bytes, hidden, user_agent, client, started_at, last_activity_at,
        language, resume_key, link_id, edit_key)
      values ($1, $2, $3, $4, 'in_progress', 0, $5, $6, 0, 0, $7, $8::json, $9, $10, $6, $6, $11, $12, $13, $14) on conflict (id) do nothing
      returning id, form_id, version_id, current_node_id, started_at, version_number, language`,
    values: [
      sessionId,
      form.form_id,
      form.version_id,
      form.version_number,
      form.entry_node_id,
      now,
      Buffer.byteLength(json),
      json,
      userAgent,
      network,
      form.language,
      session.resumeKey ?? null,
      linkId,
      session.editKey ?? null,
    ],
  });
  const [started] = rows;
  if (!started) return null;
  // after the insert, which waits for a concurrent erasure
  const text = "select 1 from sessions.erased_sessions where session_id = $1";
  const erased = await client.query({ name: "is-session-erased", text, values: [sessionId] });
  if (erased.rowCount) throw wasErased;
  if (form.is_attached)
    await insertEvent(client, form, { id: null, type: "session.started", sessionId, now, session: null });
  await countEach(client, [{ form_id: form.form_id, was: null, became: "in_progress", completed_at: null }]);
  return { ...started, has_event: form.is_attached };
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
export function stateAtStart(
  { hidden, userAgent, now, linkId = null, resumeKey = null }: NewSession,
  started: StartedRow,
): SessionState {
  const { id, form_id, version_id, current_node_id, started_at, version_number, language } = started;
  return {
    id,
    form_id,
    version_id,
    current_node_id,
    started_at,
    version_number,
    language,
    link_id: linkId,
    import_id: null,
    is_untimed: null,
    begun_by: null,
    resume_key: resumeKey,
    opened_by: null,
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
