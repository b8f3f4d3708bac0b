import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "moleculer";
import type { ActionName } from "../../shared/contract.ts";
import type { Params, Result } from "../../shared/moleculer.ts";
import { routes } from "./routes.ts";

/** Everything that a request waits for ends by then, and a step that is later is not applied (docs/adr/0001). */
const requestTimeoutMs = 10_000;
/** One try of what is answered in milliseconds: a copy that is stopped or cut off costs no more. */
const quickMs = 2_000;
const firstPauseMs = 20;
const longestPauseMs = 500;

/** No copy has got the call: it may be sent again, whatever it does. */
const unsent: ReadonlySet<string> = new Set(["SERVICE_NOT_FOUND", "SERVICE_NOT_AVAILABLE", "BAD_GATEWAY"]);
/** A copy may have carried it out: it may be sent again when that changes nothing twice. */
const unanswered: ReadonlySet<string> = new Set(["REQUEST_TIMEOUT", "REQUEST_REJECTED", "UNAVAILABLE"]);

/** What respondents do, and who an owner is: one small statement, and sent twice it does no more than once. */
const quick: ReadonlySet<string> = new Set([
  ...routes.filter((row) => row.auth === "public").map((row) => row.action),
  "auth.authenticate",
]);
/** Reads may be sent twice too, but an owner's may take their time: cut off early, each would only begin anew. */
const idempotent: ReadonlySet<string> = new Set([
  ...quick,
  ...routes.filter((row) => row.method === "GET").map((row) => row.action),
  "analytics.exportPiece",
  "sessions.commitFile",
  "sessions.releaseFile",
]);

/** Calls an action until it answers or the request's time is up. */
export async function callInTime<N extends ActionName>(
  context: Context,
  action: N,
  params: Params<N>,
  traceparent: string,
): Promise<Result<N>> {
  const end = Date.now() + requestTimeoutMs;
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const left = end - Date.now();
    const timeout = quick.has(action) ? Math.min(quickMs, left) : left;
    // nobody waits for a try that has timed out: applied later, it could undo what came after it
    const meta = { deadline: Date.now() + timeout, traceparent };
    try {
      // the server's own drain waits for these calls (gateway.service.ts); the broker's would come before it
      return await context.call(action, params, { meta, timeout, tracking: false });
    } catch (error) {
      const { type = "" } = error as { type?: string };
      const mayRepeat = unsent.has(type) || (idempotent.has(action) && unanswered.has(type));
      if (!mayRepeat || Date.now() + pause >= end) throw error;
      await sleep(pause);
    }
  }
}
