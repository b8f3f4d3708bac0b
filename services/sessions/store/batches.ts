import type pg from "pg";
import { microBatch } from "../../../shared/database/batch.ts";
import { batchSize } from "../../../shared/ops/metrics.ts";
import { isLate } from "../deadline.ts";
import { type CompleteOutcome, type CompleteWrite, completeMany } from "./complete.ts";
import { loadMany, type SessionState } from "./load.ts";
import { type NewSession, type StartedRow, startMany } from "./start.ts";
import { type StepWrite, stepMany } from "./step.ts";

/** The respondents' statements, each shared by the requests that come while the one before is under way. */
export interface Batches {
  load(id: string): Promise<SessionState | null>;
  start(session: Timed<NewSession>): Promise<StartedRow | "late" | null>;
  step(step: Timed<StepWrite>): Promise<boolean | "late">;
  complete(session: Timed<CompleteWrite>): Promise<CompleteOutcome | "late">;
}

/** `deadline` in Unix ms: after it nobody waits for the write any more, so it is not made. */
export type Timed<T> = T & { deadline: number | undefined };

const limit = 200;
/** Two statements of a kind at once: one commits while the other is made ready. */
const parallel = 2;
/** Five whole batches: at 100 ms a statement the last of them waits a quarter of a second, and its caller waits two. */
const waitingLimit = 1_000;

export function openBatches(pool: pg.Pool): Batches {
  const shared = { limit, parallel, waitingLimit };
  const bySession = { ...shared, key: (item: { session_id: string }) => item.session_id };
  return {
    load: microBatch(
      measured("load", (ids: string[]) => loadMany(pool, ids)),
      { ...shared, key: (id) => id },
    ),
    start: microBatch(
      inTime(measured("start", (sessions: Timed<NewSession>[]) => startMany(pool, sessions))),
      bySession,
    ),
    step: microBatch(inTime(measured("step", (steps: Timed<StepWrite>[]) => stepMany(pool, steps))), bySession),
    complete: microBatch(
      inTime(measured("complete", (sessions: Timed<CompleteWrite>[]) => completeMany(pool, sessions))),
      bySession,
    ),
  };
}

function measured<T, R>(statement: string, run: (items: T[]) => Promise<R[]>): (items: T[]) => Promise<R[]> {
  return (items) => {
    batchSize.observe({ statement }, items.length);
    return run(items);
  };
}

/** Leaves out what is late at the moment the statement is sent, also when this process was stopped meanwhile. */
function inTime<T, R>(run: (items: Timed<T>[]) => Promise<R[]>): (items: Timed<T>[]) => Promise<(R | "late")[]> {
  return async (items) => {
    const punctual = items.filter((item) => !isLate(item.deadline));
    const results = punctual.length > 0 ? await run(punctual) : [];
    const byItem = new Map(punctual.map((item, index) => [item, results[index] as R]));
    return items.map((item) => (byItem.has(item) ? (byItem.get(item) as R) : "late"));
  };
}
