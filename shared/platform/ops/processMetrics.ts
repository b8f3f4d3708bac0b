import { performance } from "node:perf_hooks";
import { Counter, collectDefaultMetrics, Gauge } from "prom-client";
import product from "../../../package.json" with { type: "json" };
import { servicesName } from "./processName.ts";
import { registry } from "./registry.ts";
import { revision } from "./revision.ts";

/** Sums of `nodejs_active_…`. Their names end in `_total`, which is for counters. */
const misnamed = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

/** Collects the version, event loop, CPU, memory and garbage collection. */
export function collectProcessMetrics(): void {
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  new Gauge({
    name: "pathform_build_info",
    help: "Version, commit and services of this process. Always 1",
    labelNames: ["version", "revision", "node", "services"],
    registers: [registry],
  }).set({ version: product.version, revision, node: process.versions.node, services: servicesName }, 1);
  // a counter, because a ratio would depend on who scraped last
  new Counter({
    name: "pathform_event_loop_active_seconds_total",
    help: "Time that the event loop was busy. Its rate is the utilization, from 0 to 1",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1_000);
    },
  });
}
