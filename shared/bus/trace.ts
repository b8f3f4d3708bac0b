import type { Context, Middleware } from "moleculer";
import { env } from "../platform/env.ts";
import { newUuid } from "../platform/ids.ts";
import type { Meta } from "./contract.ts";

/**
 * One request id and one trace go from the gateway through the log line of every action (W3C Trace Context). Actions are
 * logged at `debug`; the gateway's own line for a request, at `info`, has the same two.
 */
const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const nothing = /^0+$/;

/** The caller's trace with a span of ours; a new trace where its header is none. */
export function traceparentOf(header: string | string[] | undefined): string {
  const [, trace, parent, flags] = (typeof header === "string" && pattern.exec(header)) || [];
  const isValid = trace !== undefined && parent !== undefined && !nothing.test(trace) && !nothing.test(parent);
  return `00-${isValid ? trace : randomHex(32)}-${randomHex(16)}-${flags ?? "01"}`;
}

/** Of UUIDs, for which Node.js has random bytes in store: drawing them by themselves costs a call of the system each time. */
const randomHex = (length: 16 | 32): string => newUuid().replaceAll("-", "").slice(-length);

export function tracedActions(): Middleware {
  const isDebug = ["debug", "trace"].includes(env().LOG_LEVEL);
  return {
    name: "TracedActions",
    localAction(next: (context: Context) => Promise<unknown>, action: { name: string }) {
      return (context: Context<unknown, Meta>) => {
        const { logger } = context.service ?? {};
        // nothing is made where nothing is logged
        if (!logger || !isDebug) return next(context as Context);
        const started = performance.now();
        const log = (status: string) =>
          logger.debug(`${action.name} ${status}`, {
            request_id: context.requestID,
            traceparent: context.meta.traceparent,
            action: action.name,
            ms: Math.round(performance.now() - started),
          });
        return next(context as Context).then(
          (result) => {
            log("done");
            return result;
          },
          (error: Error & { code?: number }) => {
            log(`failed: ${error.code ?? error.message}`);
            throw error;
          },
        );
      };
    },
  } as Middleware;
}
