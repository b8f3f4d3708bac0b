import { setTimeout as sleep } from "node:timers/promises";

/** An error that stops retries, because the check can't succeed anymore. */
export class Hopeless extends Error {}

/**
 * Repeats `check` until it doesn't throw, and returns its result. Throws its last error after `seconds`. For asynchronous events,
 * such as a starting process or a delivery.
 */
export async function eventually<T>(check: () => T | Promise<T>, seconds = 15): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (let pause = 10; ; pause = Math.min(pause * 2, 250)) {
    try {
      return await check();
    } catch (error) {
      if (error instanceof Hopeless || Date.now() > deadline) throw error;
    }
    await sleep(pause);
  }
}
