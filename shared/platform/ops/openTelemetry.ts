import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import product from "../../../package.json" with { type: "json" };
import { processName } from "./processName.ts";
import { type Kind, type Span, type Tracer, traceparentPattern } from "./span.ts";

interface TracerOptions {
  endpoint: string;
  /** Share of the requests that are traced, from 0 to 1. */
  ratio: number;
  nodeId: string;
  log: { warn(message: string): void };
}

/** ms that a stopping process waits for its last spans */
const closeTimeout = 1_000;

const kinds: Record<Kind, SpanKind> = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Opens the OpenTelemetry SDK. Without its context manager and global provider: `traceparent` carries the context. */
export function openTracer({ endpoint, ratio, nodeId, log }: TracerOptions): Tracer {
  const warn = (message: string) => log.warn(`Failed to export traces: ${message}`);
  const silent = () => undefined;
  diag.setLogger({ error: warn, warn, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": processName.replace(" ", "-"),
      "service.version": product.version,
      "service.instance.id": nodeId,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` }),
      }),
    ],
  });
  const tracer = provider.getTracer(product.name, product.version);
  return {
    begin(name, linked) {
      const client = spanContextOf(linked);
      const links = client ? [{ context: client }] : [];
      return spanOf(tracer.startSpan(name, { kind: SpanKind.SERVER, root: true, links }, ROOT_CONTEXT));
    },
    span: (name, kind, parent, attributes) =>
      spanOf(tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent))),
    close: () =>
      Promise.race([provider.shutdown(), new Promise<void>((done) => setTimeout(done, closeTimeout).unref())]),
  };
}

function spanContextOf(traceparent: string | undefined) {
  const [, traceId, spanId, flags] = traceparentPattern.exec(traceparent ?? "") ?? [];
  if (!traceId || !spanId) return undefined;
  return { traceId, spanId, traceFlags: flags === "01" ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}

function contextOf(traceparent: string): Context {
  const context = spanContextOf(traceparent);
  return context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
}

function spanOf(span: ReturnType<ReturnType<TracerProvider["getTracer"]>["startSpan"]>): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
    rename: (name) => void span.updateName(name),
    end(attributes = {}, error = undefined) {
      if (error !== undefined) {
        const { type, code, name } = error as { type?: string; code?: string | number; name?: string };
        span.setAttribute("error.type", String(type ?? code ?? name));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.setAttributes(attributes);
      span.end();
    },
  };
}
