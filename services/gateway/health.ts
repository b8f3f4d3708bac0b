import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceBroker } from "moleculer";
import { readiness } from "../../shared/readiness.ts";
import { sendJson } from "./reply.ts";

/** `/healthz` (alive) and `/readyz` (ready) on the gateway's own port (decisions §8). */
const pathOf = (url: string | undefined): string => (url ?? "").split("?", 1)[0]?.replace(/\/$/, "") ?? "";

export const isHealthPath = (url: string | undefined): boolean => ["/healthz", "/readyz"].includes(pathOf(url));

export async function sendHealth(broker: ServiceBroker, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (pathOf(req.url) === "/healthz") {
    sendJson({ res }, 200, { status: "ok" });
    return;
  }
  const waitsFor = await readiness(broker);
  if (waitsFor.length === 0) sendJson({ res }, 200, { status: "ready" });
  else sendJson({ res }, 503, { status: "not ready", waits_for: waitsFor });
}
