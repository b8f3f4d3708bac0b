import type { Context, Middleware } from "moleculer";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { poolCounts, serverClockOffset } from "../database/pools.ts";
import { isProblem } from "../errors.ts";

/** What `/metrics` shows, in Prometheus' text format (docs/operating.md names each for operators). */
export const registry = new Registry();

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const httpDuration = new Histogram({
  name: "pathform_http_request_duration_seconds",
  help: "Requests to the gateway by route, method and status",
  labelNames: ["route", "method", "status"],
  buckets: seconds,
  registers: [registry],
});

export const requestsShed = new Counter({
  name: "pathform_requests_shed_total",
  help: "Requests that the gateway refused because it was overloaded: starts of sessions, and others",
  labelNames: ["kind"],
  registers: [registry],
});

const actionDuration = new Histogram({
  name: "pathform_action_duration_seconds",
  help: "Actions that this process carried out",
  labelNames: ["action"],
  buckets: seconds,
  registers: [registry],
});

const actionErrors = new Counter({
  name: "pathform_action_errors_total",
  help: "Actions that ended in an error, by its status",
  labelNames: ["action", "status"],
  registers: [registry],
});

export const clockOffset = new Gauge({
  name: "pathform_clock_offset_seconds",
  help: "How far the clock of another node is ahead of this one's; negative: behind",
  labelNames: ["peer"],
  registers: [registry],
  collect() {
    const offset = serverClockOffset();
    if (offset) this.set({ peer: "PostgreSQL" }, -offset.ms / 1_000);
  },
});

export const batchSize = new Histogram({
  name: "pathform_batch_size",
  help: "Requests that shared one statement",
  labelNames: ["statement"],
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 200],
  registers: [registry],
});

new Gauge({
  name: "pathform_database_connections",
  help: "Connections of this process, by state; waiting counts who waits for one",
  labelNames: ["state"],
  registers: [registry],
  collect() {
    for (const [state, count] of Object.entries(poolCounts())) this.set({ state }, count);
  },
});

/** Each attempt to deliver, test deliveries left out. */
export const deliveryAttempts = new Counter({
  name: "pathform_delivery_attempts_total",
  help: "Attempts to deliver an event, by integration type and result",
  labelNames: ["type", "result"],
  registers: [registry],
});

const readings = new Map<string, () => Promise<number | null>>();

/**
 * A gauge that is read when `/metrics` is asked for. While it cannot be read (the database is away) it has no value, and
 * the other metrics are there all the same.
 */
export function gaugeReadOnScrape(name: string, help: string, read: () => Promise<number | null>): void {
  readings.set(name, read);
  if (registry.getSingleMetric(name)) return;
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await readings
        .get(name)?.()
        .catch(() => null);
      if (typeof value === "number") this.set(value);
      else this.remove();
    },
  });
}

/** Several gauges of one reading: however many they are, each scrape reads once. */
export function gaugesReadOnScrape<N extends string>(helps: Record<N, string>, read: () => Promise<Record<N, number>>) {
  let underWay: Promise<Record<N, number>> | undefined;
  const readOnce = () => {
    underWay ??= read().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  for (const name of Object.keys(helps) as N[]) {
    gaugeReadOnScrape(name, helps[name], async () => (await readOnce())[name]);
  }
}

/** Event loop lag, CPU, memory, garbage collection. */
export const collectProcessMetrics = () => collectDefaultMetrics({ register: registry });

/** Measures every action that is carried out here. */
export function measuredActions(): Middleware {
  return {
    name: "MeasuredActions",
    localAction(next: (context: Context) => Promise<unknown>, action: { name: string }) {
      return async (context: Context) => {
        const end = actionDuration.startTimer({ action: action.name });
        try {
          return await next(context);
        } catch (error) {
          actionErrors.inc({ action: action.name, status: isProblem(error) ? error.code : 500 });
          throw error;
        } finally {
          end();
        }
      };
    },
  } as Middleware;
}
