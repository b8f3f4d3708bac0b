import { hostname } from "node:os";
import type { BrokerOptions } from "moleculer";
import { databaseUnavailable } from "./shared/database/unavailable.ts";
import { embeddedParts } from "./shared/embedded-parts.ts";
import { EnvError, env } from "./shared/env.ts";
import { loggerOptions } from "./shared/log.ts";
import { stopStart } from "./shared/stop-start.ts";
import { welcome } from "./shared/welcome.ts";

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
    // a request that nobody answers ends; the gateway's own calls say less (docs/adr/0001)
    requestTimeout: 15_000,
    // a copy that was killed is only noticed by its missing heartbeat
    heartbeatInterval: 2,
    heartbeatTimeout: 6,
    registry: { strategy: "RoundRobin", preferLocal: true },
    tracking: { enabled: true, shutdownTimeout: 8_000 },
    metrics: false,
    middlewares: [embeddedParts(), databaseUnavailable()],
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
