import type { CallingOptions, Context, Middleware } from "moleculer";
import { env } from "../platform/env.ts";
import { randomHex } from "../platform/ids.ts";
import { currentAction } from "../platform/ops/currentAction.ts";
import { traceparentPattern } from "../platform/ops/span.ts";
import { endWith, isSampled, startSpan } from "../platform/ops/tracing.ts";
import type { Meta } from "./contract.ts";
import { middleware } from "./internals.ts";

/**
 * Request ids and traces (W3C Trace Context). Each action logs both at `debug`, and the gateway logs both per request at `info`.
 */
const nothing = /^0+$/;

/**
 * Returns a traceparent with the client's trace and a new span, or with a new trace if the header is missing or invalid. Not
 * sampled, because a client must not decide what is recorded (ops/tracing.ts).
 */
export function traceparentOf(header: string | string[] | undefined): string {
  const [, trace, parent] = (typeof header === "string" && traceparentPattern.exec(header)) || [];
  const isValid = trace !== undefined && parent !== undefined && !nothing.test(trace) && !nothing.test(parent);
  return `00-${isValid ? trace : randomHex(16)}-${randomHex(8)}-00`;
}

export function tracedActions(): Middleware {
  const isDebug = ["debug", "trace"].includes(env().LOG_LEVEL);
  return {
    name: "TracedActions",
    localAction(next: (context: Context) => Promise<unknown>, action: { name: string }) {
      return (context: Context<unknown, Meta>) => {
        const span = startSpan(action.name, "server", context.meta.traceparent);
        // for the calls and statements of this action
        if (span) context.meta.traceparent = span.traceparent;
        const running = currentAction.run(context, () => logged(context));
        if (span) endWith(span, running);
        return running;
      };

      function logged(context: Context<unknown, Meta>): Promise<unknown> {
        const { logger } = context.service ?? {};
        if (!logger || !isDebug) return next(context as Context);
        const started = performance.now();
        const log = (status: string) =>
          logger.debug(`${action.name} ${status}`, {
            request_id: context.requestID,
            traceparent: context.meta.traceparent,
            action: action.name,
            form_id: context.meta.form_id,
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
      }
    },
  } as Middleware;
}

/** Traces calls. */
export function tracedCalls(): Middleware {
  return middleware({
    name: "TracedCalls",
    call(next) {
      return (name, params, options) => {
        const parent = traceparentIn(options);
        if (!isSampled(parent)) return next(name, params, options);
        const span = startSpan(`call ${name}`, "client", parent);
        const meta = { ...options?.meta, traceparent: span?.traceparent };
        const called = next(name, params, { ...options, meta });
        if (span) endWith(span, called);
        return called;
      };
    },
  });
}

const traceparentIn = (options: CallingOptions = {}): string | undefined =>
  (options.meta as Meta | undefined)?.traceparent ?? (options.parentCtx?.meta as Meta | undefined)?.traceparent;
