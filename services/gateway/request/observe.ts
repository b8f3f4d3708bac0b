import type { IncomingMessage, ServerResponse } from "node:http";
import type { Service } from "moleculer";
import { traceparentOf } from "../../../shared/bus/trace.ts";
import { env } from "../../../shared/platform/env.ts";
import { httpDuration } from "../../../shared/platform/ops/metrics.ts";
import { beginTrace, type Span } from "../../../shared/platform/ops/tracing.ts";

/** Fields of a request's log line that are known only later. */
interface Noted {
  account_id?: string;
  form_id?: string;
  /** of respondents' requests */
  session_id?: string;
}

const notes = new WeakMap<IncomingMessage, Noted>();

/** Adds fields to the request's log line. */
export function note(req: IncomingMessage, fields: Noted): void {
  Object.assign(notes.get(req) ?? {}, fields);
}

const spans = new WeakMap<IncomingMessage, Span>();

/** Sets the request's traceparent, and starts its trace if tracing is on. */
export function trace(req: IncomingMessage, res: ServerResponse): void {
  const { method = "", headers } = req;
  const given = typeof headers.traceparent === "string" ? headers.traceparent : undefined;
  const span = beginTrace(method, given);
  headers.traceparent = span?.traceparent ?? traceparentOf(given);
  if (!span) return;
  spans.set(req, span);
  res.once("close", () => {
    const status = statusOf(res);
    const attributes = { "http.request.method": method, "http.response.status_code": status };
    span.end(attributes, status >= 500 ? { code: status } : undefined);
  });
}

/** 499: the client left before the response. */
const statusOf = (res: ServerResponse): number => (res.writableFinished ? res.statusCode : 499);

/**
 * Measures and logs a request after its response, by the route's template, so that no slug is logged. One line per request,
 * however often the bus was retried (ACCESS_LOG).
 */
export function observe(logger: Service["logger"], route: string, req: IncomingMessage, res: ServerResponse): void {
  const started = performance.now();
  const method = req.method ?? "";
  const noted: Noted = {};
  notes.set(req, noted);
  spans.get(req)?.rename(`${method} ${route}`);
  res.once("close", () => {
    const ms = performance.now() - started;
    const status = statusOf(res);
    httpDuration.observe({ route, method, status }, ms / 1000);
    if (!isLogged(status)) return;
    logger.info(`${method} ${route} ${status}`, {
      request_id: req.headers["x-request-id"],
      traceparent: req.headers.traceparent,
      method,
      route,
      status,
      ms: Math.round(ms),
      ...noted,
    });
  });
}

function isLogged(status: number): boolean {
  const { ACCESS_LOG } = env();
  return ACCESS_LOG === "all" || (ACCESS_LOG === "errors" && status >= 500);
}
