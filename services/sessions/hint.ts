import type { ServiceBroker } from "moleculer";

/**
 * Says on the bus that there are events to claim. It is only a hint: one may be lost, and consumers look by themselves
 * each second. Said after the commit, never waited for, and at most every 20 ms however many sessions move; where many do,
 * each 100 ms, since a claim of many events costs little more than a claim of one.
 */
export function openHint(broker: ServiceBroker): () => void {
  let timer: NodeJS.Timeout | undefined;
  let events = 0;

  function emit(): void {
    const interval = events > manyEvents ? longInterval : shortInterval;
    events = 0;
    broker.emit("session.event", {}).catch(() => undefined);
    timer = setTimeout(() => {
      timer = undefined;
      if (events > 0) emit();
    }, interval).unref();
  }

  return () => {
    events += 1;
    if (!timer) emit();
  };
}

/** ms */
const shortInterval = 20;
const longInterval = 100;
/** since the last hint */
const manyEvents = 8;
