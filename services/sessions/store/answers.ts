import type pg from "pg";
import type { VisitRow } from "../../../shared/domain/sessionDetail.ts";
import type { Timed } from "../../../shared/platform/deadlines/deadline.ts";
import { type CompleteOutcome, type CompleteWrite, completeMany } from "./complete.ts";
import { countsItself, isCounted } from "./counts.ts";
import { type Locked, metLock, unlessLocked, withSession } from "./locks.ts";
import type { SessionState } from "./sessions.ts";

/** Several steps as one write: what differs between the states before and after them. */
export interface AnswersWrite {
  sessionId: string;
  /** revision at which the steps were decided */
  revision: number;
  after: SessionState;
  /** Index of the first visit that differs. */
  seq: number;
  /** passed nodes that left the path */
  cut: string[];
  /** nodes that were shown and left without an answer */
  left: [nodeId: string, shownAt: Date][];
}

export function answersWriteOf(before: SessionState, after: SessionState): AnswersWrite {
  const isPassed = new Set(after.visits.map(({ node_id }) => node_id));
  const differs = after.visits.findIndex((visit, at) => visit !== before.visits[at]);
  const seq = differs < 0 ? after.visits.length : differs;
  return {
    sessionId: before.id,
    revision: before.revision,
    after,
    seq,
    cut: before.visits.slice(seq).flatMap(({ node_id }) => (isPassed.has(node_id) ? [] : [node_id])),
    left: [...after.shown_before].filter(([nodeId]) => !before.shown_before.has(nodeId)),
  };
}

/** The session's completion, decided with its answers. `revision` is that after them. */
export type Completion = CompleteWrite | null;

/**
 * `moved`: the session moved, completed or is gone since `revision`, and nothing is written. `written`: the answers alone. `full`:
 * the answers alone, because the form's response_limit is reached. Else the session is completed too.
 */
export type AnswersOutcome = "written" | CompleteOutcome;

/** Writes all answers and the completion in one transaction. Calls `onLocked` when it meets the lock of the form's row. */
export function writeAnswers(
  pool: pg.Pool,
  write: AnswersWrite,
  completion: Completion,
  call: Timed,
  onLocked?: () => void,
): Promise<AnswersOutcome> {
  const { sessionId } = write;
  const transaction = () =>
    withSession(pool, { sessionId }, call, async (client) => {
      const { rowCount } = await client.query({ name: "answer-session", text: statement, values: valuesOf(write) });
      if (rowCount !== 1) return { outcome: "moved" as const };
      if (!completion) return { outcome: "written" as const };
      const [outcome] = await completeMany(client, [completion], "infinity");
      return { outcome: unlocked(outcome) };
    });
  return unlessLocked(call, transaction, onLocked).then(({ outcome }) => outcome);
}

/** Rolls the answers back if the form is locked. The session is locked, so it cannot have moved. */
export function unlocked(outcome: CompleteOutcome | Locked | undefined): CompleteOutcome {
  if (outcome === undefined || outcome === "locked" || outcome === "moved") throw metLock;
  return outcome;
}

// the session is locked, so `revived` has its newest status
const statement = `${countsItself}with revived as (
    select form_id from sessions.sessions where id = $1 and revision = $2 and status = 'abandoned'
  ), moved as (
    update sessions.sessions s set revision = s.revision + 1, status = 'in_progress', current_node_id = $3,
      current_shown_at = $4, total_score = $5, answers_count = $6, answers_bytes = $7, last_activity_at = $8
    where s.id = $1 and s.revision = $2 and s.status <> 'completed'
    returning s.id
  ), cut as (
    update sessions.visits v set seq = null, answered_at = null, answer_id = null, question_type = null, answer = null,
      score_awarded = null
    from moved where v.session_id = moved.id and v.node_id = any($9::text[])
  ), shown as (
    insert into sessions.visits (session_id, node_id, shown_at)
    select moved.id, r.node_id, r.shown_at
    from moved cross join unnest($10::text[], $11::timestamptz[]) as r (node_id, shown_at)
    on conflict (session_id, node_id) do nothing
  ), answered as (
    insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer,
      score_awarded)
    select moved.id, r.node_id, r.seq, r.shown_at, r.answered_at, r.answer_id, r.question_type, r.answer::json,
      r.score_awarded
    from moved cross join unnest($12::text[], $13::integer[], $14::timestamptz[], $15::timestamptz[], $16::uuid[],
      $17::text[], $18::text[], $19::integer[])
      as r (node_id, seq, shown_at, answered_at, answer_id, question_type, answer, score_awarded)
    on conflict (session_id, node_id) do update set seq = excluded.seq, answered_at = excluded.answered_at,
      answer_id = excluded.answer_id, question_type = excluded.question_type, answer = excluded.answer,
      score_awarded = excluded.score_awarded
  )
  select id from moved where ${isCounted("revived", { was: "'abandoned'", became: "'in_progress'" })}`;

/** Node, its time, score, answers, their bytes and time of activity of a session. */
export const columnsOf = (session: SessionState): [string, Date, number, number, number, Date] => [
  session.current_node_id,
  session.current_shown_at,
  session.total_score,
  session.answers_count,
  session.answers_bytes,
  session.last_activity_at,
];

function valuesOf({ sessionId, revision, after, seq, cut, left }: AnswersWrite): unknown[] {
  const visits = after.visits.slice(seq);
  const column = (of: (visit: VisitRow) => unknown) => visits.map(of);
  return [
    sessionId,
    revision,
    ...columnsOf(after),
    cut,
    left.map(([nodeId]) => nodeId),
    left.map(([, shownAt]) => shownAt),
    column(({ node_id }) => node_id),
    visits.map((_, at) => seq + at),
    column(({ shown_at }) => shown_at),
    column(({ answered_at }) => answered_at),
    column(({ answer_id }) => answer_id),
    column(({ question_type }) => question_type),
    column(({ answer_id, answer }) => (answer_id === null ? null : JSON.stringify(answer))),
    column(({ score_awarded }) => score_awarded),
  ];
}
