import type { ServiceBroker } from "moleculer";

/**
 * Says on the bus that there are events to claim. It is only a hint: one may be lost, and consumers look by themselves
 * each second. Said after the commit, never waited for, and at most every 20 ms however many sessions move.
 */
export function openHint(broker: ServiceBroker): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isWanted = false;

  function emit(): void {
    isWanted = false;
    broker.emit("session.event", {}).catch(() => undefined);
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) emit();
    }, interval).unref();
  }

  return () => {
    isWanted = true;
    if (!timer) emit();
  };
}

/** ms */
const interval = 20;
