import type { IncomingMessage, ServerResponse } from "node:http";
import { overloaded } from "../../../shared/platform/errors.ts";
import { isDraining } from "../../../shared/platform/ops/drain.ts";
import { requestsShed } from "../../../shared/platform/ops/metrics.ts";
import { isHealthPath } from "../../../shared/platform/ops/server.ts";
import { discardBody, hasBody } from "../http/refusedBody.ts";
import { requestIdOf } from "../http/requestId.ts";
import { failureOf } from "../request/failure.ts";
import type { Admission } from "./overload.ts";

/** Whether it is refused. */
export const isTooMuch = (kind: Kind, admission: Pick<Admission, "refuses">): boolean =>
  kind !== "other" && admission.refuses(kind === "start");

const overload = failureOf(overloaded(), "");
const overloadText = JSON.stringify(overload.body);
const overloadHead = Object.entries({
  ...overload.headers,
  "Content-Type": "application/json; charset=utf-8",
  "Content-Length": String(overloadText.length),
  "X-Content-Type-Options": "nosniff",
  // whichever page asked may read it: nothing of anybody's is in it
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Retry-After, X-Request-Id",
}).flat();

/** Refuses a request at a small part of what answering it would cost; kept connections come here, request after request. */
export function shed(req: IncomingMessage, res: ServerResponse, kind: Kind): void {
  count(kind);
  const head = [...overloadHead, "X-Request-Id", requestIdOf(req)];
  if (isDraining()) head.push("Connection", "close");
  res.writeHead(overload.status, head).end(overloadText);
  if (hasBody(req)) discardBody(req);
}

const shedStarts = requestsShed.labels("start");
const shedOthers = requestsShed.labels("other");

const count = (kind: Kind): void => (kind === "start" ? shedStarts : shedOthers).inc();

/**
 * What a request is to admission. Other: probes; uploads, which are taken in while they come, and exports while they go, so
 * that neither waits for this gateway's work.
 */
export type Kind = "start" | "step" | "other";

export function kindOf(url = ""): Kind {
  const path = url.split("?", 1)[0]?.replace(/\/$/, "") ?? "";
  if (isHealthPath(path) || otherEnds.some((end) => path.endsWith(end))) return "other";
  return path.endsWith("/start") ? "start" : "step";
}

const otherEnds = ["/upload", "/image", "/export"];
