import { backoffMs as pauseOf } from "../../../../shared/domain/backoff.ts";

/** Time and chance, as the page has them; tests have their own. */
export interface Clock {
  /** ms since 1970; may jump */
  now(): number;
  /** Calls once, late where the device slept; gives what takes it back. */
  after(ms: number, call: () => void): () => void;
  /** 0 to below 1 */
  random(): number;
}

const pauses = { first: 1_000, longest: 30_000 };

/**
 * How long to wait before the next attempt after so many failed ones: 1, 2, 4 … 30 s, of that a random part of the upper
 * half, so that a thousand pages do not come back at once. The service's `Retry-After` is the least.
 */
export function backoffMs(failures: number, afterMs: number, random: number): number {
  return Math.max(pauseOf(failures, pauses, random), afterMs * (1 + random / 10));
}
