import type { ServiceBroker } from "moleculer";

/**
 * Returns a function that announces on the bus that there are events to claim. It is only a hint, because consumers
 * also look when the next event is due. Sent after the commit, at most every 20 ms, or every 100 ms if many sessions move: claiming
 * many events costs little more than claiming one.
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
/** Events since the last hint. */
const manyEvents = 8;
