import { hostname } from "node:os";
import { basename } from "node:path";
import type { BrokerOptions } from "moleculer";
import { affinity, avoidsTheSilent } from "./shared/bus/affinity.ts";
import { Bus, busNeeded } from "./shared/bus/nats.ts";
import { boundedPackets } from "./shared/bus/packets.ts";
import { tracedActions } from "./shared/bus/trace.ts";
import { databaseUnavailable } from "./shared/platform/database/unavailable.ts";
import { embeddedParts } from "./shared/platform/embeddedParts.ts";
import { env } from "./shared/platform/env.ts";
import { isProblem } from "./shared/platform/errors.ts";
import { orAbort } from "./shared/platform/ops/abortStart.ts";
import { drained } from "./shared/platform/ops/drain.ts";
import { loggerOptions } from "./shared/platform/ops/log.ts";
import { measuredActions } from "./shared/platform/ops/metrics.ts";
import { redactedLogs } from "./shared/platform/ops/redact.ts";
import { opsServer } from "./shared/platform/ops/server.ts";
import { welcome } from "./shared/platform/ops/welcome.ts";

/** How every process of Pathform joins the bus, whichever services it holds. */
export default function brokerOptions(): BrokerOptions {
  orAbort(env);
  return {
    nodeID: nodeId(),
    ...loggerOptions(),
    transporter: transporter(),
    // a request that nobody answers ends; the gateway's own calls give each try less (services/gateway/request/call.ts)
    requestTimeout: 15_000,
    // a copy that was killed is noticed by the next call to it (shared/bus/nats.ts), one that was stopped or cut off only by its
    // missing heartbeat; until then calls that time out avoid it
    heartbeatInterval: 1,
    heartbeatTimeout: 4,
    registry: { strategy: affinity, preferLocal: true },
    // a copy that fails most of its calls is not called for a second; refusals (4xx) are answers, not failures
    circuitBreaker: {
      ...{ enabled: true, threshold: 0.5, minRequestCount: 20, windowTime: 10, halfOpenTime: 1_000 },
      // a copy that refuses what it cannot do in time is well, and its refusal is quicker than waiting for it
      check: (error: Error & { code?: number }) =>
        (error?.code ?? 500) >= 500 && !isProblem(error, "OVERLOADED") && !isProblem(error, "DISK_FULL"),
    },
    // what waits longer than its caller is wasted work: beyond this a copy answers 503 at once; the respondents' batches have
    // a limit of their own (services/sessions/store/batches.ts)
    bulkhead: { enabled: true, concurrency: 300, maxQueueSize: 700 },
    // calls under way end before their service does
    tracking: { enabled: true, shutdownTimeout: 5_000 },
    metrics: false,
    middlewares: [
      redactedLogs(),
      busNeeded(),
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

/** Begins with the service, so that NATS can say who hears what (deploy/nats/nats.conf). */
function nodeId(): string {
  const folders = process.argv.filter((argument) => /^services(\/\w+)?\/?$/.test(argument));
  return `${folders.map((folder) => basename(folder)).join("+")}.${hostname()}-${process.pid}`;
}

function transporter(): BrokerOptions["transporter"] {
  const { NATS_URL } = env();
  return NATS_URL ? (new Bus({ url: NATS_URL }) as unknown as BrokerOptions["transporter"]) : null;
}
