import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "moleculer";
import type { Params, Result } from "../../../shared/bus/calls.ts";
import type { ActionName } from "../../../shared/bus/contract.ts";
import { retry } from "../../../shared/platform/retry.ts";
import type { CallOptions } from "../routes/route.ts";

/** Everything that a request waits for ends by then. */
const requestTimeoutMs = 10_000;
/** One try of what is answered in milliseconds: a copy that is stopped or cut off costs no more. */
const quickMs = 2_000;
/** A try's deadline is so much before its end: what was committed just in time gets its answer out (deadlines/onArrival.ts). */
const commitMargin = (timeout: number): number => Math.min(1_000, timeout / 4);
const pauses = { first: 20, longest: 500 };

/** No copy has got the call: it may be sent again, whatever it does. */
const unsent: ReadonlySet<string> = new Set(["SERVICE_NOT_FOUND", "SERVICE_NOT_AVAILABLE", "BAD_GATEWAY"]);
/** A copy may have carried it out: it may be sent again when that changes nothing twice. */
const unanswered: ReadonlySet<string> = new Set([
  "REQUEST_TIMEOUT",
  "REQUEST_REJECTED",
  "OUTCOME_UNKNOWN",
  "UNAVAILABLE",
]);
/**
 * Nobody has said that it was not carried out: a copy or a PostgreSQL that was only stopped may still do so, until the
 * call's deadline.
 */
const unknown: ReadonlySet<string> = new Set(["REQUEST_TIMEOUT", "REQUEST_REJECTED", "OUTCOME_UNKNOWN"]);

/**
 * Calls an action until it answers or the request's time is up. It fails only when no try can be carried out any more: what
 * is applied after a 503 could undo what its caller does next.
 */
export async function callInTime<N extends ActionName>(
  context: Pick<Context, "call" | "broker">,
  action: N,
  params: Params<N>,
  { isIdempotent, isQuick, notAfter, traceparent }: CallOptions & { traceparent: string },
): Promise<Result<N>> {
  const end = Math.min(Date.now() + requestTimeoutMs, notAfter ?? Number.POSITIVE_INFINITY);
  let openUntil = 0;
  let tryEnd = 0;
  const attempt = (): Promise<Result<N>> => {
    const left = end - Date.now();
    const timeout = isQuick ? Math.min(quickMs, left) : left;
    tryEnd = Date.now() + timeout;
    const meta = { deadline: tryEnd - commitMargin(timeout), clock: context.broker.nodeID, traceparent };
    // the server's own drain waits for these calls (gateway.service.ts); the broker's would come before it
    return context.call(action, params, { meta, timeout, tracking: false });
  };
  const mayRetry = (error: unknown, pause: number): boolean => {
    const { type = "" } = error as { type?: string };
    if (unknown.has(type)) openUntil = Math.max(openUntil, tryEnd);
    const mayRepeat = unsent.has(type) || (isIdempotent && unanswered.has(type));
    return mayRepeat && Date.now() + pause < end;
  };
  try {
    return await retry(attempt, pauses, mayRetry);
  } catch (error) {
    await sleep(Math.max(0, openUntil - Date.now()));
    throw error;
  }
}
