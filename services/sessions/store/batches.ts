import type pg from "pg";
import { microBatch } from "../../../shared/platform/database/batch.ts";
import { withAnswerTimeout } from "../../../shared/platform/database/connection.ts";
import { isLate } from "../../../shared/platform/deadline.ts";
import { batchSize } from "../../../shared/platform/ops/metrics.ts";
import { type CompleteOutcome, type CompleteWrite, completeMany } from "./complete.ts";
import { untilUnlocked } from "./locks.ts";
import { loadMany, type SessionState } from "./sessions.ts";
import { type NewSession, type StartedRow, startMany } from "./start.ts";
import { type StepWrite, stepMany } from "./step.ts";

/**
 * The respondents' statements, each shared by the requests that come while the one before is under way. A statement never
 * waits for a row that somebody else has locked: it leaves that row out, and its request alone tries again.
 */
export interface Batches {
  load(id: string): Promise<SessionState | null>;
  start(session: Timed<NewSession>): Promise<StartedRow | "late" | null>;
  step(step: Timed<StepWrite>): Promise<boolean | "late">;
  complete(session: Timed<CompleteWrite>): Promise<CompleteOutcome | "late">;
}

/** `deadline` in Unix ms: after it nobody waits for the write any more, so it is not made. */
export type Timed<T> = T & { deadline: number | undefined };

/** Of actions that go through a batch: the batch decides what is too much, not a count of calls. */
export const batched = { enabled: false } as const;

const limit = 200;
/** Two statements of a kind at once: one commits while the other is made ready. */
const parallel = 2;
/** Five whole batches: at 100 ms a statement the last of them waits a quarter of a second, and its caller waits two. */
const waitingLimit = 1_000;

/**
 * ms without an answer after which a connection is taken for silent. A batch takes some hundredths of it and waits for no
 * lock; a caller waits ten seconds, so that what failed can be sent again.
 */
const answerTimeout = 4_000;

export function openBatches(writer: pg.Pool): Batches {
  const pool = withAnswerTimeout(writer, answerTimeout);
  const shared = { limit, parallel, waitingLimit };
  const bySession = { ...shared, key: (item: { sessionId: string }) => item.sessionId };
  const writing = <T extends { sessionId: string }, R>(statement: string, run: (items: Timed<T>[]) => Promise<R[]>) =>
    microBatch(inTime(measured(statement, run)), bySession);
  const step = writing("step", (steps: Timed<StepWrite>[]) => stepMany(pool, steps));
  const complete = writing("complete", (sessions: Timed<CompleteWrite>[]) => completeMany(pool, sessions));
  return {
    load: microBatch(
      measured("load", (ids: string[]) => loadMany(pool, ids)),
      { ...shared, key: (id) => id },
    ),
    start: writing("start", (sessions: Timed<NewSession>[]) => startMany(pool, sessions)),
    step: (item) => untilUnlocked<boolean | "late">(item.deadline, () => step(item)),
    complete: (item) => untilUnlocked<CompleteOutcome | "late">(item.deadline, () => complete(item)),
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
