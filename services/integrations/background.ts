import type pg from "pg";
import { withAnswerTimeout } from "../../shared/platform/database/connection.ts";
import { env } from "../../shared/platform/env.ts";
import type { Loop } from "../../shared/platform/loop.ts";
import { readForScrapes } from "../../shared/platform/ops/scrapedGauges.ts";
import { reportAttachedForms } from "./attachedForms.ts";
import type { AttemptContext } from "./engine/context.ts";
import { type Engine, openEngine } from "./engine/engine.ts";
import { openRetention } from "./engine/retention.ts";
import { openGraphs } from "./graphs.ts";
import { noticeMailsOf } from "./jobs.ts";
import type { MailingService } from "./mail/mailer.ts";
import { openTokens } from "./oauth/tokens.ts";
import type { Outgoing } from "./outgoing/send.ts";
import { failingIntegrations } from "./store/health.ts";
import { queueState } from "./store/queue.ts";

/** Background work of an integrations process. */
export interface Background {
  engine: Engine;
  /** Also used by test deliveries. */
  context: AttemptContext;
  stop(): Promise<void>;
}

/** Parts of the service that the background work uses. */
type Host = MailingService & { outgoing: Outgoing };

export function openBackground({ broker, database, call, outgoing, mailer, logger: log }: Host): Background {
  const { DELIVERY_TIMEOUT_MS: timeoutMs, DELIVERY_SCHEDULE: schedule } = env();
  const stop = new AbortController();
  const now = () => new Date();
  const context: AttemptContext = {
    database,
    call,
    log,
    outgoing,
    graphs: openGraphs(call),
    mail: mailer,
    tokensOf: (id, send) => openTokens({ database, send, now }, id),
    timeoutMs,
    now,
    stopping: stop.signal,
  };
  const retention = openRetention(database, log, env().DELIVERY_RETENTION_DAYS);
  const engine = openEngine({
    ...context,
    consumer: broker.nodeID,
    schedule,
    notifying: { hasMail: mailer !== null, mailJobs: noticeMailsOf },
    stop,
  });
  const attached = reportAttachedForms({ broker, database, call, log });
  const gauges = showQueue(database.pool);
  engine.takeIn();
  engine.deliver();
  retention.wake();
  attached.wake();
  return {
    engine,
    context,
    async stop() {
      await Promise.all([engine.stop(), retention.stop(), attached.stop()]);
      await gauges.stop();
    },
  };
}

/** Exports metrics of the delivery queue. Every copy shows the same values. */
const showQueue = (pool: pg.Pool): Loop =>
  readForScrapes({
    name: "deliveries",
    gauges: {
      pathform_delivery_queue_due: "Due deliveries that wait for their attempt, up to 10,000",
      pathform_delivery_queue_age_seconds: "Age of the oldest due delivery in seconds, 0 if none",
      pathform_delivery_queue_in_progress: "Deliveries that are being attempted, up to 10,000",
      pathform_delivery_queue_scheduled: "Deliveries that wait for the time of their next attempt, up to 10,000",
      pathform_integrations_failing: "Integrations with only failed attempts for 15 minutes or longer, up to 10,000",
    },
    async read() {
      const reader = withAnswerTimeout(pool);
      const [{ due, age_seconds, in_progress, scheduled }, failing] = await Promise.all([
        queueState(reader),
        failingIntegrations(reader),
      ]);
      return {
        pathform_delivery_queue_due: due,
        pathform_delivery_queue_age_seconds: age_seconds,
        pathform_delivery_queue_in_progress: in_progress,
        pathform_delivery_queue_scheduled: scheduled,
        pathform_integrations_failing: failing,
      };
    },
  });
