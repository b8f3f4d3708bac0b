import type pg from "pg";
import type { SessionDetail, SessionStatus } from "../../../shared/domain/shapes/sessions.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import { equalsByIndex, neverLocked } from "../../../shared/platform/database/plannerHints.ts";
import { isAttached } from "./attachedForms.ts";
import { countEach, countsCompleted } from "./counts.ts";
import { callOf, type Locked, plainTransaction, type Timed } from "./locks.ts";
import { type FormOfEvent, formColumns, insertEvent } from "./newEvents.ts";
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
 * Completes sessions that are still at `revision`, with their events, in one statement, if their forms have no limit. Null for
 * others, and for rows that are or were locked: completeByForm decides. Locks the forms against setting a limit (`for share`).
 * After `deadline`, a time of the server's clock, it writes nothing and fails (isLateOnServer).
 */
export async function completeMany(
  pool: Queryable,
  sessions: CompleteWrite[],
  deadline: string,
): Promise<(CompleteOutcome | null)[]> {
  const { rows } = await pool.query<{ id: string; is_heard: boolean }>({
    name: "complete-sessions",
    text: statement,
    values: valuesOf(inOrder(sessions), deadline),
  });
  const outcomes = new Map(rows.map((row) => [row.id, outcomeOf(row)]));
  return sessions.map(({ sessionId }) => outcomes.get(sessionId) ?? null);
}

const outcomeOf = ({ is_heard }: { is_heard: boolean }): CompleteOutcome => (is_heard ? "completed" : "unheard");

const statement = `with wanted as (
    select * from unnest($1::uuid[], $2::integer[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::text[], $7::text[],
      $8::text[]) as row (id, revision, form_id, now, event_id, session, was, shown_results)
  ), unlimited as materialized (
    select form.form_id, form.slug, form.title, ${isAttached("form.form_id")} as is_heard
    from sessions.live_forms form where form.form_id = any($3::uuid[])
      and form.response_limit is null and form.counting_id is null
    order by form.form_id for share skip locked
  ), completed as (
    update sessions.sessions session set status = 'completed', completed_at = wanted.now, last_activity_at = wanted.now,
      revision = session.revision + 1, shown_results = wanted.shown_results::json
    from wanted join unlimited form on form.form_id = wanted.form_id
    where ${equalsByIndex("session.id", "wanted.id")} and session.revision = wanted.revision
      and session.status = wanted.was and ${neverLocked("session")}
    returning wanted.*, form.slug, form.title, form.is_heard
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
  where (select ${isInTime("$9")} and count(*) >= 0 from event)`;

/**
 * Completes any sessions by plain statements, with one transaction per form. So completions of a form with a limit share the lock of
 * its row and the commit. If the transaction fails, each session has its own, so that a locked one doesn't hold up the others.
 */
export async function completeByForm(
  pool: pg.Pool,
  sessions: Timed<CompleteWrite>[],
): Promise<(CompleteOutcome | Locked)[]> {
  const outcomes = new Map<string, CompleteOutcome | Locked>();
  for (const [formId, some] of Map.groupBy(inOrder(sessions), ({ formId }) => formId)) {
    const found = await completeForm(pool, formId, some);
    for (const [at, { sessionId }] of some.entries()) outcomes.set(sessionId, found[at] ?? "locked");
  }
  return sessions.map(({ sessionId }) => outcomes.get(sessionId) ?? "locked");
}

async function completeForm(
  pool: pg.Pool,
  formId: string,
  sessions: Timed<CompleteWrite>[],
): Promise<(CompleteOutcome | Locked)[]> {
  const deadline = earliest(sessions);
  const written = await plainTransaction(pool, callOf({ deadline }), (client) =>
    completeIn(client, formId, sessions),
  ).catch((error: unknown) => {
    if (sessions.length === 1) throw error;
    return "locked" as const;
  });
  if (written !== "locked") return written ?? [];
  if (sessions.length === 1) return ["locked"];
  const outcomes: (CompleteOutcome | Locked)[] = [];
  for (const session of sessions) outcomes.push(...(await completeForm(pool, formId, [session])));
  return outcomes;
}

function earliest(sessions: Timed<unknown>[]): number | undefined {
  const deadlines = sessions.flatMap(({ deadline }) => deadline ?? []);
  return deadlines.length > 0 ? Math.min(...deadlines) : undefined;
}

/**
 * Completes a form's sessions in the caller's transaction, in order until the limit. Null, without writes, if the form is locked. Its
 * row is the only home of the limit, so it stays locked until the commit.
 */
export async function completeIn(
  client: pg.ClientBase,
  formId: string,
  sessions: CompleteWrite[],
): Promise<CompleteOutcome[] | null> {
  const form = (await lockUnlimited(client, formId)) ?? (await lockLimited(client, formId));
  if (!form) return null;
  const outcomes: CompleteOutcome[] = [];
  const completed: CompleteWrite[] = [];
  for (const session of sessions) {
    const isFull = form.room !== null && completed.length >= form.room;
    const isWritten = isFull ? await isUnmoved(client, session) : await updateSession(client, session);
    if (isWritten && !isFull) {
      await insertEvent(client, form, { ...session, id: session.eventId, type: "session.completed" });
      completed.push(session);
    }
    outcomes.push(isWritten ? (isFull ? "full" : outcomeOf(form)) : "moved");
  }
  if (form.is_counted && completed.length > 0) await addCompleted(client, formId, completed.length);
  await countEach(
    client,
    completed.map(({ was, now }) => ({ form_id: formId, was, became: "completed", completed_at: now })),
  );
  return outcomes;
}

interface LockedForm extends FormOfEvent {
  /** Whether its row counts completions. */
  is_counted: boolean;
  /** Null without a limit. */
  room: number | null;
}

/** Locks the form only against setting a limit. */
async function lockUnlimited(client: pg.ClientBase, formId: string): Promise<LockedForm | undefined> {
  const { rows } = await client.query<LockedForm>({
    name: "lock-unlimited-form",
    text: `select ${formColumns}, false as is_counted, null::integer as room from sessions.live_forms form
      where form.form_id = $1 and form.response_limit is null and form.counting_id is null for share skip locked`,
    values: [formId],
  });
  return rows[0];
}

async function lockLimited(client: pg.ClientBase, formId: string): Promise<LockedForm | undefined> {
  const { rows } = await client.query<LockedForm>({
    name: "lock-limited-form",
    text: `select ${formColumns}, true as is_counted, form.response_limit - form.completed_count as room
      from sessions.live_forms form
      where form.form_id = $1 and (form.response_limit is not null or form.counting_id is not null)
      for no key update skip locked`,
    values: [formId],
  });
  return rows[0];
}

async function isUnmoved(client: pg.ClientBase, { sessionId, revision, was }: CompleteWrite): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "is-session-unmoved",
    text: "select 1 from sessions.sessions where id = $1 and revision = $2 and status = $3",
    values: [sessionId, revision, was],
  });
  return rowCount === 1;
}

async function updateSession(client: pg.ClientBase, session: CompleteWrite): Promise<boolean> {
  const { sessionId, revision, was, now, shownResults } = session;
  const { rowCount } = await client.query({
    name: "complete-session",
    text: `update sessions.sessions set status = 'completed', completed_at = $4, last_activity_at = $4,
      revision = revision + 1, shown_results = $5::json where id = $1 and revision = $2 and status = $3`,
    values: [sessionId, revision, was, now, shownResults ? JSON.stringify(shownResults) : null],
  });
  return rowCount === 1;
}

async function addCompleted(client: pg.ClientBase, formId: string, count: number): Promise<void> {
  await client.query({
    name: "add-completed",
    text: "update sessions.live_forms set completed_count = completed_count + $2 where form_id = $1",
    values: [formId, count],
  });
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
