import { setTimeout as sleep } from "node:timers/promises";
import type { Context, ServiceBroker } from "moleculer";
import type { Params, Result } from "../../../shared/bus/calls.ts";
import type { ActionName, Meta, Origin } from "../../../shared/bus/contract.ts";
import { nodesWith } from "../../../shared/bus/internals.ts";
import { streamOf } from "../../../shared/bus/largeResults.ts";
import { busRetries } from "../../../shared/bus/measured.ts";
import { retry } from "../../../shared/platform/retry.ts";
import type { CallOptions } from "../http/request.ts";

/** Maximum duration of a request. */
const requestTimeoutMs = 10_000;
/** Maximum duration of a request with a document, whose conversion may wait and is slow on a busy machine. */
const documentTimeoutMs = 30_000;
/** Maximum duration of a request that reads a large file. */
const longTimeoutMs = 60_000;
/** Timeout of one attempt of a fast call. A copy that is stopped or cut off costs no more. */
const quickMs = 2_000;
/** An attempt's deadline precedes its timeout, so that a late commit can still respond (deadlines/onArrival.ts). */
const commitMargin = (timeout: number): number => Math.min(1_000, timeout / 4);
const delays = { first: 20, longest: 500 };

/** No copy received the call, so it can be repeated. */
const unsent: ReadonlySet<string> = new Set(["SERVICE_NOT_FOUND", "SERVICE_NOT_AVAILABLE", "BAD_GATEWAY"]);
/** A copy may have run the call, so only an idempotent one can be repeated. */
const unanswered: ReadonlySet<string> = new Set([
  "REQUEST_TIMEOUT",
  "REQUEST_REJECTED",
  "OUTCOME_UNKNOWN",
  "UNAVAILABLE",
]);
/** Outcome unknown: a paused copy or PostgreSQL may still apply the call until its deadline. */
const unknown: ReadonlySet<string> = new Set(["REQUEST_TIMEOUT", "REQUEST_REJECTED", "OUTCOME_UNKNOWN"]);

type BusOptions = CallOptions & {
  traceparent: string;
  origin?: Origin | undefined;
  /** Called with the form that the call concerned. */
  onForm?: (formId: string) => void;
};

/**
 * Calls an action until it responds or the request times out. Fails only when no attempt can still take effect, because
 * a late effect could undo the caller's next request.
 */
export async function callInTime<N extends ActionName>(
  context: Pick<Context, "call" | "broker">,
  action: N,
  params: Params<N>,
  { isIdempotent, isQuick, isLong, notAfter, document, traceparent, origin, onForm }: BusOptions,
): Promise<Result<N>> {
  const longest = isLong ? longTimeoutMs : document ? documentTimeoutMs : requestTimeoutMs;
  const end = Math.min(Date.now() + longest, notAfter ?? Number.POSITIVE_INFINITY);
  let openUntil = 0;
  let tryEnd = 0;
  let meta: Meta = {};
  const attempt = (): Promise<Result<N>> => {
    const left = end - Date.now();
    const timeout = isQuick ? Math.min(quickMs, left) : left;
    tryEnd = Date.now() + timeout;
    meta = {
      deadline: tryEnd - commitMargin(timeout),
      clock: context.broker.nodeID,
      traceparent,
      ...(origin && { origin }),
    };
    // the server's drain waits for these calls (gateway.service.ts), before the broker's
    const options = { meta, timeout, tracking: false };
    return context.call(action, params, document ? { ...options, stream: streamOf(document) } : options);
  };
  const mayRetry = (error: unknown, pause: number): boolean => {
    const { type = "" } = error as { type?: string };
    if (unknown.has(type)) openUntil = Math.max(openUntil, tryEnd);
    const mayRepeat = unsent.has(type) || (isIdempotent && unanswered.has(type));
    if (!mayRepeat || Date.now() + pause >= end) return false;
    busRetries.inc({ action, reason: type.toLowerCase() });
    return true;
  };
  try {
    return await retry(attempt, delays, mayRetry);
  } catch (error) {
    await sleep(Math.max(0, openUntil - Date.now()));
    throw error;
  } finally {
    if (meta.form_id !== undefined) onForm?.(meta.form_id);
  }
}

/** Calls an action of every copy that offers it, without waiting. It's a hint, so that failures don't matter. */
export function callEach<N extends ActionName>(broker: ServiceBroker, action: N, params: Params<N>): void {
  for (const nodeId of nodesWith(broker, action.split(".")[0] ?? "", action))
    broker.call(action, params, { nodeID: nodeId }).catch(() => undefined);
}
