import { setTimeout as sleep } from "node:timers/promises";
import { Gauge } from "prom-client";
import type { Loop } from "../loop.ts";
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

/** ms that a scrape waits for PostgreSQL */
const patience = 300;
/** ms. Scrapes in between share a reading. */
const shared = 1_000;

/** Time (`performance.now()`) of the last success by reading. */
const lastReads = new Map<string, number>();
/** Reads again, by reading. */
const readings = new Map<string, () => Promise<void>>();

/** Reads all gauges, which collectors of one scrape share. Returns in time, also if reads fail or hang. */
async function readAll(): Promise<void> {
  const done = Promise.all([...readings.values()].map((read) => read()));
  await Promise.race([done, sleep(patience, undefined, { ref: false })]);
}

new Gauge({
  name: "pathform_reading_age_seconds",
  help: "Age of the values that this process reads from PostgreSQL for a scrape, by reading",
  labelNames: ["reading"],
  registers: [registry],
  async collect() {
    await readAll();
    for (const [reading, at] of lastReads) this.set({ reading }, (performance.now() - at) / 1_000);
  },
});

/**
 * Reads gauges for each scrape, which waits 0.3 s for PostgreSQL at most. While reads fail or hang, the gauges keep their last values
 * and `pathform_reading_age_seconds` grows.
 */
export function readForScrapes<N extends string>({ name, gauges, labels = {}, read }: Reading<N>): Loop {
  const names = Object.keys(gauges) as N[];
  const shown = new Map(names.map((metric) => [metric, gaugeOf(metric, gauges[metric], Object.keys(labels))]));
  let reading: Promise<void> | undefined;

  async function readNow(): Promise<void> {
    const values = await read();
    for (const [metric, gauge] of shown) gauge.set(labels, values[metric]);
    lastReads.set(name, performance.now());
  }

  function readOnce(): Promise<void> {
    if (performance.now() - (lastReads.get(name) ?? Number.NEGATIVE_INFINITY) < shared) return Promise.resolve();
    // the age shows a failure, and the log already has PostgreSQL's
    reading ??= readNow()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  readings.set(name, readOnce);
  return {
    wake: () => void readOnce(),
    async stop() {
      readings.delete(name);
    },
  };
}

const gaugeOf = (name: string, help: string, labelNames: string[]): Gauge =>
  (registry.getSingleMetric(name) as Gauge | undefined) ??
  new Gauge({ name, help, labelNames, registers: [registry], collect: readAll });
