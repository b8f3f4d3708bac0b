import { keyHash, opensOne } from "./resumeKeys.ts";
import type { SessionState } from "./store/sessions.ts";

/**
 * Sessions that another device continues by their personal link. A link can be stolen and never shows answers, so only the device that
 * gave an answer can repeat it. The keys that devices make tell them apart.
 */
export type Continued = Pick<SessionState, "continued_by" | "continued_from">;

/** Returns the index of the first node whose answers this device gave. `key`: made by the device, null if it sent none. */
export function ownFrom({ continued_by, continued_from }: Continued, key: string | null): number {
  if (continued_from === null) return 0;
  return opensOne(key, [continued_by]) ? continued_from : Number.POSITIVE_INFINITY;
}

/** Returns who continues the session after a step of this device. `seq`: index of the answered node on the path. */
export function continuedAfter(before: Continued, key: string | null, seq: number): Continued {
  if (before.continued_from === null) return { continued_by: null, continued_from: null };
  return {
    continued_by: key === null ? null : keyHash(key),
    continued_from: Math.min(ownFrom(before, key), seq),
  };
}
