import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "moleculer";
import { avoidNode } from "../../shared/affinity.ts";
import type { ActionName } from "../../shared/contract.ts";
import type { Params, Result } from "../../shared/moleculer.ts";
import { routes } from "./routes.ts";

/** Everything that a request waits for ends by then, and a step that is later is not applied (docs/adr/0001). */
const requestTimeoutMs = 10_000;
/** One try of what may be tried again: a copy that was killed costs no more. */
const tryTimeoutMs = 2_000;
const firstPauseMs = 20;
const longestPauseMs = 500;

/** No copy has got the call: it may be sent again, whatever it does. */
const unsent: ReadonlySet<string> = new Set(["SERVICE_NOT_FOUND", "SERVICE_NOT_AVAILABLE", "BAD_GATEWAY"]);
/** A copy may have carried it out: it may be sent again when that changes nothing twice. */
const unanswered: ReadonlySet<string> = new Set(["REQUEST_TIMEOUT", "REQUEST_REJECTED", "UNAVAILABLE", "QUEUE_FULL"]);

interface Failed {
  type?: string;
  data?: { nodeID?: string };
}

/** What respondents do, and all reads: sending it twice does no more than sending it once. */
const idempotent: ReadonlySet<string> = new Set([
  ...routes.filter((row) => row.auth === "public" || row.method === "GET").map((row) => row.action),
  "auth.authenticate",
  "analytics.exportPiece",
]);

/** Calls an action until it answers or the request's time is up. */
export async function callInTime<N extends ActionName>(
  context: Context,
  action: N,
  params: Params<N>,
  traceparent: string,
): Promise<Result<N>> {
  const isIdempotent = idempotent.has(action);
  const deadline = Date.now() + requestTimeoutMs;
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const left = deadline - Date.now();
    const timeout = isIdempotent ? Math.min(tryTimeoutMs, left) : left;
    try {
      return await context.call(action, params, { meta: { deadline, traceparent }, timeout });
    } catch (error) {
      const { type = "", data } = error as Failed;
      if (type === "REQUEST_TIMEOUT" && data?.nodeID) avoidNode(data.nodeID);
      const mayRepeat = unsent.has(type) || (isIdempotent && unanswered.has(type));
      if (!mayRepeat || Date.now() + pause >= deadline) throw error;
      await sleep(pause);
    }
  }
}
