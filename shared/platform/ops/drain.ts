import type { Middleware, Service, ServiceBroker } from "moleculer";
import { env } from "../env.ts";

/**
 * Graceful shutdown on SIGTERM or Ctrl+C. The process reports "not ready" and drains: a gateway still accepts requests for
 * DRAIN_NOTICE_MS, until load balancers notice, then waits for requests in progress up to DRAIN_TIMEOUT_MS. The services finish
 * their work and close, and the process exits with code 0.
 */
export interface Drains {
  /** Resolves when the last client has its response. */
  drain(): Promise<void>;
}

let draining = false;

export const isDraining = (): boolean => draining;

/** Maximum time for services to close after the last response. */
export const closingTimeoutMs = 2_500;

export function drained(): Middleware {
  return {
    name: "Drained",
    async stopping(broker: ServiceBroker) {
      draining = true;
      setTimeout(
        () => {
          broker.logger.error("Shutdown timed out with work in progress, exiting.");
          process.exit(1);
        },
        env().DRAIN_NOTICE_MS + env().DRAIN_TIMEOUT_MS + closingTimeoutMs,
      ).unref();
      const serving = broker.services as (Service & Partial<Drains>)[];
      await Promise.all(serving.map((service) => service.drain?.()));
    },
  } as Middleware;
}
