import { setTimeout as sleep } from "node:timers/promises";

/** Thrown by a check that sees that it will never succeed. */
export class Hopeless extends Error {}

/**
 * Repeats `check` until it no longer throws, and gives its result; after `seconds` its last error is thrown. For what
 * happens on its own time: a process that comes up, an event that arrives.
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
