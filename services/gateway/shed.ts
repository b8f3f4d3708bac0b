import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { overloaded } from "../../shared/platform/errors.ts";
import { isDraining } from "../../shared/platform/ops/drain.ts";
import { requestsShed } from "../../shared/platform/ops/metrics.ts";
import { isHealthPath } from "../../shared/platform/ops/server.ts";
import { failureOf } from "./failure.ts";
import type { Admission } from "./overload.ts";
import { discardBody, hasBody } from "./refusedBody.ts";
import { requestIdOf } from "./requestId.ts";
import { endConnection, refusal } from "./server.ts";

/** ms: whoever sends nothing is the HTTP server's to wait for. */
const firstBytesTimeout = 1_000;

type Gate = Pick<Admission, "refusesMany" | "refuses">;

/**
 * Takes a new connection for the HTTP server. While many requests are shed, the first bytes are looked at before HTTP is:
 * refusing costs a small part of what reading a request and answering it does. What is not refused costs more by that, and where
 * respondents fill in whole sessions, most is not. Probes of health always get through.
 */
export function takeConnection(server: Server, admission: Gate, socket: Socket): void {
  if (!admission.refusesMany()) {
    server.emit("connection", socket);
    return;
  }
  const timer = setTimeout(serve, firstBytesTimeout);
  const gone = () => clearTimeout(timer);
  socket.once("data", look).on("error", gone).once("close", gone);

  function look(bytes: Buffer): void {
    const url = requestLine.exec(bytes.toString("latin1", 0, firstBytes))?.[1];
    // sign-in has room of its own (entry.ts)
    const kind = url && !url.startsWith("/api/auth/") ? kindOf(url) : "other";
    if (isTooMuch(kind, admission)) {
      clearTimeout(timer);
      count(kind);
      endConnection(socket.resume(), refusal("OVERLOADED"));
      return;
    }
    socket.pause().unshift(bytes);
    serve();
    socket.resume();
  }

  function serve(): void {
    clearTimeout(timer);
    socket.off("data", look).off("error", gone).off("close", gone);
    server.emit("connection", socket);
  }
}

const requestLine = /^[A-Z]+ (\/[^ ]*) HTTP\//;
/** More than the request line of what is shed takes. */
const firstBytes = 1_024;

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
  const { socket } = req;
  count(kind);
  const head = [...overloadHead, "X-Request-Id", requestIdOf(req)];
  if (isDraining()) head.push("Connection", "close");
  res.writeHead(overload.status, head).end(overloadText, () => {
    if (asksAgainAtOnce(socket)) setImmediate(pauseReading, socket);
  });
  if (hasBody(req)) discardBody(req);
}

const atOnceMs = 100;
const refusedAt = new WeakMap<Socket, number>();

/** Since the refusal before, on this connection. */
function asksAgainAtOnce(socket: Socket): boolean {
  const now = performance.now();
  const before = refusedAt.get(socket);
  refusedAt.set(socket, now);
  return before !== undefined && now - before < atOnceMs;
}

export const readingPauseMs = 40;

/**
 * A crowd that asks again at once, whatever `Retry-After` says, would be refused twenty thousand times a second, and half of the
 * gateway's time were gone. What has not been read has cost nothing. In the turn of its answer the request itself is still read.
 */
function pauseReading(socket: Socket): void {
  socket.pause();
  setTimeout(() => socket.resume(), readingPauseMs);
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
