import type { IncomingMessage, ServerResponse } from "node:http";
import type { Service } from "moleculer";
import { httpDuration } from "../../../shared/platform/ops/metrics.ts";

/** Measures and logs a request after its response, by the route's template, so that no slug or id is logged. */
export function observe(logger: Service["logger"], route: string, req: IncomingMessage, res: ServerResponse): void {
  const started = performance.now();
  const method = req.method ?? "";
  res.once("close", () => {
    const ms = performance.now() - started;
    // 499: the client left before the response
    const status = res.writableFinished ? res.statusCode : 499;
    httpDuration.observe({ route, method, status }, ms / 1000);
    logger.info(`${method} ${route} ${status}`, {
      request_id: req.headers["x-request-id"],
      traceparent: req.headers.traceparent,
      method,
      route,
      status,
      ms: Math.round(ms),
    });
  });
}
