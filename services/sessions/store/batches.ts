import { LRUCache } from "lru-cache";
import type pg from "pg";
import { microBatch } from "../../../shared/platform/database/batch.ts";
import { type Queryable, withAnswerTimeout } from "../../../shared/platform/database/connection.ts";
import type { Database } from "../../../shared/platform/database/open.ts";
import { unlessLost } from "../../../shared/platform/database/unavailable.ts";
import { isLate } from "../../../shared/platform/deadlines/deadline.ts";
import { isLateOnServer, serverClockOf } from "../../../shared/platform/deadlines/serverClock.ts";
import { batchSize } from "../../../shared/platform/ops/metrics.ts";
import { type CompleteOutcome, type CompleteWrite, completeMany, completeTogether } from "./complete.ts";
import { type Locked, type Timed, untilUnlocked } from "./locks.ts";
import { loadMany, loadOne, type SessionState } from "./sessions.ts";
import { type NewSession, type Started, startMany, startOne } from "./start.ts";
import { type LinkedSession, startByLink } from "./startByLink.ts";
import { isUsualStep, type StepWrite, stepMany, stepOne } from "./step.ts";

/**
 * Reads and writes of respondents' requests. Nearly all writes are usual: concurrent ones of a kind share a statement, which waits for
 * no locked row. A write that it leaves out (a full form, a contended row, going back, reopening) follows in a plain
 * transaction (locks.ts). On a distributed database, a statement should need only the worker of its session, so all are plain.
 */
export interface Batches {
  load(id: string): Promise<SessionState | null>;
  start(session: Timed<NewSession>): Promise<Started | "late" | null>;
  /** Plain, because a place of the link decides. */
  startByLink(session: Timed<LinkedSession>): Promise<Started | "late" | null>;
  step(step: Timed<StepWrite>): Promise<boolean | "late">;
  complete(session: Timed<CompleteWrite>): Promise<CompleteOutcome | "late">;
}

/** For actions that use batches: the batch limits them instead of a bulkhead. */
export const batched = { enabled: false } as const;

const fastOptions = {
  limit: 200,
  /** One statement of a kind runs at a time. Requests in between share the next one and its commit. */
  slowAfter: 50,
  /** A slow batch doesn't block others. */
  parallel: 2,
  /** Five full batches. At 100 ms per statement the last waits a quarter of a second, and callers wait up to two. */
  waitingLimit: 1_000,
};
const { waitingLimit } = fastOptions;
/** Up to eight connections for both kinds. The pool's others stay free. */
const plainOptions = { limit: 1, parallel: 4, waitingLimit };
/** Sessions of a form with unique answers or places that share its lock. */
const togetherLimit = 200;
const distributedOptions = { limit: 1, parallel: 16, waitingLimit };

export function openBatches(database: Pick<Database, "pool" | "hotPool" | "isDistributed">): Batches {
  return database.isDistributed ? openDistributed(database) : openOnOneServer(database);
}

function openOnOneServer({ pool, hotPool }: Pick<Database, "pool" | "hotPool">): Batches {
  const hot = withAnswerTimeout(hotPool);
  const clock = serverClockOf(pool);
  const fast = <T extends { sessionId: string }, R>(kind: string, write: Write<T, R>) =>
    batchOf(
      kind,
      inTime(write, hot, (deadline) => clock.deadline(deadline, hot)),
      fastOptions,
    );
  const step = fast("step", stepMany);
  const plainStep = plainBatch("step", pool, stepOne, plainOptions);
  const unattached = new LRUCache<string, true>({ max: 10_000 });
  const complete = fast("complete", (server, items: Timed<CompleteWrite>[], deadline) =>
    completeMany(server, items, deadline, unattached),
  );
  const plainComplete = plainCompletes(pool, plainOptions);
  return {
    load: microBatch(
      measured("load", (ids: string[]) => loadMany(hot, ids)),
      { ...fastOptions, key: (id) => id },
    ),
    start: fast("start", startMany),
    startByLink: plainBatch("start", pool, startByLink, plainOptions),
    step: async (item) => (isUsualStep(item) ? await step(item) : null) ?? plainStep(item),
    complete: (item) =>
      untilUnlocked<CompleteOutcome | "late">(
        item.deadline,
        async () => (item.linkId || item.isExact ? null : await complete(item)) ?? plainComplete(item),
      ),
  };
}

function openDistributed({ pool, hotPool }: Pick<Database, "pool" | "hotPool">): Batches {
  const hot = withAnswerTimeout(hotPool);
  const load = (ids: string[]) => Promise.all(ids.map((id) => loadOne(hot, id)));
  return {
    load: microBatch(measured("load", load), { ...distributedOptions, key: (id) => id }),
    start: plainBatch("start", pool, startOne, distributedOptions),
    startByLink: plainBatch("start", pool, startByLink, distributedOptions),
    step: plainBatch("step", pool, stepOne, distributedOptions),
    complete: plainCompletes(pool, distributedOptions),
  };
}

/** Completes sessions by plain statements: those of a form with unique answers or places together, and others alone. */
function plainCompletes(pool: pg.Pool, options: Options): Batches["complete"] {
  const run = (items: Timed<CompleteWrite>[]) => completeTogether(pool, items);
  const group = ({ isExact, formId, sessionId }: CompleteWrite) => (isExact ? formId : sessionId);
  const batch = batchOf("complete", run, { ...options, limit: togetherLimit, group });
  return (item) => inPlainTime(item, batch);
}

type Options = typeof plainOptions & { slowAfter?: number };

/** Collects concurrent items for `run`. Two of one session never share a batch. */
function batchOf<T extends { sessionId: string }, R>(
  kind: string,
  run: (items: T[]) => Promise<R[]>,
  options: Options & { group?: (item: T) => string },
) {
  const batch = microBatch(measured(kind, run), { ...options, key: ({ sessionId }: T) => sessionId });
  return (item: T) => unlessLost(batch(item));
}

/** Repeats a write that meets a locked row until its deadline. Its connection is free in between. */
function plainBatch<T extends { sessionId: string }, R>(
  kind: string,
  pool: pg.Pool,
  write: (pool: pg.Pool, item: Timed<T>) => Promise<R | Locked>,
  options: Options,
): (item: Timed<T>) => Promise<R | "late"> {
  const run = (items: Timed<T>[]) => Promise.all(items.map((item) => write(pool, item)));
  const batch = batchOf(kind, run, options);
  return (item) => inPlainTime(item, batch);
}

const inPlainTime = <T, R>(item: Timed<T>, write: (item: Timed<T>) => Promise<R | Locked>): Promise<R | "late"> =>
  untilUnlocked<R | "late">(item.deadline, async () => (isLate(item.deadline) ? "late" : write(item)));

function measured<T, R>(statement: string, run: (items: T[]) => Promise<R[]>): (items: T[]) => Promise<R[]> {
  return (items) => {
    batchSize.observe({ statement }, items.length);
    return run(items);
  };
}

/** A statement for many items. `deadline` is a time of the server's clock. */
type Write<T, R> = (pool: Queryable, items: Timed<T>[], deadline: string) => Promise<R[]>;

/**
 * Drops late items when the statement is sent, even after this process was paused. A statement carries its items'
 * earliest deadline. If the server finds it past, the others are sent again without that item.
 */
function inTime<T, R>(
  write: Write<T, R>,
  pool: Queryable,
  untilOnServer: (deadline: number | undefined) => Promise<string>,
) {
  return async (items: Timed<T>[]): Promise<(R | "late")[]> => {
    let earliest = Number.NEGATIVE_INFINITY;
    for (;;) {
      const inTimeItems = items.filter(({ deadline = never }) => deadline > earliest && !isLate(deadline));
      if (inTimeItems.length === 0) return items.map(() => "late");
      earliest = Math.min(...inTimeItems.map(({ deadline = never }) => deadline));
      const until = await untilOnServer(earliest === never ? undefined : earliest);
      const results = await write(pool, inTimeItems, until).catch((error: unknown) => {
        if (!isLateOnServer(error)) throw error;
      });
      if (!results) continue;
      const byItem = new Map(inTimeItems.map((item, index) => [item, results[index] as R]));
      return items.map((item) => (byItem.has(item) ? (byItem.get(item) as R) : "late"));
    }
  };
}

const never = Number.POSITIVE_INFINITY;
