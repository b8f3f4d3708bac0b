import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Sign-in, registration and new passwords cost more than anything else that a stranger may ask for. So they have room of
 * their own, out of which nobody takes a respondent's; and what is refused there (429, 503) is answered two to four seconds
 * later, so that connections which ask again at once send no more than one request in three seconds each, and not all of
 * them at the same moment.
 */
const inFlightLimit = 60;
export const refusalDelayMs = 2_000;
export const refusalSpreadMs = 2_000;
/** Multiples of the golden ratio are spread evenly over the interval, however many there are. */
const goldenRatio = 0.618_034;
let spread = 0;

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
  spread = (spread + goldenRatio) % 1;
  const timer = setTimeout(send, refusalDelayMs + spread * refusalSpreadMs);
  res.once("close", () => clearTimeout(timer));
}
