import { backoffMs as pauseOf } from "../../../../shared/domain/backoff.ts";

/** Time and randomness of the page. Tests replace it. */
export interface Clock {
  /** ms since 1970, can jump */
  now(): number;
  /** Calls once, late if the device slept. Returns a function that cancels the call. */
  after(ms: number, call: () => void): () => void;
  /** 0 to below 1 */
  random(): number;
}

const pauses = { first: 1_000, longest: 30_000 };

/** Returns the delay in ms before the next attempt: 1, 2, 4 … 30 s with jitter, at least the service's `Retry-After`. */
export function backoffMs(failures: number, afterMs: number, random: number): number {
  return Math.max(pauseOf(failures, pauses, random), afterMs * (1 + random / 10));
}
