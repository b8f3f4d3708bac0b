import type { Middleware, ServiceBroker } from "moleculer";

/**
 * The end of a process (SIGTERM, Ctrl-C), within 10 s: not ready → what serves clients drains (a gateway goes on taking
 * requests until its balancer has noticed, and ends each connection after its answer) → the services finish what is under
 * way and close → exit 0.
 */
export interface Drains {
  /** Resolves when the last client has its answer. */
  drain(): Promise<void>;
}

let draining = false;

export const isDraining = (): boolean => draining;

/** Whatever still hangs by then is cut off. */
const patienceMs = 9_500;

export function drained(): Middleware {
  return {
    name: "Drained",
    async stopping(broker: ServiceBroker) {
      draining = true;
      setTimeout(() => {
        broker.logger.error("Some work did not end in time and is cut off.");
        process.exit(1);
      }, patienceMs).unref();
      const serving = broker.services as unknown as Partial<Drains>[];
      await Promise.all(serving.map((service) => service.drain?.()));
    },
  } as Middleware;
}
