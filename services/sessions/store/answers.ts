import type pg from "pg";
import { type Timed, tooLate } from "../../../shared/platform/deadlines/deadline.ts";
import { type CompleteOutcome, type CompleteWrite, completeIn } from "./complete.ts";
import { metLock, plainTransaction, untilUnlocked } from "./locks.ts";
import { type Move, moveSession } from "./move.ts";
import type { SessionState } from "./sessions.ts";

/** Returns several steps as one move. */
export function moveBetween(before: SessionState, after: SessionState): Move {
  const isPassed = new Set(after.visits.map(({ node_id }) => node_id));
  const differs = after.visits.findIndex((visit, at) => visit !== before.visits[at]);
  const seq = differs < 0 ? after.visits.length : differs;
  return {
    sessionId: before.id,
    revision: before.revision,
    wasAbandoned: before.status === "abandoned",
    after,
    seq,
    visits: after.visits.slice(seq),
    cuts: before.visits.slice(seq).some(({ node_id }) => !isPassed.has(node_id)),
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
export async function writeAnswers(
  pool: pg.Pool,
  move: Move,
  completion: Completion,
  call: Timed,
  onLocked: () => void = () => undefined,
): Promise<AnswersOutcome> {
  const outcome = await untilUnlocked<AnswersOutcome | "late">(call.locals.deadline, () =>
    plainTransaction(pool, call, async (client) => {
      if (!(await moveSession(client, move))) return "moved";
      if (!completion) return "written";
      const outcome = await completeIn(client, completion);
      // the session is at its revision, because this transaction moved it
      if (outcome !== "locked") return outcome;
      onLocked();
      // the answers aren't written either
      throw metLock;
    }),
  );
  if (outcome === "late") throw tooLate();
  return outcome;
}
