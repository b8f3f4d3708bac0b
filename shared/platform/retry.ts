import { setTimeout as sleep } from "node:timers/promises";
import { type Backoff, backoffMs } from "../domain/backoff.ts";

/** Retries until `attempt` succeeds. Throws the error if `mayRetry` returns false for it and the next delay (ms). */
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
