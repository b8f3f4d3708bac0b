import type { Middleware, Service, ServiceBroker } from "moleculer";
import { env } from "../env.ts";

/**
 * The end of a process (SIGTERM, Ctrl-C), within DRAIN_NOTICE_MS and DRAIN_PATIENCE_MS and some seconds: not ready → what
 * serves clients drains (a gateway goes on taking requests until its balancer has noticed, and ends each connection after
 * its answer) → the services finish what is under way and close → exit 0.
 */
export interface Drains {
  /** Resolves when the last client has its answer. */
  drain(): Promise<void>;
}

let draining = false;

export const isDraining = (): boolean => draining;

/** What the services may still take after the last client has its answer; whatever hangs by then is cut off. */
const closingTimeoutMs = 2_500;

export function drained(): Middleware {
  return {
    name: "Drained",
    async stopping(broker: ServiceBroker) {
      draining = true;
      setTimeout(
        () => {
          broker.logger.error("Some work did not end in time; the process exits without it.");
          process.exit(1);
        },
        env().DRAIN_NOTICE_MS + env().DRAIN_PATIENCE_MS + closingTimeoutMs,
      ).unref();
      const serving = broker.services as (Service & Partial<Drains>)[];
      await Promise.all(serving.map((service) => service.drain?.()));
    },
  } as Middleware;
}
