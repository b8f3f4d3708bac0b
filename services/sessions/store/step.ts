import type pg from "pg";
import type { VisitRow } from "../../../shared/session-detail.ts";
import { inOrder } from "./order.ts";

/** One respondent's step, decided on a state of `revision`: what the session becomes if it is still there. */
export interface StepWrite {
  session_id: string;
  revision: number;
  now: Date;
  /** the answered node, and its place on the path */
  visit: VisitRow;
  seq: number;
  next_node_id: string;
  next_shown_at: Date;
  total_score: number;
  answers_count: number;
  answers_bytes: number;
  /** going back: what is cut off the path, and the node that the respondent leaves */
  back: { left_node_id: string; left_shown_at: Date } | null;
}

/**
 * Moves each session on, with its answer, in one statement and one commit. One result each: true where the session was
 * still at `revision`, false where it has moved since, has completed or is gone; then nothing of that step is written.
 * At most one step of a session in a call.
 */
export async function stepMany(pool: pg.Pool, steps: StepWrite[]): Promise<boolean[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: steps.some((step) => step.back) ? "step-sessions-back" : "step-sessions",
    text: steps.some((step) => step.back) ? statement(backParts) : statement(""),
    values: valuesOf(inOrder(steps)),
  });
  const moved = new Set(rows.map((row) => row.id));
  return steps.map((step) => moved.has(step.session_id));
}

/** Going back is rare: its parts are only in the statement of a batch that needs them. */
const backParts = `,
  cut as (
    update sessions.visits v set seq = null, answered_at = null, answer_id = null, question_type = null, answer = null,
      score_awarded = null
    from step join moved on moved.id = step.id
    where step.is_back and v.session_id = step.id and v.seq > step.seq
  ), left_node as (
    insert into sessions.visits (session_id, node_id, shown_at)
    select step.id, step.left_node_id, step.left_shown_at from step join moved on moved.id = step.id
    where step.is_back on conflict (session_id, node_id) do nothing
  )`;

const statement = (extra: string) => `with step as (
    select * from unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::text[], $5::integer[], $6::timestamptz[],
      $7::uuid[], $8::text[], $9::text[], $10::integer[], $11::text[], $12::timestamptz[], $13::integer[],
      $14::integer[], $15::integer[], $16::boolean[], $17::text[], $18::timestamptz[])
      as s (id, revision, now, node_id, seq, shown_at, answer_id, question_type, answer, score_awarded, next_node_id,
        next_shown_at, total_score, answers_count, answers_bytes, is_back, left_node_id, left_shown_at)
  ), moved as (
    update sessions.sessions s set revision = s.revision + 1, status = 'in_progress',
      current_node_id = step.next_node_id, current_shown_at = step.next_shown_at, total_score = step.total_score,
      answers_count = step.answers_count, answers_bytes = step.answers_bytes, last_activity_at = step.now
    from step where s.id = step.id and s.revision = step.revision and s.status <> 'completed'
    returning s.id
  ), answered as (
    insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer,
      score_awarded)
    select step.id, step.node_id, step.seq, step.shown_at, step.now, step.answer_id, step.question_type,
      step.answer::json, step.score_awarded
    from step join moved on moved.id = step.id
    on conflict (session_id, node_id) do update set seq = excluded.seq, answered_at = excluded.answered_at,
      answer_id = excluded.answer_id, question_type = excluded.question_type, answer = excluded.answer,
      score_awarded = excluded.score_awarded
  )${extra}
  select id from moved`;

function valuesOf(steps: StepWrite[]): unknown[] {
  const column = <T>(pick: (step: StepWrite) => T) => steps.map(pick);
  return [
    column((step) => step.session_id),
    column((step) => step.revision),
    column((step) => step.now),
    column((step) => step.visit.node_id),
    column((step) => step.seq),
    column((step) => step.visit.shown_at),
    column((step) => step.visit.answer_id),
    column((step) => step.visit.question_type),
    column((step) => (step.visit.answer_id === null ? null : JSON.stringify(step.visit.answer))),
    column((step) => step.visit.score_awarded),
    column((step) => step.next_node_id),
    column((step) => step.next_shown_at),
    column((step) => step.total_score),
    column((step) => step.answers_count),
    column((step) => step.answers_bytes),
    column((step) => step.back !== null),
    column((step) => step.back?.left_node_id ?? null),
    column((step) => step.back?.left_shown_at ?? null),
  ];
}
