import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * The gate for sign-in, registration and new passwords: they cost more CPU than anything else a stranger can ask for. They
 * have their own limit and begin at a fixed rate, so they take nothing from respondents. Their refusals (429, 503) are sent
 * two seconds later, one after the other, so clients that retry at once are answered fifty times a second at most.
 */
export interface EntryGate {
  /** Calls `begin` in its turn, unless the client has gone by then. False if the gate is full. */
  enter(req: Sized, res: ServerResponse, begin: () => void): boolean;
  /** Frees the request's room and calls `send` when the refusal is due, unless the client has gone by then. */
  refuse(req: Sized, res: ServerResponse, send: () => void): void;
}

type Sized = Pick<IncomingMessage, "headers">;

const inFlightLimit = 60;
/** After the first `inFlightLimit` requests one begins each 20 ms: more than passwords are hashed in one second. */
const beginSpacingMs = 20;
/** A larger body, or one of unknown length, counts as several requests. */
const usualBytes = 4 * 1024;
const largeWeight = 10;
export const refusalDelayMs = 2_000;
export const refusalSpacingMs = 20;
/** The longest wait of a refusal, so that its connection is freed. */
export const longestRefusalMs = 30_000;

export const isUsualEntry = ({ headers }: Sized): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= usualBytes;

const weightOf = (req: Sized): number => (isUsualEntry(req) ? 1 : largeWeight);

interface Waiting {
  res: ServerResponse;
  weight: number;
  begin: () => void;
}

export function openEntryGate(delayMs = refusalDelayMs): EntryGate {
  const waiting: Waiting[] = [];
  const releases = new WeakMap<ServerResponse, () => void>();
  /** When the last refusal of each weight is due: usual ones don't wait behind large ones. */
  const lastDueMs = new Map<number, number>();
  let inFlight = 0;
  /** Requests that can begin as of `allowedAtMs`. Below 0 after a large one. */
  let allowed = inFlightLimit;
  let allowedAtMs = 0;
  let timer: NodeJS.Timeout | undefined;

  function takeRoom(res: ServerResponse): void {
    inFlight += 1;
    const release = () => {
      if (releases.delete(res)) inFlight -= 1;
    };
    releases.set(res, release);
    res.once("close", release);
  }

  function beginAllowed(): void {
    const now = performance.now();
    allowed = Math.min(inFlightLimit, allowed + (now - allowedAtMs) / beginSpacingMs);
    allowedAtMs = now;
    while (waiting.length > 0 && allowed >= 1) {
      const { res, weight, begin } = waiting.shift() as Waiting;
      if (res.destroyed) continue;
      allowed -= weight;
      begin();
    }
    timer = waiting.length > 0 ? setTimeout(beginAllowed, beginSpacingMs) : undefined;
  }

  return {
    enter(req, res, begin) {
      if (inFlight >= inFlightLimit) return false;
      takeRoom(res);
      waiting.push({ res, weight: weightOf(req), begin });
      if (!timer) beginAllowed();
      return true;
    },
    refuse(req, res, send) {
      releases.get(res)?.();
      const now = performance.now();
      const weight = weightOf(req);
      const next = (lastDueMs.get(weight) ?? 0) + refusalSpacingMs * weight;
      const dueMs = Math.min(Math.max(now + delayMs, next), now + longestRefusalMs);
      lastDueMs.set(weight, dueMs);
      const timer = setTimeout(send, dueMs - now);
      res.once("close", () => clearTimeout(timer));
    },
  };
}
