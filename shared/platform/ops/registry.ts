import { Registry } from "prom-client";

/** Metrics of `/metrics`, in the Prometheus text format (documented in docs/operate/monitor.md). */
export const registry = new Registry();

/** Buckets for durations in seconds. */
export const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Fewer buckets, for metrics with many label values. */
export const fewSeconds = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];
