import type pg from "pg";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import { equalsByIndex, neverLocked } from "../../../shared/platform/database/plannerHints.ts";
import { callOf, type Locked, plainTransaction, type Timed } from "./locks.ts";
import { type Move, moveSession } from "./move.ts";
import { type Column, type Rows, rowsOf } from "./rows.ts";
import { inOrder, isInTime, type StoredVisit } from "./sessions.ts";

/** A step decided at `revision`: what the session becomes if it is still there. */
export interface StepWrite {
  sessionId: string;
  revision: number;
  /** at `revision` */
  wasAbandoned: boolean;
  now: Date;
  /** The answered node. `seq` is its index on the path. */
  visit: StoredVisit;
  seq: number;
  nextNodeId: string;
  nextShownAt: Date;
  totalScore: number;
  answersCount: number;
  answersBytes: number;
  /** its answers and hidden fields exceed the session's limit (decisions §4.1) */
  isTooLarge: boolean;
  language: string | null;
  /** Set when going back: the node that the respondent leaves. */
  back: { leftNodeId: string; leftShownAt: Date } | null;
}

/** Returns whether stepMany takes the step: forward, of a session that neither was abandoned nor has several devices (devices.ts). */
export const isUsualStep = ({ back, wasAbandoned, visit }: StepWrite): boolean =>
  back === null && !wasAbandoned && visit.given_by === null;

/**
 * Moves sessions by usual steps, with their answers, in one statement. Returns true for a step that it wrote. For null, stepOne
 * decides: the session isn't at `revision`, or its row is or was locked. At most one step per session. After `deadline`, a time of
 * the server's clock, it writes nothing and fails (isLateOnServer).
 */
export async function stepMany(pool: Queryable, steps: StepWrite[], deadline = "infinity"): Promise<(true | null)[]> {
  const rows = rowsOf(columns, inOrder(steps));
  const moved = await pool.query<{ id: string }>({
    name: steps.length === 1 ? "step-session" : "step-sessions",
    text: statement(rows),
    values: [...rows.values, deadline],
  });
  const ids = new Set(moved.rows.map(({ id }) => id));
  return steps.map(({ sessionId }) => ids.has(sessionId) || null);
}

// `status = 'in_progress'` would allow a scan of all sessions in progress
const statement = (rows: Rows) => `with step as (
    ${rows.text}
  ), moved as (
    update sessions.sessions session set revision = session.revision + 1, current_node_id = step.next_node_id,
      current_shown_at = step.next_shown_at, total_score = step.total_score,
      answers_count = step.answers_count, answers_bytes = step.answers_bytes, last_activity_at = step.now,
      language = step.language
    from step
    where ${equalsByIndex("session.id", "step.id")} and session.revision = step.revision
      and session.status not in ('completed', 'abandoned') and ${neverLocked("session")}
    returning step.*
  ), answered as (
    insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer,
      score_awarded)
    select id, node_id, seq, shown_at, now, answer_id, question_type, answer::json, score_awarded from moved
    on conflict (session_id, node_id) do update set seq = excluded.seq, answered_at = excluded.answered_at,
      answer_id = excluded.answer_id, question_type = excluded.question_type, answer = excluded.answer,
      score_awarded = excluded.score_awarded
    returning 1
  )
  select id from moved
  -- once, and after every write above
  where (select ${isInTime(`$${rows.values.length + 1}`)} and count(*) >= 0 from answered)`;

/** Takes any step. Returns false if the session isn't at its revision. */
export function stepOne(pool: pg.Pool, step: Timed<StepWrite>): Promise<boolean | Locked> {
  return plainTransaction(pool, callOf(step), (client) => moveSession(client, moveOf(step)));
}

const moveOf = ({ sessionId, revision, wasAbandoned, now, visit, seq, back, ...step }: StepWrite): Move => ({
  sessionId,
  revision,
  wasAbandoned,
  after: {
    current_node_id: step.nextNodeId,
    current_shown_at: step.nextShownAt,
    total_score: step.totalScore,
    answers_count: step.answersCount,
    answers_bytes: step.answersBytes,
    last_activity_at: now,
    language: step.language,
  },
  seq,
  visits: [{ ...visit, answered_at: now }],
  cuts: back !== null,
  left: back ? [[back.leftNodeId, back.leftShownAt]] : [],
});

const columns: readonly Column<StepWrite>[] = [
  { name: "id", type: "uuid", of: (step) => step.sessionId },
  { name: "revision", type: "integer", of: (step) => step.revision },
  { name: "now", type: "timestamptz", of: (step) => step.now },
  { name: "node_id", type: "text", of: (step) => step.visit.node_id },
  { name: "seq", type: "integer", of: (step) => step.seq },
  { name: "shown_at", type: "timestamptz", of: (step) => step.visit.shown_at },
  { name: "answer_id", type: "uuid", of: (step) => step.visit.answer_id },
  { name: "question_type", type: "text", of: (step) => step.visit.question_type },
  {
    name: "answer",
    type: "text",
    of: ({ visit }) => (visit.answer_id === null ? null : JSON.stringify(visit.answer)),
  },
  { name: "score_awarded", type: "integer", of: (step) => step.visit.score_awarded },
  { name: "next_node_id", type: "text", of: (step) => step.nextNodeId },
  { name: "next_shown_at", type: "timestamptz", of: (step) => step.nextShownAt },
  { name: "total_score", type: "integer", of: (step) => step.totalScore },
  { name: "answers_count", type: "integer", of: (step) => step.answersCount },
  { name: "answers_bytes", type: "integer", of: (step) => step.answersBytes },
  { name: "language", type: "text", of: (step) => step.language },
];
