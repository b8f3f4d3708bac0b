import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Middleware, ServiceBroker } from "moleculer";
import { env } from "../env.ts";
import { abortStart } from "./abortStart.ts";
import { collectProcessMetrics } from "./processMetrics.ts";
import { lookForScrapes, readiness } from "./readiness.ts";
import { registry } from "./registry.ts";

/** `/healthz`, `/readyz` and `/metrics` of any process, on OPS_HOST:OPS_PORT (decisions §8). */
export function opsServer(): Middleware {
  let server: Server | undefined;
  let endLooks: (() => void) | undefined;
  return {
    name: "OpsServer",
    async starting(broker: ServiceBroker) {
      const { OPS_PORT, NATS_URL } = env();
      // with one process, probes come from the same host
      const host = env().OPS_HOST ?? (NATS_URL ? "0.0.0.0" : "127.0.0.1");
      if (OPS_PORT === 0) return;
      collectProcessMetrics();
      endLooks = lookForScrapes(broker);
      server = createServer((req, res) => void respond(broker, req, res));
      server.listen(OPS_PORT, host);
      await once(server, "listening").catch((error: Error) =>
        abortStart(`Can't listen on OPS_HOST ${host}, OPS_PORT ${OPS_PORT}: ${error.message}.`),
      );
    },
    async stopped() {
      endLooks?.();
      server?.close();
      server?.closeAllConnections();
    },
  } as Middleware;
}

async function respond(broker: ServiceBroker, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const path = (req.url ?? "").split("?", 1)[0];
  if (path === "/metrics") {
    const text = await registry.metrics().catch((error: Error) => `# ${error.message}\n`);
    res.writeHead(200, { "Content-Type": registry.contentType }).end(text);
  } else if (isHealthPath(path)) await sendHealth(broker, req, res);
  else res.writeHead(404).end();
}

const pathOf = (url: string | undefined): string => (url ?? "").split("?", 1)[0]?.replace(/\/$/, "") ?? "";

/** Returns whether this is a probe's path. The gateway serves them on its own port too. */
export const isHealthPath = (url: string | undefined): boolean => ["/healthz", "/readyz"].includes(pathOf(url));

const json = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

/** Responds to /healthz with 200, and to /readyz with 200 or 503 and `waits_for`. */
export async function sendHealth(broker: ServiceBroker, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.method !== "GET" && req.method !== "HEAD") {
    const detail = "Method not allowed. This endpoint supports GET, HEAD.";
    res.writeHead(405, { ...json, Allow: "GET, HEAD" }).end(JSON.stringify({ detail }));
    return;
  }
  const waitsFor = pathOf(req.url) === "/healthz" ? [] : await readiness(broker);
  const isGood = waitsFor.length === 0;
  res.writeHead(isGood ? 200 : 503, json);
  res.end(JSON.stringify(isGood ? { status: "ok" } : { status: "not ready", waits_for: waitsFor }));
}
