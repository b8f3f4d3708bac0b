import type { ServiceBroker } from "moleculer";
import type { Database, Log } from "../../shared/database/open.ts";
import { env } from "../../shared/env.ts";
import type { Call } from "../../shared/moleculer.ts";
import { type Engine, openEngine } from "./engine/engine.ts";
import { openGraphs } from "./engine/graphs.ts";
import { openMail } from "./engine/mail.ts";
import { openRetention } from "./engine/retention.ts";
import type { Surroundings } from "./engine/tools.ts";
import type { Outgoing } from "./outgoing/send.ts";
import { showQueue } from "./queueMetrics.ts";

/** What an integrations process does beside answering calls. */
export interface Background {
  engine: Engine;
  /** what a test delivery needs too */
  surroundings: Surroundings;
  stop(): Promise<void>;
}

export function openBackground(broker: ServiceBroker, database: Database, outgoing: Outgoing, log: Log): Background {
  const { DELIVERY_TIMEOUT_MS: timeoutMs, DELIVERY_SCHEDULE: schedule, SMTP_URL, MAIL_FROM: from } = env();
  const call: Call = (name, params, options) => broker.call(name, params, options);
  const stop = new AbortController();
  const surroundings: Surroundings = {
    database,
    call,
    log,
    outgoing,
    graphs: openGraphs(call),
    timeoutMs,
    now: () => new Date(),
    stopping: stop.signal,
  };
  const mail = SMTP_URL ? openMail({ database, call, log, url: SMTP_URL, from }) : null;
  const retention = openRetention(database, log, env().DELIVERY_RETENTION_DAYS);
  const engine = openEngine({
    ...surroundings,
    consumer: broker.nodeID,
    schedule,
    hasMail: mail !== null,
    stop,
    onNotice: () => mail?.wake(),
  });
  showQueue(database.pool);
  engine.takeIn();
  engine.deliver();
  retention.wake();
  return {
    engine,
    surroundings,
    async stop() {
      await Promise.all([engine.stop(), mail?.stop(), retention.stop()]);
    },
  };
}
