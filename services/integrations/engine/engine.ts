import { microBatch } from "../../../shared/platform/database/batch.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { openLoop } from "../../../shared/platform/loop.ts";
import { deliveryAttempts } from "../../../shared/platform/ops/metrics.ts";
import { retry } from "../../../shared/platform/retry.ts";
import { type AttemptRecord, recordAttempts } from "../store/attempts.ts";
import { type ClaimedDelivery, claimDeliveries, releaseDelivery } from "../store/queue.ts";
import { attempt } from "./attempt.ts";
import type { AttemptContext } from "./context.ts";
import { type IntakeContext, intake } from "./intake.ts";
import { openLanes } from "./lanes.ts";
import { planOf, recordOf } from "./record.ts";

/**
 * The engine that carries events to their receivers (docs/adr/0004-delivery-queue.md). Several copies of it share the
 * work, each row of which is at any time in one of these states:
 *
 *   event      committed with its session in the outbox of sessions
 *     │ claim  a lease of 30 s ─────────────────────── dies? the lease runs out, and it is claimed again
 *     ▼
 *   taken in   one delivery row for each attachment, one transaction; unique, so that taking in twice makes nothing twice
 *     │ acknowledge                                    dies before? it is taken in again, to no effect
 *     ▼
 *   due        `due_at` has come; it waits here for its integration's room, and costs nobody a slot
 *     │ claim  `due_at` moves to the end of a lease that outlives any attempt ── dies? it is due again then
 *     ▼
 *   attempted  the receiver may have it from here on ── dies? it is sent again, with the same webhook-id
 *     │ record the attempt, the next `due_at` and what follows, in one commit, if the lease is still ours
 *     ▼
 *   delivered · due again after a delay of the schedule · exhausted · cancelled
 */
export interface Engine {
  /** there may be events to take in */
  takeIn(): void;
  /** there may be deliveries that are due */
  deliver(): void;
  /** Ends what is under way: attempts get a moment, and are due again at once where that is too short. */
  stop(): Promise<void>;
}

export interface EngineOptions extends AttemptContext, IntakeContext {
  schedule: readonly number[];
  hasMail: boolean;
  stop: AbortController;
  /** notices were written that are to be mailed */
  onNotice(): void;
}

/** Attempts of one process at once. */
const slots = 1024;
/** ms */
const pollInterval = 1_000;
const soon = 60_000;
/** A lease outlives the attempt, and the record that follows it. */
const leaseMargin = 15_000;
const stopTimeout = 3_000;
/** Batches of records under way at once: one that waits for a locked row holds up no other. */
const recordsAtOnce = 3;
const recordPauses = { first: 100, longest: 2_000 };

export function openEngine(options: EngineOptions): Engine {
  const { database, log, timeoutMs, hasMail } = options;
  const lanes = openLanes(slots);
  const underWay = new Set<Promise<void>>();
  const record = microBatch((records: AttemptRecord[]) => recordBatch(options, records, hasMail), {
    limit: 100,
    parallel: recordsAtOnce,
    key: ({ delivery_id }) => delivery_id,
  });
  const onError = (error: Error) => log.warn(`Deliveries are held up, which is tried again: ${error.message}`);
  const taking = openLoop({ interval: pollInterval, work: intakeBatch, onError });
  const claiming = openLoop({ interval: pollInterval, work: claimBatch, onError });

  async function intakeBatch(): Promise<boolean> {
    const isMore = await intake(options);
    if (isMore) claiming.wake();
    return isMore;
  }

  async function claimBatch(): Promise<boolean> {
    const limits = lanes.limits(timeoutMs + leaseMargin);
    if (!limits) return false;
    const claimed = await claimDeliveries(database.pool, limits);
    if (claimed.length > 0) faultPoint("delivery-claimed");
    for (const delivery of claimed) begin(delivery);
    return claimed.length > 0;
  }

  function begin(delivery: ClaimedDelivery): void {
    lanes.begin(delivery.integration_id);
    const work = carry(delivery)
      .catch((error: Error) => {
        log.warn(`The result of delivery ${delivery.id} could not be recorded, so it is sent again: ${error.message}`);
        return false;
      })
      .then((hasSucceeded) => {
        lanes.end(delivery.integration_id, hasSucceeded);
        underWay.delete(work);
        claiming.wake();
      });
    underWay.add(work);
  }

  async function carry(delivery: ClaimedDelivery): Promise<boolean> {
    const leaseEnd = performance.now() + timeoutMs + leaseMargin;
    const attempted = await attempt(options, delivery);
    faultPoint("delivery-sent");
    const { outcome } = attempted;
    const isCutShort = options.stopping.aborted && outcome.error_message !== null && outcome.response_code === null;
    if (outcome.hold || isCutShort) {
      await releaseDelivery(database.pool, delivery);
      return false;
    }
    const plan = planOf(delivery, attempted, options.schedule);
    await recordInTime(recordOf(delivery, attempted, plan), leaseEnd);
    wakeAfter(plan.delay_ms);
    return outcome.error_message === null;
  }

  /** A record that fails is kept and tried again while the lease lasts: until then nobody else sends the delivery. */
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

  /** Soon enough to matter: its time is kept to more exactly than by the poll alone. */
  function wakeAfter(delay: number | null): void {
    if (delay === null || delay > soon) return;
    setTimeout(() => options.stopping.aborted || claiming.wake(), delay + 10).unref();
  }

  return {
    takeIn: taking.wake,
    deliver: claiming.wake,
    async stop() {
      await Promise.all([taking.stop(), claiming.stop()]);
      const tooLong = setTimeout(() => options.stop.abort(), stopTimeout);
      await Promise.all(underWay);
      clearTimeout(tooLong);
    },
  };
}

async function recordBatch(options: EngineOptions, records: AttemptRecord[], hasMail: boolean) {
  const noting = recordAttempts(options.database.pool, records, hasMail);
  faultPoint("delivery-noting");
  const noted = await noting;
  faultPoint("delivery-recorded");
  for (const { integration_type: type, status: result } of records) deliveryAttempts.inc({ type, result });
  if (noted.some(({ state, has_disabled }) => has_disabled || state === "exhausted")) options.onNotice();
  return records.map((record) => noted.find(({ delivery_id }) => delivery_id === record.delivery_id) ?? null);
}
