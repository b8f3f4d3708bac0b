import type { ClaimLimits } from "../store/queue.ts";

/**
 * Who gets how many of a process's slots, so that receivers which hang delay nobody else. Pure accounting, by
 * integration:
 *
 * - An integration begins with room for two deliveries at once. Each success doubles it, up to 32; a failure leaves one.
 *   (The slow start of TCP, RFC 5681 §3.1: how much somebody can take is found out with little at stake.)
 * - Whoever has not succeeded lately is unproven, and all unproven ones together leave a quarter of the slots free. So
 *   however many receivers hang, one that works finds room at once.
 * - What waits for its time, or for its integration's room, waits in the database and costs no slot.
 */
export interface Lanes {
  /** null: no slot is free */
  limits(leaseMs: number): ClaimLimits | null;
  begin(integrationId: string): void;
  end(integrationId: string, hasSucceeded: boolean): void;
  inFlight(): number;
}

interface Lane {
  in_flight: number;
  window: number;
  used_at: number;
}

export const initialWindow = 2;
export const largestWindow = 32;
const unprovenShare = 0.75;
/** One claim's worth: an attempt begins soon after its claim, well within the lease. */
const claimLimit = 64;
const forgottenAfter = 60_000;

export function openLanes(slots: number, now: () => number = Date.now): Lanes {
  const lanes = new Map<string, Lane>();
  const isProven = (lane: Lane) => lane.window > initialWindow;
  const busy = (proven: boolean) =>
    [...lanes.values()].reduce((sum, lane) => sum + (isProven(lane) === proven ? lane.in_flight : 0), 0);

  return {
    limits(leaseMs) {
      forget(lanes, now());
      const unproven = busy(false);
      const free = slots - unproven - busy(true);
      if (free <= 0) return null;
      return {
        rooms: [...lanes].map(([integrationId, lane]) => ({
          integration_id: integrationId,
          room: Math.max(0, lane.window - lane.in_flight),
          is_proven: isProven(lane),
        })),
        newcomer_room: initialWindow,
        proven_total: Math.min(free, claimLimit),
        unproven_total: Math.max(0, Math.min(free, claimLimit, Math.floor(slots * unprovenShare) - unproven)),
        lease_ms: leaseMs,
      };
    },
    begin(id) {
      const lane = lanes.get(id) ?? { in_flight: 0, window: initialWindow, used_at: 0 };
      lanes.set(id, { ...lane, in_flight: lane.in_flight + 1, used_at: now() });
    },
    end(id, hasSucceeded) {
      const lane = lanes.get(id);
      if (!lane) return;
      const window = hasSucceeded ? Math.min(largestWindow, lane.window * 2) : 1;
      lanes.set(id, { in_flight: lane.in_flight - 1, window, used_at: now() });
    },
    inFlight: () => busy(true) + busy(false),
  };
}

/** Who has been idle for a minute begins anew. */
function forget(lanes: Map<string, Lane>, now: number): void {
  for (const [id, lane] of lanes) {
    if (lane.in_flight === 0 && now - lane.used_at > forgottenAfter) lanes.delete(id);
  }
}
