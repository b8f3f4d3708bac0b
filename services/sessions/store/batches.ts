import type pg from "pg";
import { microBatch } from "../../../shared/platform/database/batch.ts";
import { type Queryable, withAnswerTimeout } from "../../../shared/platform/database/connection.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { unlessLost } from "../../../shared/platform/database/unavailable.ts";
import { isLate } from "../../../shared/platform/deadlines/deadline.ts";
import { isLateOnServer, serverClockOf } from "../../../shared/platform/deadlines/serverClock.ts";
import { batchSize } from "../../../shared/platform/ops/metrics.ts";
import { type CompleteOutcome, type CompleteWrite, completeMany } from "./complete.ts";
import { type Locked, untilUnlocked } from "./locks.ts";
import { completeOne, startOne, stepOne } from "./oneSession.ts";
import { loadMany, loadOne, type SessionState } from "./sessions.ts";
import { type NewSession, type Started, startMany } from "./start.ts";
import { type StepWrite, stepMany } from "./step.ts";

/**
 * Statements of respondents' requests. Requests that arrive while one runs share the next. A statement never waits for
 * a locked row: it skips the row, and only that request tries again.
 */
export interface Batches {
  load(id: string): Promise<SessionState | null>;
  start(session: Timed<NewSession>): Promise<Started | "late" | null>;
  step(step: Timed<StepWrite>): Promise<boolean | "late">;
  complete(session: Timed<CompleteWrite>): Promise<CompleteOutcome | "late">;
}

/** `deadline` in Unix ms. After it the write isn't made, because the caller no longer waits. */
export type Timed<T> = T & { deadline: number | undefined };

/** For actions that use batches: the batch limits them instead of a bulkhead. */
export const batched = { enabled: false } as const;

const limit = 200;
/** One statement of a kind runs at a time. Requests in between share the next one and its commit. */
const slowAfter = 50;
/** A slow batch doesn't block others. */
const parallel = 2;
/** Five full batches. At 100 ms per statement the last waits a quarter of a second, and callers wait up to two. */
const waitingLimit = 1_000;
/** With sessions on several workers, a statement must not need more than the worker of its session. */
const oneByOne = { limit: 1, parallel: 16, waitingLimit };

export function openBatches({
  pool: writer,
  hotPool,
  isDistributed,
}: Pick<Database, "pool" | "hotPool" | "isDistributed">): Batches {
  const pool = withAnswerTimeout(hotPool);
  const shared = isDistributed ? oneByOne : { limit, parallel, waitingLimit, slowAfter };
  const bySession = { ...shared, key: (item: { sessionId: string }) => item.sessionId };
  const clock = serverClockOf(writer);
  const untilOnServer = (deadline: number | undefined) => clock.deadline(deadline, pool);
  function writing<T extends { sessionId: string }, R>(statement: string, write: Write<T, R>) {
    const run = measured(statement, inTime(write, untilOnServer));
    const batch = microBatch(run, bySession);
    return (item: Timed<T>) => unlessLost(batch(item));
  }
  /** A write of one item or, if all are in one database, of many. */
  const either = <T, R>(one: (pool: pg.Pool, item: Timed<T>) => Promise<R>, many: Many<T, R>): Write<T, R> =>
    isDistributed
      ? (items) => Promise.all(items.map((item) => one(writer, item)))
      : (items, deadline) => many(pool, items, deadline);
  const step = writing<StepWrite, boolean | Locked>("step", either(stepOne, stepMany));
  const complete = writing<CompleteWrite, CompleteOutcome | Locked>("complete", either(completeOne, completeMany));
  return {
    load: microBatch(
      measured("load", (ids: string[]) =>
        isDistributed ? Promise.all(ids.map((id) => loadOne(pool, id))) : loadMany(pool, ids),
      ),
      { ...shared, key: (id) => id },
    ),
    start: writing<NewSession, Started | null>("start", either(startOne, startMany)),
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

/** `deadline` is a time of the server's clock. */
type Write<T, R> = (items: Timed<T>[], deadline: string) => Promise<R[]>;
type Many<T, R> = (pool: Queryable, items: Timed<T>[], deadline: string) => Promise<R[]>;

/**
 * Drops late items when the statement is sent, even after this process was paused. A statement carries its items'
 * earliest deadline. If the server finds it past, the others are sent again without that item.
 */
function inTime<T, R>(write: Write<T, R>, untilOnServer: (deadline: number | undefined) => Promise<string>) {
  return async (items: Timed<T>[]): Promise<(R | "late")[]> => {
    let earliest = Number.NEGATIVE_INFINITY;
    for (;;) {
      const inTimeItems = items.filter(({ deadline = never }) => deadline > earliest && !isLate(deadline));
      if (inTimeItems.length === 0) return items.map(() => "late");
      earliest = Math.min(...inTimeItems.map(({ deadline = never }) => deadline));
      const until = await untilOnServer(earliest === never ? undefined : earliest);
      const results = await write(inTimeItems, until).catch((error: unknown) => {
        if (!isLateOnServer(error)) throw error;
      });
      if (!results) continue;
      const byItem = new Map(inTimeItems.map((item, index) => [item, results[index] as R]));
      return items.map((item) => (byItem.has(item) ? (byItem.get(item) as R) : "late"));
    }
  };
}

const never = Number.POSITIVE_INFINITY;
