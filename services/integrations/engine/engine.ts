import { microBatch } from "../../../shared/platform/database/batch.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { openLoop, untilDue, wakeLoops } from "../../../shared/platform/loop.ts";
import { deliveryAttempts } from "../../../shared/platform/ops/metrics.ts";
import { retry } from "../../../shared/platform/retry.ts";
import { type AttemptRecord, type Notifying, recordAttempts } from "../store/attempts.ts";
import { type ClaimedDelivery, claimDeliveries, deliveryQueue, msUntilDue, releaseDelivery } from "../store/queue.ts";
import { attempt } from "./attempt.ts";
import { openConcurrency } from "./concurrency.ts";
import type { AttemptContext } from "./context.ts";
import { type IntakeContext, intake, msUntilEvent } from "./intake.ts";
import { planOf, recordOf } from "./record.ts";
import { reportAttempt, reportHealth } from "./report.ts";

/**
 * Delivers events to receivers (docs/adr/0004-delivery-queue.md). Several copies share the work. Each event or delivery is
 * in one of these states:
 *
 *   event      committed with its session in the outbox of sessions
 *     │ claim  a lease of 30 s ──────────────── crash: the lease expires and the event is claimed again
 *     ▼
 *   taken in   one delivery row per attachment, in one transaction. Unique, so repeats add nothing
 *     │ acknowledge                             crash before: taken in again, without effect
 *     ▼
 *   due        `due_at` has passed. Waits for its integration's room without using a slot
 *     │ claim  `due_at` moves to the end of a lease that outlives any attempt ── crash: due again then
 *     ▼
 *   attempted  the receiver may have it ─────── crash: sent again, with the same webhook-id
 *     │ record the attempt, the next `due_at` and the effects, in one commit, if the lease is still ours
 *     ▼
 *   delivered · due again after a delay of the schedule · exhausted · cancelled
 */
export interface Engine {
  /** Wakes the intake: there may be events. */
  takeIn(): void;
  /** Wakes the claiming: deliveries may be due. */
  deliver(): void;
  /** Stops the engine. Attempts in progress get a moment, then become due again. */
  stop(): Promise<void>;
}

export interface EngineOptions extends AttemptContext, IntakeContext {
  schedule: readonly number[];
  notifying: Notifying;
  stop: AbortController;
}

/** Maximum concurrent attempts of one process. */
const slots = 1024;
/** ms. Shorter than the leases of events and deliveries. Finds what a copy left that died before it woke this one. */
const interval = 25_000;
const soon = 60_000;
/** A lease outlives the attempt and its record. */
const leaseMargin = 15_000;
const stopTimeout = 3_000;
/** Maximum concurrent record batches, so that one that waits for a locked row doesn't block others. */
const recordParallelism = 3;
const recordPauses = { first: 100, longest: 2_000 };

export function openEngine(options: EngineOptions): Engine {
  const { database, log, timeoutMs } = options;
  const concurrency = openConcurrency(slots);
  const inProgress = new Set<Promise<void>>();
  const record = microBatch((records: AttemptRecord[]) => recordBatch(options, records), {
    limit: 100,
    parallel: recordParallelism,
    key: ({ delivery_id }) => delivery_id,
  });
  const onError = (error: Error) => log.warn(`Failed to process deliveries, retrying: ${error.message}`);
  const untilEvent = untilDue(() => msUntilEvent(options));
  const untilDelivery = untilDue(() => msUntilDue(database.pool));
  const intakeLoop = openLoop({ name: "integrations.events", interval, work: intakeBatch, onError });
  const claimLoop = openLoop({ name: deliveryQueue, interval, work: claimBatch, onError });

  async function intakeBatch(): Promise<boolean | number> {
    const isMore = await intake(options);
    if (isMore) claimLoop.wake();
    return untilEvent(isMore);
  }

  async function claimBatch(): Promise<boolean | number> {
    const limits = concurrency.limits(timeoutMs + leaseMargin);
    if (!limits) return false;
    const claimed = await claimDeliveries(database.pool, limits);
    if (claimed.length > 0) faultPoint("delivery-claimed");
    for (const delivery of claimed) begin(delivery);
    return untilDelivery(claimed.length > 0);
  }

  function begin(delivery: ClaimedDelivery): void {
    concurrency.begin(delivery.integration_id, delivery.account_id);
    const work = deliverOne(delivery)
      .catch((error: Error) => {
        log.warn(`Failed to record delivery ${delivery.id}, sending it again: ${error.message}`);
        return false;
      })
      .then((hasSucceeded) => {
        concurrency.end(delivery.integration_id, hasSucceeded);
        inProgress.delete(work);
        claimLoop.wake();
      });
    inProgress.add(work);
  }

  async function deliverOne(delivery: ClaimedDelivery): Promise<boolean> {
    const leaseEnd = performance.now() + timeoutMs + leaseMargin;
    const attempted = await attempt(options, delivery);
    faultPoint("delivery-sent");
    const { outcome } = attempted;
    const isCutShort = options.stopping.aborted && outcome.kind === "failed" && outcome.response_code === null;
    if (outcome.kind === "postponed" || isCutShort) {
      await releaseDelivery(database.pool, delivery, outcome.kind === "postponed" ? outcome.until : "soon");
      return false;
    }
    const plan = planOf(delivery, outcome, options.schedule);
    const ended = recordOf(delivery, attempted, plan);
    await recordInTime(ended, leaseEnd);
    reportAttempt(log, delivery, ended);
    wakeAfter(plan.delay_ms);
    return outcome.kind === "delivered" || outcome.kind === "skipped";
  }

  /** Records an attempt, with retries until the lease ends. Until then no other copy sends the delivery. */
  async function recordInTime(attempted: AttemptRecord, leaseEnd: number): Promise<void> {
    await retry(
      () => record(attempted),
      recordPauses,
      (error, pause) => {
        if (options.stopping.aborted || performance.now() + pause > leaseEnd) return false;
        log.warn(`Failed to record delivery ${attempted.delivery_id}, retrying: ${(error as Error).message}`);
        return true;
      },
    );
  }

  /** Wakes for a retry that is due soon, which is later than the last look knew. */
  function wakeAfter(delay: number | null): void {
    if (delay === null || delay > soon) return;
    setTimeout(() => options.stopping.aborted || claimLoop.wake(), delay + 10).unref();
  }

  return {
    takeIn: intakeLoop.wake,
    deliver: claimLoop.wake,
    async stop() {
      await Promise.all([intakeLoop.stop(), claimLoop.stop()]);
      const tooLong = setTimeout(() => options.stop.abort(), stopTimeout);
      await Promise.all(inProgress);
      clearTimeout(tooLong);
    },
  };
}

async function recordBatch({ database, notifying, log }: EngineOptions, records: AttemptRecord[]) {
  const noting = recordAttempts(database.pool, records, notifying);
  faultPoint("delivery-noting");
  const noted = await noting;
  faultPoint("delivery-recorded");
  reportHealth(log, noted);
  for (const { integration_type: type, status: result } of records) deliveryAttempts.inc({ type, result });
  // perhaps an email about it
  if (records.some(({ status }) => status === "error")) wakeLoops("integrations.jobs");
  return records.map((record) => noted.find(({ delivery_id }) => delivery_id === record.delivery_id) ?? null);
}
