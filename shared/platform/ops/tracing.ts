import type { Middleware, ServiceBroker } from "moleculer";
import { env } from "../env.ts";
import type { Attributes, Kind, Span, Tracer } from "./span.ts";

export type { Span };

let tracer: Tracer | null = null;

/** Starts a trace for a client's request. Null if tracing is off. */
export const beginTrace = (name: string, linked: string | undefined): Span | null =>
  tracer?.begin(name, linked) ?? null;

/** Starts a span below `parent`. Null if tracing is off or the trace isn't sampled. */
export function startSpan(
  name: string,
  kind: Kind,
  parent: string | undefined,
  attributes: Attributes = {},
): Span | null {
  return tracer && isSampled(parent) ? tracer.span(name, kind, parent, attributes) : null;
}

export const isSampled = (traceparent: string | undefined): traceparent is string =>
  tracer !== null && traceparent?.endsWith("-01") === true;

/** Ends `span` when `work` settles. */
export function endWith<T>(span: Span, work: Promise<T>): void {
  work.then(
    () => span.end(),
    (error: unknown) => span.end({}, error ?? new Error()),
  );
}

/** Loads OpenTelemetry only if it is used. */
export function tracing(): Middleware {
  return {
    name: "Tracing",
    async starting(broker: ServiceBroker) {
      const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = env();
      if (!endpoint) return;
      const { openTracer } = await import("./openTelemetry.ts");
      tracer = openTracer({ endpoint, ratio, nodeId: broker.nodeID, log: broker.getLogger("tracing") });
    },
    async stopped() {
      const closing = tracer;
      tracer = null;
      await closing?.close();
    },
  } as Middleware;
}
