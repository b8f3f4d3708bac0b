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

/** A `traceparent`: trace, span and flags in hexadecimal. */
export const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

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
