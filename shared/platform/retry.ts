import { setTimeout as sleep } from "node:timers/promises";
import { type Backoff, backoffMs } from "../domain/backoff.ts";

/** Repeats an attempt until it succeeds. Throws the first error that `mayRetry` refuses, given the pause (ms) to come. */
export async function retry<T>(
  attempt: () => Promise<T>,
  pauses: Backoff,
  mayRetry: (error: unknown, pause: number) => boolean,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pause = backoffMs(failures, pauses, Math.random());
      if (!mayRetry(error, pause)) throw error;
      await sleep(pause);
    }
  }
}
