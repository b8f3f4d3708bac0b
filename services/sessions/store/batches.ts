import { microBatch } from "../../../shared/platform/database/batch.ts";
import { withAnswerTimeout } from "../../../shared/platform/database/connection.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { unlessLost } from "../../../shared/platform/database/unavailable.ts";
import { isLate } from "../../../shared/platform/deadlines/deadline.ts";
import { isLateOnServer, serverClockOf } from "../../../shared/platform/deadlines/serverClock.ts";
import { batchSize } from "../../../shared/platform/ops/metrics.ts";
import { type CompleteOutcome, type CompleteWrite, completeMany } from "./complete.ts";
import { type Locked, untilUnlocked } from "./locks.ts";
import { loadMany, type SessionState } from "./sessions.ts";
import { type NewSession, type Started, startMany } from "./start.ts";
import { type StepWrite, stepMany } from "./step.ts";

/**
 * The respondents' statements, each shared by the requests that come while the one before is under way. A statement never
 * waits for a row that somebody else has locked: it leaves that row out, and its request alone tries again.
 */
export interface Batches {
  load(id: string): Promise<SessionState | null>;
  start(session: Timed<NewSession>): Promise<Started | "late" | null>;
  step(step: Timed<StepWrite>): Promise<boolean | "late">;
  complete(session: Timed<CompleteWrite>): Promise<CompleteOutcome | "late">;
}

/** `deadline` in Unix ms: after it nobody waits for the write any more, so it is not made. */
export type Timed<T> = T & { deadline: number | undefined };

/** Of actions that go through a batch: the batch decides what is too much, not a count of calls. */
export const batched = { enabled: false } as const;

const limit = 200;
/** One statement of a kind at a time: all that comes meanwhile shares the next one, and its commit. */
const slowAfter = 50;
/** A slow one holds up no other. */
const parallel = 2;
/** Five whole batches: at 100 ms a statement the last of them waits a quarter of a second, and its caller waits two. */
const waitingLimit = 1_000;

export function openBatches({ pool: writer, hotPool }: Pick<Database, "pool" | "hotPool">): Batches {
  const pool = withAnswerTimeout(hotPool);
  const shared = { limit, parallel, waitingLimit, slowAfter };
  const bySession = { ...shared, key: (item: { sessionId: string }) => item.sessionId };
  const clock = serverClockOf(writer);
  const untilOnServer = (deadline: number | undefined) => clock.deadline(deadline, pool);
  function writing<T extends { sessionId: string }, R>(statement: string, write: Write<T, R>) {
    const run = measured(statement, inTime(write, untilOnServer));
    const batch = microBatch(run, bySession);
    return (item: Timed<T>) => unlessLost(batch(item));
  }
  const step = writing<StepWrite, boolean | Locked>("step", (steps, deadline) => stepMany(pool, steps, deadline));
  const complete = writing<CompleteWrite, CompleteOutcome | Locked>("complete", (sessions, deadline) =>
    completeMany(pool, sessions, deadline),
  );
  return {
    load: microBatch(
      measured("load", (ids: string[]) => loadMany(pool, ids)),
      { ...shared, key: (id) => id },
    ),
    start: writing<NewSession, Started | null>("start", (sessions, deadline) => startMany(pool, sessions, deadline)),
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

/** `deadline`: a time of the server's clock */
type Write<T, R> = (items: Timed<T>[], deadline: string) => Promise<R[]>;

/**
 * Leaves out what is late at the moment the statement is sent, also when this process was stopped meanwhile. A statement
 * carries the earliest deadline of its items; where the server finds that past, the others go once more without it.
 */
function inTime<T, R>(write: Write<T, R>, untilOnServer: (deadline: number | undefined) => Promise<string>) {
  return async (items: Timed<T>[]): Promise<(R | "late")[]> => {
    let earliest = Number.NEGATIVE_INFINITY;
    for (;;) {
      const punctual = items.filter(({ deadline = never }) => deadline > earliest && !isLate(deadline));
      if (punctual.length === 0) return items.map(() => "late");
      earliest = Math.min(...punctual.map(({ deadline = never }) => deadline));
      const until = await untilOnServer(earliest === never ? undefined : earliest);
      const results = await write(punctual, until).catch((error: unknown) => {
        if (!isLateOnServer(error)) throw error;
      });
      if (!results) continue;
      const byItem = new Map(punctual.map((item, index) => [item, results[index] as R]));
      return items.map((item) => (byItem.has(item) ? (byItem.get(item) as R) : "late"));
    }
  };
}

const never = Number.POSITIVE_INFINITY;
