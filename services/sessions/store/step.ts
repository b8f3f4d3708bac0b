import type { VisitRow } from "../../../shared/domain/sessionDetail.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import { equalsByIndex, filterOnly, neverLocked } from "../../../shared/platform/database/plannerHints.ts";
import { isLateOnServer } from "../../../shared/platform/deadlines/serverClock.ts";
import { countsItself, isCounted } from "./counts.ts";
import type { Locked } from "./locks.ts";
import { type Column, type Rows, rowsOf } from "./rows.ts";
import { inOrder, isInTime } from "./sessions.ts";

/** A step decided at `revision`: what the session becomes if it is still there. */
export interface StepWrite {
  sessionId: string;
  revision: number;
  /** at `revision` */
  wasAbandoned: boolean;
  now: Date;
  /** The answered node. `seq` is its index on the path. */
  visit: VisitRow;
  seq: number;
  nextNodeId: string;
  nextShownAt: Date;
  totalScore: number;
  answersCount: number;
  answersBytes: number;
  /** Set when going back: the node that the respondent leaves. */
  back: { leftNodeId: string; leftShownAt: Date } | null;
}

/**
 * Moves sessions, with their answers, in one statement. Returns per step: true if the session was still at `revision`,
 * false if it moved, completed or is gone, `locked` if its row is locked. Only a true step is written. At most one step
 * per session. After `deadline`, a time of the server's clock, it writes nothing and fails (isLateOnServer).
 */
export async function stepMany(
  pool: Queryable,
  steps: StepWrite[],
  deadline = "infinity",
): Promise<(boolean | Locked)[]> {
  const outcomes = await send(pool, { steps, deadline }, unlocked);
  const others = steps.filter((step) => !outcomes.has(step.sessionId));
  if (others.length === 0) return results(steps, outcomes);
  const retried = await send(pool, { steps: others, deadline }, lockable).catch((error: Error) => {
    // the others are already written, so only these stay locked
    if (isLateOnServer(error)) return [];
    throw error;
  });
  return results(steps, new Map([...outcomes, ...retried]));
}

function results(steps: StepWrite[], outcomes: Map<string, boolean | Locked>): (boolean | Locked)[] {
  return steps.map((step) => outcomes.get(step.sessionId) ?? "locked");
}

/**
 * Chooses the rows that a statement moves: a condition on the row `s`, and a CTE that locks rows for it. `outcomes` is
 * a query of `step` and `moved` that gives each step's outcome. `isAsDecided` is the condition that `s` is as the step expects.
 */
interface Choice {
  name: string;
  lockedRows(isAsDecided: string): string;
  condition(isAsDecided: string): string;
  outcomes(isAsDecided: string): string;
}

/** For nearly all rows. Locking them first costs a third more. */
const unlocked: Choice = {
  name: "step-sessions",
  lockedRows: () => "",
  condition: (isAsDecided) => `${equalsByIndex("s.id", "step.id")} and ${isAsDecided} and ${neverLocked("s")}`,
  outcomes: () => "select id, true as outcome from moved",
};

/** For rows that were locked and may be free again. Only locking them shows it. */
const lockable: Choice = {
  name: "step-lockable-sessions",
  lockedRows: (isAsDecided) => `, available as materialized (
    select s.id from (select * from step order by id) step cross join lateral (
      select s.id from sessions.sessions s
      where s.id = step.id and ${isAsDecided} for no key update skip locked) s
  )`,
  condition: () => `${equalsByIndex("s.id", "step.id")} and ${filterOnly("step.id in (select id from available)")}`,
  // null: at the right revision but not available, so another transaction has locked it
  outcomes: (
    isAsDecided,
  ) => `select step.id, case when step.id in (select id from moved) then true when not coalesce((select
      ${isAsDecided} from sessions.sessions s where s.id = step.id
    ), false) then false end as outcome
  from step`,
};

async function send(
  pool: Queryable,
  { steps, deadline }: { steps: StepWrite[]; deadline: string },
  choice: Choice,
): Promise<Map<string, boolean | Locked>> {
  const isBack = steps.some((step) => step.back);
  const revives = steps.some((step) => step.wasAbandoned);
  const rows = rowsOf(revives ? [...columns, revivedColumn] : columns, inOrder(steps));
  const found = await pool.query<{ id: string; outcome: boolean | null }>({
    name: [choice.name, isBack && "back", revives && "revive", steps.length === 1 && "one"].filter(Boolean).join("-"),
    text: statement(rows, choice, isBack ? backWrites : writes, revives),
    values: [...rows.values, deadline],
  });
  return new Map(found.rows.map((row) => [row.id, row.outcome ?? "locked"]));
}

interface Writes {
  extra: string;
  /** Reading this makes PostgreSQL run all parts first. */
  written: string;
}

const writes: Writes = { extra: "", written: "answered" };

/** Going back is rare, so its parts are only in statements that need them. */
const backWrites: Writes = {
  written: "(table answered union all table cut union all table left_node) as written",
  extra: `,
  cut as (
    update sessions.visits v set seq = null, answered_at = null, answer_id = null, question_type = null, answer = null,
      score_awarded = null
    from moved where moved.is_back and ${equalsByIndex("v.session_id", "moved.id")} and v.seq > moved.seq
    returning 1
  ), left_node as (
    insert into sessions.visits (session_id, node_id, shown_at)
    select id, left_node_id, left_shown_at from moved where is_back on conflict (session_id, node_id) do nothing
    returning 1
  )`,
};

const statement = (
  rows: Rows,
  { lockedRows, condition, outcomes }: Choice,
  { extra, written }: Writes,
  revives: boolean,
  isAsDecided = revives ? mayBeAbandoned : isInProgress,
) => `${revives ? countsItself : ""}with step as (
    ${rows.text}
  )${lockedRows(isAsDecided)}, moved as (
    update sessions.sessions s set revision = s.revision + 1, ${revives ? "status = 'in_progress', " : ""}current_node_id = step.next_node_id,
      current_shown_at = step.next_shown_at, total_score = step.total_score,
      answers_count = step.answers_count, answers_bytes = step.answers_bytes, last_activity_at = step.now
    from step where ${condition(isAsDecided)}
    returning step.*, s.form_id
  ), answered as (
    insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer,
      score_awarded)
    select id, node_id, seq, shown_at, now, answer_id, question_type, answer::json, score_awarded from moved
    on conflict (session_id, node_id) do update set seq = excluded.seq, answered_at = excluded.answered_at,
      answer_id = excluded.answer_id, question_type = excluded.question_type, answer = excluded.answer,
      score_awarded = excluded.score_awarded
    returning 1
  )${extra}
  ${outcomes(isAsDecided)}
  -- once, and after every write above
  where (select ${isInTime(`$${rows.values.length + 1}`)} and count(*) >= 0 from ${written})
    ${revives ? `and ${isRevived}` : ""}`;

/** A status that isn't set costs no trigger. `status = 'in_progress'` would allow a scan of all sessions in progress. */
const isInProgress = "s.revision = step.revision and s.status not in ('completed', 'abandoned')";
const mayBeAbandoned = `s.revision = step.revision
  and s.status = case when step.is_revived then 'abandoned' else 'in_progress' end`;

/** Reopening an abandoned session is rare, so only statements that need it set its status and count it. */
const isRevived = isCounted("moved where is_revived", { was: "'abandoned'", became: "'in_progress'" });
const revivedColumn: Column<StepWrite> = { name: "is_revived", type: "boolean", of: (step) => step.wasAbandoned };

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
  { name: "is_back", type: "boolean", of: (step) => step.back !== null },
  { name: "left_node_id", type: "text", of: (step) => step.back?.leftNodeId ?? null },
  { name: "left_shown_at", type: "timestamptz", of: (step) => step.back?.leftShownAt ?? null },
];
