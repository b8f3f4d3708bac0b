import type { ClaimLimits } from "../store/queue.ts";

/**
 * Divides a process's slots among integrations, so that hanging receivers don't delay others. Pure accounting:
 *
 * - An integration begins with a window of two concurrent deliveries. Each success doubles it, up to 32. A failure sets it
 *   to one. (Like TCP slow start, RFC 5681 §3.1.)
 * - An integration without a recent success is unproven. All unproven ones together leave a quarter of the slots free, so
 *   that a working receiver finds room immediately, however many hang.
 * - An account's attempts in flight count, too. If there are more deliveries than slots, those of accounts with the fewest come first.
 * - Deliveries that aren't due or have no room wait in the database and use no slot.
 */
export interface Concurrency {
  /** Returns the limits of the next claim, or null if no slot is free. */
  limits(leaseMs: number): ClaimLimits | null;
  begin(integrationId: string, accountId: string): void;
  end(integrationId: string, hasSucceeded: boolean): void;
  inFlight(): number;
}

interface Slots {
  account_id: string;
  in_flight: number;
  window: number;
  used_at: number;
}

export const initialWindow = 2;
export const largestWindow = 32;
const unprovenShare = 0.75;
/** Maximum claims at a time, so that an attempt begins well within its lease. */
const claimLimit = 64;
const forgottenAfter = 60_000;

export function openConcurrency(slots: number, now: () => number = Date.now): Concurrency {
  const byIntegration = new Map<string, Slots>();
  const isProven = (own: Slots) => own.window > initialWindow;
  const busy = (proven: boolean) =>
    [...byIntegration.values()].reduce((sum, own) => sum + (isProven(own) === proven ? own.in_flight : 0), 0);

  return {
    limits(leaseMs) {
      forget(byIntegration, now());
      const unproven = busy(false);
      const free = slots - unproven - busy(true);
      if (free <= 0) return null;
      return {
        rooms: [...byIntegration].map(([integrationId, own]) => ({
          integration_id: integrationId,
          room: Math.max(0, own.window - own.in_flight),
          is_proven: isProven(own),
        })),
        accounts: inFlightOf([...byIntegration.values()]),
        newcomer_room: initialWindow,
        proven_total: Math.min(free, claimLimit),
        unproven_total: Math.max(0, Math.min(free, claimLimit, Math.floor(slots * unprovenShare) - unproven)),
        lease_ms: leaseMs,
      };
    },
    begin(id, accountId) {
      const own = byIntegration.get(id) ?? { in_flight: 0, window: initialWindow, used_at: 0 };
      byIntegration.set(id, { ...own, account_id: accountId, in_flight: own.in_flight + 1, used_at: now() });
    },
    end(id, hasSucceeded) {
      const own = byIntegration.get(id);
      if (!own) return;
      const window = hasSucceeded ? Math.min(largestWindow, own.window * 2) : 1;
      byIntegration.set(id, { ...own, in_flight: own.in_flight - 1, window, used_at: now() });
    },
    inFlight: () => busy(true) + busy(false),
  };
}

function inFlightOf(all: readonly Slots[]): ClaimLimits["accounts"] {
  const byAccount = Map.groupBy(
    all.filter(({ in_flight }) => in_flight > 0),
    ({ account_id }) => account_id,
  );
  return [...byAccount].map(([accountId, own]) => ({
    account_id: accountId,
    in_flight: own.reduce((sum, { in_flight }) => sum + in_flight, 0),
  }));
}

/** Forgets integrations that were idle for a minute. They start over. */
function forget(byIntegration: Map<string, Slots>, now: number): void {
  for (const [id, own] of byIntegration) {
    if (own.in_flight === 0 && now - own.used_at > forgottenAfter) byIntegration.delete(id);
  }
}
