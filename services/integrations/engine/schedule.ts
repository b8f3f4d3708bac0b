import type { DeliveryState } from "../store/queue.ts";

/**
 * When a delivery is attempted next (decisions §7). Pure: time and chance come in as arguments.
 *
 * A delivery is `queued` until it is `delivered`, `exhausted` or `cancelled`. Each automatic failure uses up one delay
 * of the schedule. A manual attempt takes the place of the pending one and uses up none: if it fails, a queued delivery
 * goes on with the delay that it was waiting for, and an ended one stays ended.
 */
export interface Standing {
  state: DeliveryState;
  /** delays that are used up */
  schedule_index: number;
  is_manual: boolean;
}

export interface Plan {
  state: DeliveryState;
  schedule_index: number;
  /** from the end of the attempt; null: no automatic attempt follows */
  delay_ms: number | null;
}

const day = 86_400_000;
/** ±20 %, so that what failed together does not come back together */
const jitter = 0.2;

export const afterSuccess = ({ schedule_index }: Standing): Plan => ({
  state: "delivered",
  schedule_index,
  delay_ms: null,
});

/** `retryAfter` in seconds, honoured up to 24 h; `chance` in [0, 1). */
export function afterFailure(
  standing: Standing,
  schedule: readonly number[],
  retryAfter: number | null,
  chance: number,
): Plan {
  const { state, schedule_index, is_manual } = standing;
  if (state !== "queued") return { state, schedule_index, delay_ms: null };
  // by hand before the first automatic attempt: it was that attempt
  const used = is_manual && schedule_index > 0 ? schedule_index : schedule_index + 1;
  const delay = schedule[used - 1];
  if (delay === undefined) return ended(schedule_index);
  const jittered = delay * (1 - jitter + 2 * jitter * chance);
  const asked = Math.min((retryAfter ?? 0) * 1000, day);
  return { state, schedule_index: used, delay_ms: Math.round(Math.max(jittered, asked)) };
}

/** What fails here (a key that is not set, say) uses up none of the receiver's schedule: it is tried until it works. */
export const afterOwnFailure = ({ state, schedule_index }: Standing): Plan => ({
  state,
  schedule_index,
  delay_ms: state === "queued" ? ownFailureDelay : null,
});

const ownFailureDelay = 5 * 60_000;

/** Nothing more is tried by itself: the schedule is used up, or the receiver is gone. */
export const ended = (scheduleIndex: number): Plan => ({
  state: "exhausted",
  schedule_index: scheduleIndex,
  delay_ms: null,
});
