import type pg from "pg";
import type { VisitRow } from "../../../shared/domain/sessionDetail.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { type Timed as Call, withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { newOrderedUuid } from "../../../shared/platform/ids.ts";
import type { AbandonWrite } from "./abandon.ts";
import { type AnswersOutcome, type AnswersWrite, type Completion, columnsOf, unlocked } from "./answers.ts";
import { isAttached } from "./attachedForms.ts";
import type { CompleteOutcome, CompleteWrite } from "./complete.ts";
import { countEach } from "./counts.ts";
import { isOpen } from "./liveForms.ts";
import { type Locked, unlessLocked } from "./locks.ts";
import type { NewSession, Started } from "./start.ts";
import type { StepWrite } from "./step.ts";

/**
 * Writes of one session on a distributed database, each in a transaction. A statement names its session, so Citus sends it to one
 * worker. The statements of step.ts and others have several parts, and Citus copies rows between these to all workers. The writes
 * are the same otherwise, except that they wait for a locked session. Forms and counts are on the coordinator.
 */
type Timed<T> = T & { deadline: number | undefined };

const callOf = ({ deadline }: Timed<unknown>): Call =>
  deadline === undefined ? withoutDeadline : { locals: { deadline } };

/** Returns false if the session isn't at the step's revision. */
export function stepOne(pool: pg.Pool, step: Timed<StepWrite>): Promise<boolean> {
  const { sessionId, revision, visit, seq, back, now } = step;
  const move: Move = {
    sessionId,
    revision,
    state: [step.nextNodeId, step.nextShownAt, step.totalScore, step.answersCount, step.answersBytes, now],
    cut: back && { condition: "seq > $2", value: seq },
    left: back ? [[back.leftNodeId, back.leftShownAt]] : [],
    visits: [{ ...visit, answered_at: now }],
    seq,
  };
  return inTransaction(pool, (client) => moveSession(client, move), callOf(step));
}

/** As writeAnswers. */
export function writeAnswersOne(
  pool: pg.Pool,
  write: AnswersWrite,
  completion: Completion,
  call: Call,
  onLocked?: () => void,
): Promise<AnswersOutcome> {
  const { sessionId, revision, after, seq, cut, left } = write;
  const move: Move = {
    sessionId,
    revision,
    state: columnsOf(after),
    cut: cut.length > 0 ? { condition: "node_id = any($2::text[])", value: cut } : null,
    left,
    visits: after.visits.slice(seq),
    seq,
  };
  return unlessLocked(
    call,
    () =>
      inTransaction(
        pool,
        async (client) => {
          if (!(await moveSession(client, move))) return "moved";
          return completion ? unlocked(await completeIn(client, completion)) : "written";
        },
        call,
      ),
    onLocked,
  );
}

interface Move {
  sessionId: string;
  revision: number;
  state: ReturnType<typeof columnsOf>;
  /** visits that leave the path */
  cut: { condition: string; value: unknown } | null;
  /** nodes that were shown and left without an answer */
  left: readonly [nodeId: string, shownAt: Date][];
  /** visits from index `seq` of the path on */
  visits: readonly VisitRow[];
  seq: number;
}

async function moveSession(client: pg.PoolClient, move: Move): Promise<boolean> {
  const { sessionId, revision, state, cut, left, visits, seq } = move;
  const { rows } = await client.query<{ form_id: string; status: string }>({
    name: "lock-session-at-revision",
    text: `select form_id, status from sessions.sessions where id = $1 and revision = $2 and status <> 'completed'
      for no key update`,
    values: [sessionId, revision],
  });
  const [before] = rows;
  if (!before) return false;
  await client.query({
    name: "move-session",
    text: `update sessions.sessions set revision = revision + 1, status = 'in_progress', current_node_id = $2,
        current_shown_at = $3, total_score = $4, answers_count = $5, answers_bytes = $6, last_activity_at = $7
      where id = $1`,
    values: [sessionId, ...state],
  });
  if (cut) {
    await client.query(
      `update sessions.visits set seq = null, answered_at = null, answer_id = null, question_type = null, answer = null,
        score_awarded = null where session_id = $1 and ${cut.condition}`,
      [sessionId, cut.value],
    );
  }
  for (const [nodeId, shownAt] of left) await insertShown(client, sessionId, nodeId, shownAt);
  for (const [at, visit] of visits.entries()) await upsertVisit(client, sessionId, visit, seq + at);
  if (before.status === "abandoned") {
    await countEach(client, [{ form_id: before.form_id, was: "abandoned", became: "in_progress", completed_at: null }]);
  }
  return true;
}

async function insertShown(client: pg.PoolClient, sessionId: string, nodeId: string, shownAt: Date): Promise<void> {
  await client.query({
    name: "insert-shown",
    text: `insert into sessions.visits (session_id, node_id, shown_at) values ($1, $2, $3)
      on conflict (session_id, node_id) do nothing`,
    values: [sessionId, nodeId, shownAt],
  });
}

async function upsertVisit(client: pg.PoolClient, sessionId: string, visit: VisitRow, seq: number): Promise<void> {
  const { node_id, shown_at, answered_at, answer_id, question_type, answer, score_awarded } = visit;
  await client.query({
    name: "upsert-visit",
    text: `insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer,
        score_awarded) values ($1, $2, $3, $4, $5, $6, $7, $8::json, $9)
      on conflict (session_id, node_id) do update set seq = excluded.seq, answered_at = excluded.answered_at,
        answer_id = excluded.answer_id, question_type = excluded.question_type, answer = excluded.answer,
        score_awarded = excluded.score_awarded`,
    values: [
      sessionId,
      node_id,
      seq,
      shown_at,
      answered_at,
      answer_id,
      question_type,
      answer_id === null ? null : JSON.stringify(answer),
      score_awarded,
    ],
  });
}

interface FormRow {
  form_id: string;
  slug: string;
  title: string;
  is_heard: boolean;
}

const formColumns = `f.form_id, f.slug, f.title, ${isAttached("f.form_id")} as is_heard`;

interface NewEvent {
  id: string | null;
  type: string;
  sessionId: string;
  now: Date;
  /** Null if it is rebuilt when it is claimed. */
  session: unknown;
}

/** Inserts an event. One that integrations doesn't hear of is acknowledged. */
async function insertEvent(
  client: pg.PoolClient,
  form: FormRow,
  event: NewEvent,
  isHeard = form.is_heard,
): Promise<void> {
  await client.query({
    name: "insert-event",
    text: `insert into sessions.events (id, type, session_id, form_id, occurred_at, form, session, acknowledged_at)
      values ($1, $2, $3, $4, $5, $6::json, $7::json, $8)`,
    values: [
      event.id ?? newOrderedUuid(),
      event.type,
      event.sessionId,
      form.form_id,
      event.now,
      JSON.stringify({ id: form.form_id, slug: form.slug, title: form.title }),
      isHeard && event.session ? JSON.stringify(event.session) : null,
      isHeard ? null : event.now,
    ],
  });
}

/** Returns null for a session that its form refuses, that already exists, or that was erased. */
export async function startOne(pool: pg.Pool, session: Timed<NewSession>): Promise<Started | null> {
  const erased = new Error("The session was erased.");
  return inTransaction(
    pool,
    async (client) => {
      const started = await insertSession(client, session);
      if (!started) return null;
      // after the insert, which waits for a concurrent erasure
      const text = "select 1 from sessions.erased_sessions where session_id = $1";
      const { rowCount } = await client.query({ name: "is-session-erased", text, values: [session.sessionId] });
      if (rowCount) throw erased;
      return started;
    },
    callOf(session),
  ).catch((error: unknown) => {
    if (error !== erased) throw error;
    return null;
  });
}

async function insertSession(client: pg.PoolClient, session: NewSession): Promise<Started | null> {
  const { sessionId, slug, hidden, userAgent, now } = session;
  const json = JSON.stringify(hidden);
  const forms = await client.query<FormRow & { version_id: string; version_number: number; entry_node_id: string }>({
    name: "open-form",
    text: `select ${formColumns}, f.version_id, f.version_number, v.entry_node_id
      from sessions.live_forms f join sessions.versions v on v.id = f.version_id
      where f.slug = $1 and f.is_active and ${isOpen("$2::timestamptz")} and not exists (
        select 1 from json_object_keys($3::json) as k (key) where k.key <> all (v.hidden_fields))`,
    values: [slug, now, json],
  });
  const [form] = forms.rows;
  if (!form) return null;
  const { rows } = await client.query<Omit<Started, "has_event">>({
    name: "insert-session",
    text: `insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
        current_shown_at, total_score, answers_count, answers_bytes, hidden, user_agent, started_at, last_activity_at)
      values ($1, $2, $3, $4, 'in_progress', 0, $5, $6, 0, 0, $7, $8::json, $9, $6, $6) on conflict (id) do nothing
      returning id, form_id, version_id, current_node_id, started_at, version_number`,
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
    ],
  });
  const [started] = rows;
  if (!started) return null;
  if (form.is_heard)
    await insertEvent(client, form, { id: null, type: "session.started", sessionId, now, session: null });
  await countEach(client, [{ form_id: form.form_id, was: null, became: "in_progress", completed_at: null }]);
  return { ...started, has_event: form.is_heard };
}

/** As completeMany. The form's row is its limit's only home: a form with a limit is locked until the commit. */
export function completeOne(pool: pg.Pool, session: Timed<CompleteWrite>): Promise<CompleteOutcome | Locked> {
  return inTransaction(pool, (client) => completeIn(client, session), callOf(session));
}

async function completeIn(client: pg.PoolClient, session: CompleteWrite): Promise<CompleteOutcome | Locked> {
  const { sessionId, revision, formId, was, now, eventId, shownResults } = session;
  const form = (await lockUncounted(client, formId)) ?? (await lockCounted(client, formId));
  if (!form) return "locked";
  const isAtRevision = "id = $1 and revision = $2 and status <> 'completed'";
  if (form.room !== null && form.room <= 0) {
    const text = `select 1 from sessions.sessions where ${isAtRevision}`;
    const { rowCount } = await client.query({ name: "is-session-at-revision", text, values: [sessionId, revision] });
    return rowCount ? "full" : "moved";
  }
  const { rowCount } = await client.query({
    name: "complete-session",
    text: `update sessions.sessions set status = 'completed', completed_at = $3, last_activity_at = $3,
      revision = revision + 1, shown_results = $4::json where ${isAtRevision}`,
    values: [sessionId, revision, now, shownResults ? JSON.stringify(shownResults) : null],
  });
  if (!rowCount) return "moved";
  const event = { id: eventId, type: "session.completed", sessionId, now, session: session.session };
  await insertEvent(client, form, event);
  if (form.is_counted) {
    const text = "update sessions.live_forms set completed_count = completed_count + 1 where form_id = $1";
    await client.query({ name: "count-completion", text, values: [formId] });
  }
  await countEach(client, [{ form_id: formId, was, became: "completed", completed_at: now }]);
  return form.is_heard ? "completed" : "unheard";
}

interface LockedForm extends FormRow {
  is_counted: boolean;
  /** Null without a limit. */
  room: number | null;
}

async function lockUncounted(client: pg.PoolClient, formId: string): Promise<LockedForm | undefined> {
  const { rows } = await client.query<LockedForm>({
    name: "lock-uncounted-form",
    text: `select ${formColumns}, false as is_counted, null::integer as room from sessions.live_forms f
      where f.form_id = $1 and f.response_limit is null and f.counting_id is null for share skip locked`,
    values: [formId],
  });
  return rows[0];
}

async function lockCounted(client: pg.PoolClient, formId: string): Promise<LockedForm | undefined> {
  const { rows } = await client.query<LockedForm>({
    name: "lock-counted-form",
    text: `select ${formColumns}, true as is_counted, f.response_limit - f.completed_count as room
      from sessions.live_forms f where f.form_id = $1 and (f.response_limit is not null or f.counting_id is not null)
      for no key update skip locked`,
    values: [formId],
  });
  return rows[0];
}

/** Returns false if the session moved since its revision. */
export function abandonOne(pool: pg.Pool, { sessionId, revision, now, event }: AbandonWrite): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ form_id: string }>({
      name: "abandon-session",
      text: `update sessions.sessions set status = 'abandoned', was_abandoned = true, revision = revision + 1
        where id = $1 and revision = $2 and status = 'in_progress' returning form_id`,
      values: [sessionId, revision],
    });
    const [abandoned] = rows;
    if (!abandoned) return false;
    const text = `select ${formColumns} from sessions.live_forms f where f.form_id = $1`;
    const forms = await client.query<FormRow>({ name: "form-of-event", text, values: [abandoned.form_id] });
    for (const form of forms.rows) {
      const row = { id: event?.id ?? null, type: "session.abandoned", sessionId, now, session: event?.session };
      // abandoned again: only analytics hears of it
      await insertEvent(client, form, row, event !== null && form.is_heard);
    }
    await countEach(client, [
      { form_id: abandoned.form_id, was: "in_progress", became: "abandoned", completed_at: null },
    ]);
    return true;
  });
}
