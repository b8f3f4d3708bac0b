import type { Context, Middleware, ServiceBroker } from "moleculer";
import { tellCopiesBy, wakeAllLoops, wakeLoops } from "../platform/loop.ts";

/**
 * Wakes background loops (shared/platform/loop.ts) over the bus. `tellCopies` sends an event to the copies of a service. It can be
 * lost: with its process, or while NATS is down. Then the registry changes, which wakes all loops.
 */
export function wokenLoops(): Middleware {
  return {
    name: "WokenLoops",
    created(broker: ServiceBroker) {
      broker.localBus.on("$services.changed", wakeAllLoops);
      tellCopiesBy((work) => {
        const [service = ""] = work.split(".");
        broker.broadcast(workEvent(service), { work }, { groups: [service] }).catch(() => undefined);
      });
    },
  };
}

const workEvent = (service: string): string => `${service}.work`;

/** Handlers of these events, for a service. */
export const workEvents = (service: string) => ({
  [workEvent(service)]: ({ params }: Context<{ work: string }>) => wakeLoops(params.work),
});
