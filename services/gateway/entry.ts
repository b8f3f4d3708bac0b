import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Sign-in, registration and new passwords cost more than anything else that a stranger may ask for. So they have room of
 * their own, out of which nobody takes a respondent's; and what is refused there (429, 503) is answered two seconds later at
 * the soonest, one after the other: however many connections ask again at once, they are told so fifty times a second.
 */
const inFlightLimit = 60;
export const refusalDelayMs = 2_000;
export const refusalSpacingMs = 20;
/** Whoever is refused among a great many waits no longer than this, and its connection is free again. */
export const longestRefusalMs = 30_000;
let lastDueMs = 0;

let inFlight = 0;
const releases = new WeakMap<ServerResponse, () => void>();

export const isEntry = ({ method, url }: IncomingMessage): boolean =>
  method === "POST" && (url ?? "").startsWith("/api/auth/");

/** False where as many are under way as may be. */
export function admitEntry(res: ServerResponse): boolean {
  if (inFlight >= inFlightLimit) return false;
  inFlight += 1;
  const release = () => {
    if (releases.delete(res)) inFlight -= 1;
  };
  releases.set(res, release);
  res.once("close", release);
  return true;
}

/** Calls `send` when the refusal is due; a client that has gone is not answered. What waits takes up no room. */
export function refuseLater(res: ServerResponse, send: () => void): void {
  releases.get(res)?.();
  const now = performance.now();
  lastDueMs = Math.min(Math.max(now + refusalDelayMs, lastDueMs + refusalSpacingMs), now + longestRefusalMs);
  const timer = setTimeout(send, lastDueMs - now);
  res.once("close", () => clearTimeout(timer));
}
