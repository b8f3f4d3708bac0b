import type { Context, Middleware } from "moleculer";
import { Counter, Gauge, Histogram } from "prom-client";
import { isProblem } from "../errors.ts";
import { registry, seconds } from "./registry.ts";

export { registry };

export const httpDuration = new Histogram({
  name: "pathform_http_request_duration_seconds",
  help: "Requests to the gateway by route, method and status",
  labelNames: ["route", "method", "status"],
  buckets: seconds,
  registers: [registry],
});

export const requestsShed = new Counter({
  name: "pathform_requests_shed_total",
  help: "Requests that the gateway rejected because of overload, by kind: start or other",
  labelNames: ["kind"],
  registers: [registry],
});

/** Counted once per response, beside `requestsShed`. */
export const refusals = new Counter({
  name: "pathform_http_refusals_total",
  help: "Error responses of the gateway, by reason",
  labelNames: ["reason"],
  registers: [registry],
});

export const rateLimited = new Counter({
  name: "pathform_rate_limited_total",
  help: "Requests over a rate limit, by limit",
  labelNames: ["limit"],
  registers: [registry],
});

const actionDuration = new Histogram({
  name: "pathform_action_duration_seconds",
  help: "Actions that this process ran",
  labelNames: ["action"],
  buckets: seconds,
  registers: [registry],
});

const actionErrors = new Counter({
  name: "pathform_action_errors_total",
  help: "Actions that failed, by status",
  labelNames: ["action", "status"],
  registers: [registry],
});

/** Figures of the database's pools, read at each scrape. `database/pools.ts` replaces them when a process opens a database. */
export const databaseFigures = {
  connections: (): { idle: number; busy: number; waiting: number } => ({ idle: 0, busy: 0, waiting: 0 }),
  clockOffsetMs: (): number | undefined => undefined,
};

export const clockOffset = new Gauge({
  name: "pathform_clock_offset_seconds",
  help: "Offset of a peer's clock from this process's clock. Positive if the peer is ahead",
  labelNames: ["peer"],
  registers: [registry],
  collect() {
    const ms = databaseFigures.clockOffsetMs();
    if (ms !== undefined) this.set({ peer: "PostgreSQL" }, -ms / 1_000);
  },
});

export const batchSize = new Histogram({
  name: "pathform_batch_size",
  help: "Requests per batched statement",
  labelNames: ["statement"],
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 200],
  registers: [registry],
});

new Gauge({
  name: "pathform_database_connections",
  help: "Database connections of this process, by state. waiting counts requests for a connection",
  labelNames: ["state"],
  registers: [registry],
  collect() {
    for (const [state, count] of Object.entries(databaseFigures.connections())) this.set({ state }, count);
  },
});

/** Doesn't count test deliveries. */
export const deliveryAttempts = new Counter({
  name: "pathform_delivery_attempts_total",
  help: "Delivery attempts, by integration type and result",
  labelNames: ["type", "result"],
  registers: [registry],
});

/** Measures every action of this process. */
export function measuredActions(): Middleware {
  return {
    name: "MeasuredActions",
    localAction(next: (context: Context) => Promise<unknown>, action: { name: string }) {
      const duration = actionDuration.labels(action.name);
      return async (context: Context) => {
        const started = performance.now();
        try {
          return await next(context);
        } catch (error) {
          actionErrors.inc({ action: action.name, status: isProblem(error) ? error.code : 500 });
          throw error;
        } finally {
          duration.observe((performance.now() - started) / 1_000);
        }
      };
    },
  } as Middleware;
}
