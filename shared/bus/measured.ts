import type { Middleware } from "moleculer";
import { Counter, Histogram } from "prom-client";
import { fewSeconds, registry } from "../platform/ops/registry.ts";
import type { Meta } from "./contract.ts";
import { contextOf, middleware } from "./internals.ts";

/** Metrics of calls to other processes, as their caller sees them. An action's own duration leaves out the bus. */
const callDuration = new Histogram({
  name: "pathform_bus_call_duration_seconds",
  help: "Calls of this process to other processes, by action",
  labelNames: ["action"],
  buckets: fewSeconds,
  registers: [registry],
});

const calls = new Counter({
  name: "pathform_bus_calls_total",
  help: "Calls of this process to other processes, by action and outcome: ok, refused, failed, timeout, unavailable",
  labelNames: ["action", "outcome"],
  registers: [registry],
});

export const busRetries = new Counter({
  name: "pathform_bus_retries_total",
  help: "Attempts of the gateway after the first, by action and reason",
  labelNames: ["action", "reason"],
  registers: [registry],
});

/** Copies the form that a call concerned to its caller's metadata, for logs. */
export function notedForms(): Middleware {
  return middleware({
    name: "NotedForms",
    call(next) {
      return (...args) => {
        const called = next(...args);
        const context = contextOf(called) as { meta: Meta } | undefined;
        const { meta, parentCtx } = args[2] ?? {};
        const note = () => {
          const formId = context?.meta.form_id;
          if (formId === undefined) return;
          if (meta) (meta as Meta).form_id = formId;
          if (parentCtx) (parentCtx.meta as Meta).form_id = formId;
        };
        if (context) called.then(note, note);
        return called;
      };
    },
  });
}

/** Measures each call that leaves this process, or finds no copy. */
export function measuredCalls(): Middleware {
  return middleware({
    name: "MeasuredCalls",
    call(next) {
      return (...args) => {
        const called = next(...args);
        const context = contextOf(called);
        const isLocal = context !== undefined && context.nodeID === context.broker.nodeID;
        if (!isLocal) measureCall(args[0], called);
        return called;
      };
    },
  });
}

/** Measures `called` until it settles. */
export function measureCall(action: string, called: Promise<unknown>): void {
  const started = performance.now();
  const end = (outcome: Outcome) => {
    callDuration.observe({ action }, (performance.now() - started) / 1_000);
    calls.inc({ action, outcome });
  };
  called.then(
    () => end("ok"),
    (error: unknown) => end(outcomeOf(error)),
  );
}

type Outcome = "ok" | "refused" | "failed" | "timeout" | "unavailable";

const unavailableTypes: ReadonlySet<unknown> = new Set(["SERVICE_NOT_FOUND", "SERVICE_NOT_AVAILABLE", "BAD_GATEWAY"]);

function outcomeOf(error: unknown): Outcome {
  const { type, code = 500 } = (error ?? {}) as { type?: unknown; code?: number };
  if (type === "REQUEST_TIMEOUT") return "timeout";
  if (unavailableTypes.has(type)) return "unavailable";
  return code < 500 ? "refused" : "failed";
}
