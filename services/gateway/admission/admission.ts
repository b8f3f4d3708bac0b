import type { IncomingMessage, ServerResponse } from "node:http";
import type { Load } from "../../../shared/api/endpoints/endpoint.ts";
import { overloaded } from "../../../shared/platform/errors.ts";
import { isDraining } from "../../../shared/platform/ops/drain.ts";
import { refusals, requestsShed } from "../../../shared/platform/ops/metrics.ts";
import { failureOf } from "../http/failure.ts";
import { discardBody, hasBody } from "../http/refusedBody.ts";
import { requestIdOf } from "../http/server.ts";

/**
 * The limit on concurrent requests (docs/adr/0006-one-limit-on-concurrent-requests.md). Steps of sessions in progress can use
 * all of it. A start brings six more requests, so it begins only while an eighth is in use, and waits in a queue before. A
 * request beyond that gets 503 with Retry-After before its body is read.
 */
export interface Admission {
  /** Calls `begin` now or later, or answers 503. `load`: null for probes, which have no limit. */
  admit(load: Load | null, req: IncomingMessage, res: ServerResponse, begin: () => void): void;
}

/** Longer than a full queue takes at 160 starts per second. */
export const startTimeoutMs = 5_000;
/** While many come for longer than a moment: the longest expected wait of a start that enters the queue, and its longest wait. */
const expectedWaitMs = 600;
const longestWaitMs = 900;
/** The pace of the queue is known after this time, and is that of the last two to four of them. */
const paceMs = 500;
/** Longer than most turns of the event loop. */
export const queueIntervalMs = 20;

/** Room for `limit` requests: an eighth of it for starts to begin in, and three eighths for those that wait. */
export function openAdmission(limit: number): Admission {
  const startLimit = Math.max(1, Math.floor(limit / 8));
  const queueLimit = 3 * startLimit;
  /** Starts that wait whatever the pace is, so that a slow gateway refuses none of a few more than can begin. */
  const shortQueue = startLimit / 2;
  /** Starts in order of arrival, each with the function that begins it. */
  const queue = new Map<ServerResponse, () => void>();
  let inFlight = 0;
  /** The most requests in flight since `beginWaiting` ran last. */
  let busiest = 0;
  let isTicking = false;
  /** Starts of the queue that began since a time. */
  let pace = { since: 0, begun: 0 };

  function enter(res: ServerResponse, begin: () => void): void {
    inFlight += 1;
    busiest = Math.max(busiest, inFlight);
    res.once("close", () => {
      inFlight -= 1;
    });
    begin();
  }

  function wait(req: IncomingMessage, res: ServerResponse, begin: () => void): void {
    const isLasting = isLong() && performance.now() - pace.since > paceMs;
    const timer = setTimeout(
      () => {
        queue.delete(res);
        refuse(req, res, "start");
      },
      isLasting ? longestWaitMs : startTimeoutMs,
    );
    if (queue.size === 0) pace = { since: performance.now(), begun: 0 };
    queue.set(res, () => {
      clearTimeout(timer);
      pace.begun += 1;
      enter(res, begin);
    });
    if (!isTicking) tick();
    res.once("close", () => {
      clearTimeout(timer);
      queue.delete(res);
    });
  }

  /** Returns whether many wait beyond the room that there is: a crowd that answers in step ends its sessions in one moment. */
  const isLong = (): boolean => queue.size - Math.max(0, startLimit - inFlight) > shortQueue;

  /** Returns whether a start that comes now would wait too long, as far as the queue's pace tells. */
  function wouldWaitTooLong(): boolean {
    const ms = performance.now() - pace.since;
    if (ms > 4 * paceMs) pace = { since: pace.since + ms / 2, begun: pace.begun / 2 };
    return ms > paceMs && isLong() && pace.begun > 0 && (queue.size * ms) / expectedWaitMs > pace.begun;
  }

  function tick(): void {
    isTicking = queue.size > 0;
    if (isTicking) setTimeout(beginWaiting, queueIntervalMs);
  }

  /**
   * Many responses can end in one turn of the event loop, and their sessions send the next step right after. So the busiest
   * moment decides how many starts begin: the number in flight now would admit more sessions in each of these turns.
   */
  function beginWaiting(): void {
    const room = startLimit - busiest;
    busiest = inFlight;
    for (const [res, begin] of [...queue].slice(0, Math.max(0, room))) {
      queue.delete(res);
      begin();
    }
    tick();
  }

  return {
    admit(load, req, res, begin) {
      const isStart = load === "start";
      const isFree = isStart ? inFlight < startLimit && queue.size === 0 : inFlight < limit;
      if (load === null || unlimited.has(load)) begin();
      else if (isFree) enter(res, begin);
      else if (isStart && queue.size < queueLimit && !wouldWaitTooLong()) wait(req, res, begin);
      else refuse(req, res, isStart ? "start" : "other");
    },
  };
}

/** Loads without a limit here: those with a gate of their own, and those that take the client's time. */
const unlimited: ReadonlySet<Load> = new Set(["entry", "transfer"]);

const { status, headers, body } = failureOf(overloaded(), "");
const refusalText = JSON.stringify(body);
const refusalHead = Object.entries({
  ...headers,
  "Content-Type": "application/json; charset=utf-8",
  "Content-Length": String(refusalText.length),
  "X-Content-Type-Options": "nosniff",
  // any page can read it: it holds no one's data
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Retry-After, X-Request-Id",
}).flat();
const overloadRefusals = refusals.labels("overloaded");
const refused = { start: requestsShed.labels("start"), other: requestsShed.labels("other") };

/** Prepared above, because a crowd that ignores Retry-After gets thousands a second. */
function refuse(req: IncomingMessage, res: ServerResponse, kind: keyof typeof refused): void {
  refused[kind].inc();
  overloadRefusals.inc();
  const head = [...refusalHead, "X-Request-Id", requestIdOf(req)];
  if (isDraining()) head.push("Connection", "close");
  res.writeHead(status, head).end(refusalText);
  if (hasBody(req)) discardBody(req);
}
