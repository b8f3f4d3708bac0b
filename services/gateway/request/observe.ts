import type { IncomingMessage, ServerResponse } from "node:http";
import type { Service } from "moleculer";
import { env } from "../../../shared/platform/env.ts";
import { httpDuration } from "../../../shared/platform/ops/metrics.ts";

/** Fields of a request's log line that are known only later. */
interface Noted {
  account_id?: string;
  form_id?: string;
}

const notes = new WeakMap<IncomingMessage, Noted>();

/** Adds fields to the request's log line. */
export function note(req: IncomingMessage, fields: Noted): void {
  Object.assign(notes.get(req) ?? {}, fields);
}

/**
 * Measures and logs a request after its response, by the route's template, so that no slug is logged. One line per request,
 * however often the bus was retried (ACCESS_LOG).
 */
export function observe(logger: Service["logger"], route: string, req: IncomingMessage, res: ServerResponse): void {
  const started = performance.now();
  const method = req.method ?? "";
  const noted: Noted = {};
  notes.set(req, noted);
  res.once("close", () => {
    const ms = performance.now() - started;
    // 499: the client left before the response
    const status = res.writableFinished ? res.statusCode : 499;
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
