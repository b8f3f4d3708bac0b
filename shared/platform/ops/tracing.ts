import type { Middleware, ServiceBroker } from "moleculer";
import { env } from "../env.ts";

/**
 * Traces for OTEL_EXPORTER_OTLP_ENDPOINT: a request, its calls over the bus, the actions and their statements. Spans are passed on
 * as `traceparent` (W3C Trace Context). They have no answers, slugs, keys or SQL values.
 */
export interface Span {
  /** For the spans below. */
  traceparent: string;
  /** Changes the name. */
  rename(name: string): void;
  /** Ends the span. It fails if `error` is given, with its type but without its message. */
  end(attributes?: Attributes, error?: unknown): void;
}

export type Attributes = Record<string, string | number>;
export type Kind = "server" | "client";

export interface Tracer {
  /** Starts a trace, sampled by OTEL_TRACES_SAMPLER_ARG alone. `linked`: the client's traceparent. */
  begin(name: string, linked: string | undefined): Span;
  /** Starts a span below `parent`, a sampled traceparent of Pathform. */
  span(name: string, kind: Kind, parent: string, attributes: Attributes): Span;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

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
