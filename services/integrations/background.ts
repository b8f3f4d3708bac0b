import type pg from "pg";
import type { DatabaseService } from "../../shared/bus/service.ts";
import { withAnswerTimeout } from "../../shared/platform/database/connection.ts";
import { env } from "../../shared/platform/env.ts";
import type { Loop } from "../../shared/platform/loop.ts";
import { readInBackground } from "../../shared/platform/ops/backgroundGauges.ts";
import { reportAttachedForms } from "./attachedForms.ts";
import type { AttemptContext } from "./engine/context.ts";
import { type Engine, openEngine } from "./engine/engine.ts";
import { openMail } from "./engine/mail.ts";
import { openRetention } from "./engine/retention.ts";
import { openGraphs } from "./graphs.ts";
import { openLinkMails, openLinkNotes } from "./mail/linkMails.ts";
import { openMailer } from "./mail/mailer.ts";
import { openQuestions } from "./mail/questions.ts";
import { openResumeMails } from "./mail/resumeMails.ts";
import { openTokens } from "./oauth/tokens.ts";
import type { Outgoing } from "./outgoing/send.ts";
import { queueState } from "./store/queue.ts";

/** Background work of an integrations process. */
export interface Background {
  engine: Engine;
  /** Sends confirmation questions. Null without a mail server. */
  questions: Loop | null;
  /** Sends links to finish later. Null without a mail server. */
  resumeMails: Loop | null;
  /** Sends invitations and reminders. Null without a mail server, and if it isn't known who has unsubscribed. */
  linkMails: Loop | null;
  /** Reports the states of invitations to sessions. */
  linkNotes: Loop;
  /** Also used by test deliveries. */
  context: AttemptContext;
  stop(): Promise<void>;
}

/** Parts of the service that the background work uses. */
type Host = DatabaseService & { outgoing: Outgoing };

export async function openBackground(
  { broker, database, call, outgoing, logger: log }: Host,
  { knowsUnsubscribed }: { knowsUnsubscribed: boolean },
): Promise<Background> {
  const { DELIVERY_TIMEOUT_MS: timeoutMs, DELIVERY_SCHEDULE: schedule } = env();
  const stop = new AbortController();
  const now = () => new Date();
  const mailer = await openMailer();
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
  const mail = mailer && openMail({ database, call, log, transport: mailer.transport });
  const questions = mailer && openQuestions({ database, call, log, mailer });
  const resumeMails = mailer && openResumeMails({ database, log, mailer });
  const linkMails = mailer && knowsUnsubscribed ? openLinkMails({ database, call, log, mailer, schedule }) : null;
  const linkNotes = openLinkNotes({ database, call, log });
  const retention = openRetention(database, log, env().DELIVERY_RETENTION_DAYS);
  const engine = openEngine({
    ...context,
    consumer: broker.nodeID,
    schedule,
    hasMail: mail !== null,
    stop,
    onNotice: () => mail?.wake(),
  });
  const attached = reportAttachedForms({ broker, database, call, log });
  const gauges = showQueue(database.pool);
  engine.takeIn();
  engine.deliver();
  retention.wake();
  attached.wake();
  resumeMails?.wake();
  linkMails?.wake();
  linkNotes.wake();
  return {
    engine,
    questions,
    resumeMails,
    linkMails,
    linkNotes,
    context,
    async stop() {
      await Promise.all([
        engine.stop(),
        questions?.stop(),
        resumeMails?.stop(),
        linkMails?.stop(),
        linkNotes.stop(),
        mail?.stop(),
        retention.stop(),
        attached.stop(),
      ]);
      await gauges.stop();
    },
  };
}

/** Exports metrics of the delivery queue. Every copy shows the same values. */
const showQueue = (pool: pg.Pool): Loop =>
  readInBackground({
    name: "deliveries",
    gauges: {
      pathform_delivery_queue_due: "Due deliveries that wait for their attempt, up to 10,000",
      pathform_delivery_queue_age_seconds: "Age of the oldest due delivery in seconds, 0 if none",
      pathform_delivery_queue_in_progress: "Deliveries that are being attempted, up to 10,000",
      pathform_delivery_queue_scheduled: "Deliveries that wait for the time of their next attempt, up to 10,000",
    },
    async read() {
      const { due, age_seconds, in_progress, scheduled } = await queueState(withAnswerTimeout(pool));
      return {
        pathform_delivery_queue_due: due,
        pathform_delivery_queue_age_seconds: age_seconds,
        pathform_delivery_queue_in_progress: in_progress,
        pathform_delivery_queue_scheduled: scheduled,
      };
    },
  });
