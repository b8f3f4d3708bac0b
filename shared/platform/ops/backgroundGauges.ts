import { Gauge } from "prom-client";
import { type Loop, openLoop } from "../loop.ts";
import { registry } from "./registry.ts";

/** A group of gauges that one statement reads. */
export interface Reading<N extends string> {
  /** Value of `reading` in `pathform_reading_age_seconds`. */
  name: string;
  /** Help text by metric. */
  gauges: Record<N, string>;
  /** of all of them; another reading of this process may have the same gauges with other values */
  labels?: Record<string, string>;
  read(): Promise<Record<N, number>>;
}

/** ms */
const interval = 10_000;

/** Time (`performance.now()`) of the last success by reading. */
const lastReads = new Map<string, number>();

new Gauge({
  name: "pathform_reading_age_seconds",
  help: "Age of the values that this process reads from PostgreSQL in the background, by reading",
  labelNames: ["reading"],
  registers: [registry],
  collect() {
    for (const [reading, at] of lastReads) this.set({ reading }, (performance.now() - at) / 1_000);
  },
});

/**
 * Reads gauges every ten seconds, so that a scrape never waits for PostgreSQL. While reads fail or hang, the gauges keep their last
 * values and `pathform_reading_age_seconds` grows.
 */
export function readInBackground<N extends string>({ name, gauges, labels = {}, read }: Reading<N>): Loop {
  const names = Object.keys(gauges) as N[];
  const shown = new Map(names.map((metric) => [metric, gaugeOf(metric, gauges[metric], Object.keys(labels))]));
  const loop = openLoop({
    interval,
    async work(signal) {
      const values = await Promise.race([read(), aborted(signal)]);
      if (!values) return false;
      for (const [metric, gauge] of shown) gauge.set(labels, values[metric]);
      lastReads.set(name, performance.now());
      return false;
    },
    // the age shows it, and the log already has PostgreSQL's failures
    onError: () => undefined,
  });
  loop.wake();
  return loop;
}

const gaugeOf = (name: string, help: string, labelNames: string[]): Gauge =>
  (registry.getSingleMetric(name) as Gauge | undefined) ?? new Gauge({ name, help, labelNames, registers: [registry] });

/** Resolves when the loop stops, so that a silent PostgreSQL doesn't delay it. */
function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true }));
}
