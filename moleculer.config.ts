import { hostname } from "node:os";
import type { BrokerOptions } from "moleculer";
import "./shared/affinity.ts";
import { databaseUnavailable } from "./shared/database/unavailable.ts";
import { embeddedParts } from "./shared/embedded-parts.ts";
import { EnvError, env } from "./shared/env.ts";
import { drained } from "./shared/ops/drain.ts";
import { loggerOptions } from "./shared/ops/log.ts";
import { measuredActions } from "./shared/ops/metrics.ts";
import { opsServer } from "./shared/ops/server.ts";
import { stopStart } from "./shared/ops/stop-start.ts";
import { tracedActions } from "./shared/ops/trace.ts";
import { welcome } from "./shared/ops/welcome.ts";

/** How every process of Pathform joins the bus, whichever services it holds. */
export default function brokerOptions(): BrokerOptions {
  try {
    env();
  } catch (error) {
    if (error instanceof EnvError) stopStart(error.message);
    throw error;
  }
  return {
    nodeID: `${hostname()}-${process.pid}`,
    ...loggerOptions(),
    transporter: transporter(),
    // a request that nobody answers ends; the gateway's own calls give each try less (services/gateway/call.ts)
    requestTimeout: 15_000,
    // a copy that was killed is only noticed by its missing heartbeat; until then tries that time out avoid it
    heartbeatInterval: 1,
    heartbeatTimeout: 4,
    registry: { strategy: "RoundRobin", preferLocal: true },
    // a copy that fails most of its calls gets a rest of two seconds; refusals (4xx) are answers, not failures
    circuitBreaker: { enabled: true, threshold: 0.5, minRequestCount: 20, windowTime: 10, halfOpenTime: 2_000 },
    // what waits longer than its caller is wasted work: beyond this a copy answers 503 at once, and another is asked
    bulkhead: { enabled: true, concurrency: 300, maxQueueSize: 700 },
    // calls under way end before their service does
    tracking: { enabled: true, shutdownTimeout: 5_000 },
    metrics: false,
    middlewares: [drained(), opsServer(), embeddedParts(), tracedActions(), measuredActions(), databaseUnavailable()],
    started: welcome,
  } as BrokerOptions;
}

function transporter(): BrokerOptions["transporter"] {
  const { NATS_URL } = env();
  if (!NATS_URL) return null;
  const isSecure = NATS_URL.startsWith("tls:");
  // the client's own default gives up after ten tries and stays closed
  const options = { url: NATS_URL, maxReconnectAttempts: -1, reconnectTimeWait: 250, ...(isSecure && { tls: {} }) };
  return { type: "NATS", options };
}
