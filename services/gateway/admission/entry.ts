import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Sign-in, registration and new passwords cost more than anything else that a stranger may ask for. So they have room of
 * their own, out of which nobody takes a respondent's, and begin at a pace of their own; and what is refused there (429, 503)
 * is answered two seconds later at the soonest, one after the other: however many connections ask again at once, they are
 * told so fifty times a second. A body is read when its request begins, and what is left of it when its refusal is sent.
 */
const inFlightLimit = 60;
/** As many begin at once as have room; after that so many a second: more than passwords are hashed in one. */
const beginSpacingMs = 20;
/** What has more counts as several. */
const usualBytes = 4 * 1024;
const largeWeight = 10;
export const refusalDelayMs = 2_000;
export const refusalSpacingMs = 20;
/** Whoever is refused among a great many waits no longer than this, and its connection is free again. */
export const longestRefusalMs = 30_000;
/** Of the usual and of the large ones, by weight: those of the large are fewer, and nobody else waits behind them. */
const lastDueMs = new Map<number, number>();

let inFlight = 0;
const releases = new WeakMap<ServerResponse, () => void>();

/** All that checks or sets a password, and what is beside it. */
export const isEntry = ({ method, url = "" }: IncomingMessage): boolean =>
  (method === "POST" && url.startsWith("/api/auth/")) || (method === "PATCH" && url.startsWith("/api/auth/me"));

/** Nobody's sign-in has so many bytes, or a body of no known length. */
export const isUsualEntry = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= usualBytes;

const weightOf = (req: Pick<IncomingMessage, "headers">): number => (isUsualEntry(req) ? 1 : largeWeight);

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

interface Waiting {
  res: ServerResponse;
  weight: number;
  start: () => void;
}

const waiting: Waiting[] = [];
/** How many may begin now, as of `allowedAtMs`; below 0 after a large one. */
let allowed = inFlightLimit;
let allowedAtMs = 0;
let timer: NodeJS.Timeout | undefined;

/** Calls `start` when it is the request's turn; a client that has gone has none. */
export function beginEntry(req: Pick<IncomingMessage, "headers">, res: ServerResponse, start: () => void): void {
  waiting.push({ res, weight: weightOf(req), start });
  if (!timer) beginAllowed();
}

function beginAllowed(): void {
  const now = performance.now();
  allowed = Math.min(inFlightLimit, allowed + (now - allowedAtMs) / beginSpacingMs);
  allowedAtMs = now;
  while (waiting.length > 0 && allowed >= 1) {
    const { res, weight, start } = waiting.shift() as Waiting;
    if (res.destroyed) continue;
    allowed -= weight;
    start();
  }
  timer = waiting.length > 0 ? setTimeout(beginAllowed, beginSpacingMs) : undefined;
}

/** Calls `send` when the refusal is due; a client that has gone is not answered. What waits takes up no room. */
export function refuseLater(
  req: Pick<IncomingMessage, "headers">,
  res: ServerResponse,
  send: () => void,
  delayMs = refusalDelayMs,
): void {
  releases.get(res)?.();
  const now = performance.now();
  const weight = weightOf(req);
  const next = (lastDueMs.get(weight) ?? 0) + refusalSpacingMs * weight;
  const dueMs = Math.min(Math.max(now + delayMs, next), now + longestRefusalMs);
  lastDueMs.set(weight, dueMs);
  const timer = setTimeout(send, dueMs - now);
  res.once("close", () => clearTimeout(timer));
}
