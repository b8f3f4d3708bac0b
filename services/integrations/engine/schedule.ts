import type { DeliveryState } from "../store/queue.ts";

/**
 * Schedules the next attempt of a delivery (decisions §7). Pure: time and chance are arguments.
 *
 * A delivery is `queued` until it is `delivered`, `exhausted` or `cancelled`. Each automatic failure uses up one delay of
 * the schedule. A manual attempt replaces the pending one and uses up none: if it fails, a queued delivery continues with
 * the delay it was waiting for, and an ended one stays ended.
 */
export interface Standing {
  state: DeliveryState;
  /** Number of delays used up. */
  schedule_index: number;
  is_manual: boolean;
}

export interface Plan {
  state: DeliveryState;
  schedule_index: number;
  /** From the end of the attempt. Null if no automatic attempt follows. */
  delay_ms: number | null;
}

const day = 86_400_000;
/** ±20%, so that deliveries that failed together don't retry together. */
const jitter = 0.2;

export const afterSuccess = ({ schedule_index }: Standing): Plan => ({
  state: "delivered",
  schedule_index,
  delay_ms: null,
});

/** Nothing is sent, now or later. */
export const afterSkip = ({ schedule_index }: Standing): Plan => ({
  state: "cancelled",
  schedule_index,
  delay_ms: null,
});

/** `retryAfter` is in seconds, up to 24 h. `chance` is in [0, 1). */
export function afterFailure(
  standing: Standing,
  schedule: readonly number[],
  retryAfter: number | null,
  chance: number,
): Plan {
  const { state, schedule_index, is_manual } = standing;
  if (state !== "queued") return { state, schedule_index, delay_ms: null };
  // a manual attempt before the first automatic one replaces it
  const used = is_manual && schedule_index > 0 ? schedule_index : schedule_index + 1;
  const delay = schedule[used - 1];
  if (delay === undefined) return ended(schedule_index);
  const jittered = delay * (1 - jitter + 2 * jitter * chance);
  const asked = Math.min((retryAfter ?? 0) * 1000, day);
  return { state, schedule_index: used, delay_ms: Math.round(Math.max(jittered, asked)) };
}

/** For failures of this server, such as a missing key: retries until it works, without using up the schedule. */
export const afterOwnFailure = ({ state, schedule_index }: Standing): Plan => ({
  state,
  schedule_index,
  delay_ms: state === "queued" ? ownFailureDelay : null,
});

const ownFailureDelay = 5 * 60_000;

/** No more automatic attempts: the schedule is used up or the receiver is gone. */
export const ended = (scheduleIndex: number): Plan => ({
  state: "exhausted",
  schedule_index: scheduleIndex,
  delay_ms: null,
});
