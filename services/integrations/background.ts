import type { DatabaseService } from "../../shared/bus/service.ts";
import { env } from "../../shared/platform/env.ts";
import { openMailTransport } from "../../shared/platform/mail.ts";
import { tellAttachedForms } from "./attachedForms.ts";
import type { AttemptContext } from "./engine/context.ts";
import { type Engine, openEngine } from "./engine/engine.ts";
import { openGraphs } from "./engine/graphs.ts";
import { openMail } from "./engine/mail.ts";
import { openRetention } from "./engine/retention.ts";
import { openTokens } from "./oauth/tokens.ts";
import type { Outgoing } from "./outgoing/send.ts";
import { showQueue } from "./queueMetrics.ts";

/** What an integrations process does beside answering calls. */
export interface Background {
  engine: Engine;
  /** what a test delivery needs too */
  context: AttemptContext;
  stop(): Promise<void>;
}

/** What it needs of its service. */
type Host = DatabaseService & { outgoing: Outgoing };

export async function openBackground({ broker, database, call, outgoing, logger: log }: Host): Promise<Background> {
  const { DELIVERY_TIMEOUT_MS: timeoutMs, DELIVERY_SCHEDULE: schedule } = env();
  const stop = new AbortController();
  const now = () => new Date();
  const context: AttemptContext = {
    database,
    call,
    log,
    outgoing,
    graphs: openGraphs(call),
    tokensOf: (id, send) => openTokens({ database, send, now }, id),
    timeoutMs,
    now,
    stopping: stop.signal,
  };
  const transport = await openMailTransport();
  const mail = transport && openMail({ database, call, log, transport });
  const retention = openRetention(database, log, env().DELIVERY_RETENTION_DAYS);
  const engine = openEngine({
    ...context,
    consumer: broker.nodeID,
    schedule,
    hasMail: mail !== null,
    stop,
    onNotice: () => mail?.wake(),
  });
  const attached = tellAttachedForms({ broker, database, call, log });
  showQueue(database.pool);
  engine.takeIn();
  engine.deliver();
  retention.wake();
  attached.wake();
  return {
    engine,
    context,
    async stop() {
      await Promise.all([engine.stop(), mail?.stop(), retention.stop(), attached.stop()]);
    },
  };
}
