import { hostname } from "node:os";
import type { BrokerOptions, ServiceBroker } from "moleculer";
import { affinity, avoidTimedOut, repeatUnsent } from "./shared/bus/affinity.ts";
import { chunkMetadata, encodedChunks } from "./shared/bus/chunks.ts";
import { largeResults } from "./shared/bus/largeResults.ts";
import { measuredCalls, notedForms } from "./shared/bus/measured.ts";
import { Bus, busNeeded } from "./shared/bus/nats.ts";
import { boundedPackets } from "./shared/bus/packets.ts";
import { tracedActions, tracedCalls } from "./shared/bus/trace.ts";
import { wokenLoops } from "./shared/bus/wakes.ts";
import { knownWords, wordsMetadata } from "./shared/bus/words.ts";
import { databaseUnavailable } from "./shared/platform/database/unavailable.ts";
import { embeddedParts } from "./shared/platform/embedded/parts.ts";
import { env, envWarnings } from "./shared/platform/env.ts";
import { isProblem } from "./shared/platform/errors.ts";
import { orAbort } from "./shared/platform/ops/abortStart.ts";
import { drained } from "./shared/platform/ops/drain.ts";
import { loggerOptions } from "./shared/platform/ops/log.ts";
import { measuredActions } from "./shared/platform/ops/metrics.ts";
import { servicesName } from "./shared/platform/ops/processName.ts";
import { redactedLogs } from "./shared/platform/ops/redact.ts";
import { opsServer } from "./shared/platform/ops/server.ts";
import { tracing } from "./shared/platform/ops/tracing.ts";
import { welcome } from "./shared/platform/ops/welcome.ts";

/** Refusals of a healthy copy. */
const healthyRefusals = ["OVERLOADED", "DISK_FULL", "REPLICA_UNAVAILABLE"] as const;

/** Broker options of every Pathform process, whichever services it runs. */
export default function brokerOptions(): BrokerOptions {
  orAbort(env);
  return {
    namespace: env().NAMESPACE,
    nodeID: nodeId(),
    ...loggerOptions(),
    transporter: transporter(),
    metadata: { ...chunkMetadata, ...wordsMetadata },
    // the gateway uses shorter timeouts for its calls (services/gateway/request/call.ts)
    requestTimeout: 15_000,
    // The next call detects a killed copy (shared/bus/nats.ts). Only missing heartbeats reveal a paused or disconnected one.
    // Until then, `avoidTimedOut` routes calls around copies that time out.
    heartbeatInterval: 1,
    heartbeatTimeout: 4,
    registry: { strategy: affinity, preferLocal: true },
    // a copy that fails most of its calls gets none for a second; 4xx errors aren't failures
    circuitBreaker: {
      ...{ enabled: true, threshold: 0.5, minRequestCount: 20, windowTime: 10, halfOpenTime: 1_000 },
      check: (error: Error & { code?: number }) =>
        (error?.code ?? 500) >= 500 &&
        !healthyRefusals.some((type) => isProblem(error, type)) &&
        !(isProblem(error) && error.data?.is_partial),
    },
    // Further calls get 503 immediately, because their callers wouldn't wait for the result. The respondents' batches have
    // their own limit (services/sessions/store/batches.ts).
    bulkhead: { enabled: true, concurrency: 300, maxQueueSize: 700 },
    // services finish calls in progress before they stop
    tracking: { enabled: true, shutdownTimeout: 5_000 },
    metrics: false,
    middlewares: [
      redactedLogs(),
      busNeeded(),
      boundedPackets(),
      encodedChunks(),
      largeResults(),
      knownWords(),
      tracing(),
      drained(),
      tracedCalls(),
      // inside of avoidTimedOut, which hides the call's context
      measuredCalls(),
      notedForms(),
      avoidTimedOut(),
      repeatUnsent(),
      wokenLoops(),
      opsServer(),
      embeddedParts(),
      tracedActions(),
      measuredActions(),
      databaseUnavailable(),
    ],
    created(broker: ServiceBroker) {
      // each heartbeat would measure it, and no one asks
      broker.getCpuUsage = async () => ({ avg: 0 });
      for (const warning of envWarnings()) broker.getLogger("environment").warn(warning);
    },
    started: welcome,
  } as BrokerOptions;
}

/** Starts with the service name, which the NATS permissions use (deploy/nats/nats.conf). */
function nodeId(): string {
  return `${servicesName}.${hostname()}-${process.pid}`;
}

function transporter(): BrokerOptions["transporter"] {
  const { NATS_URL } = env();
  return NATS_URL ? (new Bus({ url: NATS_URL }) as unknown as BrokerOptions["transporter"]) : null;
}
