import { hostname } from "node:os";
import type { BrokerOptions } from "moleculer";
import { affinity, avoidsTheSilent } from "./shared/affinity.ts";
import { Bus } from "./shared/bus.ts";
import { databaseUnavailable } from "./shared/database/unavailable.ts";
import { embeddedParts } from "./shared/embedded-parts.ts";
import { env } from "./shared/env.ts";
import { drained } from "./shared/ops/drain.ts";
import { loggerOptions } from "./shared/ops/log.ts";
import { measuredActions } from "./shared/ops/metrics.ts";
import { boundedPackets } from "./shared/ops/packets.ts";
import { redactedLogs } from "./shared/ops/redact.ts";
import { opsServer } from "./shared/ops/server.ts";
import { orStop } from "./shared/ops/stop-start.ts";
import { tracedActions } from "./shared/ops/trace.ts";
import { welcome } from "./shared/ops/welcome.ts";

/** How every process of Pathform joins the bus, whichever services it holds. */
export default function brokerOptions(): BrokerOptions {
  orStop(env);
  return {
    nodeID: `${hostname()}-${process.pid}`,
    ...loggerOptions(),
    transporter: transporter(),
    // a request that nobody answers ends; the gateway's own calls give each try less (services/gateway/call.ts)
    requestTimeout: 15_000,
    // a copy that was killed is noticed by the next call to it (shared/bus.ts), one that was stopped or cut off only by its
    // missing heartbeat; until then calls that time out avoid it
    heartbeatInterval: 1,
    heartbeatTimeout: 4,
    registry: { strategy: affinity, preferLocal: true },
    // a copy that fails most of its calls gets a rest of a second; refusals (4xx) are answers, not failures
    circuitBreaker: { enabled: true, threshold: 0.5, minRequestCount: 20, windowTime: 10, halfOpenTime: 1_000 },
    // what waits longer than its caller is wasted work: beyond this a copy answers 503 at once; the respondents' batches have
    // a limit of their own (services/sessions/store/batches.ts)
    bulkhead: { enabled: true, concurrency: 300, maxQueueSize: 700 },
    // calls under way end before their service does
    tracking: { enabled: true, shutdownTimeout: 5_000 },
    metrics: false,
    middlewares: [
      redactedLogs(),
      boundedPackets(),
      drained(),
      avoidsTheSilent(),
      opsServer(),
      embeddedParts(),
      tracedActions(),
      measuredActions(),
      databaseUnavailable(),
    ],
    started: welcome,
  } as BrokerOptions;
}

function transporter(): BrokerOptions["transporter"] {
  const { NATS_URL } = env();
  return NATS_URL ? (new Bus({ url: NATS_URL }) as unknown as BrokerOptions["transporter"]) : null;
}
