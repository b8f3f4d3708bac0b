import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import {
  codingUnknown,
  headersTooLarge,
  hostInvalid,
  hostMissing,
  hostRepeated,
  type Problem,
  uriTooLong,
} from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { refusals as refusalCount } from "../../../shared/platform/ops/metrics.ts";
import { isSentLast } from "./refusedBody.ts";

/**
 * The HTTP server and its limits on connections and heads: no client can hold a connection by sending slowly. body.ts limits
 * bodies, and files/ limits uploads.
 */
export const headersTimeoutMs = 10_000;
/** Maximum time to receive a request: an upload of 100 MB over a slow line. */
const requestTimeoutMs = 15 * 60_000;
const headerBytes = 16 * 1024;
const headerCount = 100;
const urlLength = 8 * 1024;
/** How long a closing connection waits for a client that reads slowly or never closes its side. */
const closingTimeoutMs = 1_000;
/** For connections without any traffic. sending.ts has a shorter timeout for unread responses. */
const silenceTimeoutMs = 5 * 60_000;

/** Pipelined requests per connection. Modern clients send none, and Node.js would read up to 3,000 in one turn. */
const pipelineLimit = 16;

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

export interface ServerLimits {
  /** Open connections. More get 503 and are closed, so that file descriptors are left for the rest. */
  connections: number;
  /** Headers that take longer are answered 408. */
  headersTimeoutMs: number;
}

export function createServer(listener: Listener, limits: ServerLimits): http.Server {
  const answering = new WeakMap<Socket, ServerResponse>();
  const refused = new WeakSet<Socket>();
  const pipelined = new WeakMap<Socket, number>();
  let connections = 0;
  const server = http.createServer({
    maxHeaderSize: headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: 1_000,
    // longer than that of load balancers, which could otherwise reuse a connection that is being closed
    keepAliveTimeout: 65_000,
    // headProblem answers it in the usual shape of an error
    requireHostHeader: false,
  });
  server.timeout = silenceTimeoutMs;
  // a client that closes its side after its request still reads the response
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket: Socket) => {
    connections += 1;
    socket.once("close", () => {
      connections -= 1;
    });
    if (connections <= limits.connections) return;
    refused.add(socket);
    endConnection(socket, refusal("TOO_MANY_CONNECTIONS"));
  });
  server.on("checkExpectation", (req, res) => listener(req, res));
  server.on("connect", (_req, socket: Socket) => endConnection(socket, refusal("CONNECT")));
  server.on("request", (req, res) => {
    const { socket } = req;
    if (refused.has(socket)) return;
    const before = answering.get(socket);
    if (before && !before.writableFinished) {
      const waiting = (pipelined.get(socket) ?? 0) + 1;
      if (waiting > pipelineLimit) {
        refused.add(socket);
        cutOff(socket);
        return;
      }
      pipelined.set(socket, waiting);
      res.once("close", () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1));
    }
    answering.set(socket, res);
    listener(req, res);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answering.get(socket);
    const isAnswering = answer?.headersSent && !answer.writableFinished;
    // the rest of a rejected request needs not be HTTP
    if (answer && isAnswering && isSentLast(answer)) endConnection(socket, "");
    else if (error.code === "ECONNRESET" || !socket.writable || isAnswering) socket.destroy();
    else endConnection(socket, refusal(error.code));
  });
  return server;
}

/** Closes the connection without a response, which the client would take for that of its first request. */
function cutOff(socket: Socket): void {
  // the parser continues after destroy(). A negative result is an error to it
  const { parser } = socket as Socket & { parser?: { onIncoming: () => number } };
  if (parser) parser.onIncoming = () => -1;
  socket.destroy();
}

/** Ends the connection, within a second: a client that never closes its side would keep the descriptor for minutes. */
function endConnection(socket: Socket, lastWords: string): void {
  socket.end(lastWords);
  const timer = setTimeout(() => socket.destroy(), closingTimeoutMs);
  socket.once("close", () => clearTimeout(timer));
}

/** Replaces an absolute target (RFC 9112 §3.2.2) with its path and Host. */
export function resolveTarget(req: IncomingMessage): void {
  const [, host, path] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(req.url ?? "") ?? [];
  if (host === undefined || path === undefined) return;
  req.url = path.startsWith("/") ? path : `/${path}`;
  req.headers.host = host;
}

/** DNS names, IPv4 and IPv6 addresses, with or without a port. */
const hostPattern = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/** Returns why a request's head is refused, or null if it is accepted. */
export function headProblem({ url = "", rawHeaders, headers, httpVersion }: IncomingMessage): Problem | null {
  // RFC 9112 §3.2
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts > 1) return hostRepeated();
  if (headers.host === undefined && httpVersion === "1.1") return hostMissing();
  if (headers.host !== undefined && !hostPattern.test(headers.host)) return hostInvalid();
  // RFC 9112 §6.1. Node.js checks only that the last coding is chunked
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return codingUnknown();
  if (url.length > urlLength) return uriTooLong(urlLength);
  const isTooMuch = rawHeaders.length > headerCount * 2;
  return isTooMuch ? headersTooLarge(headerCount) : null;
}

/** Returns the client's X-Request-Id if it is safe in logs and headers (decisions §1), otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : newUuid();
}

const refusals: Record<string, [string, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long to arrive."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", `The request's headers are over ${headerBytes} bytes.`],
  CONNECT: ["405 Method Not Allowed", "This service isn't a proxy. CONNECT isn't supported."],
  TOO_MANY_CONNECTIONS: ["503 Service Unavailable", "Too many connections are open. Try again shortly."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["413 Payload Too Large", "The request's chunk extensions are too large."],
};

/** Values of `reason` in metrics. */
const rawReasons: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: "too_slow",
  HPE_HEADER_OVERFLOW: "headers_too_large",
  CONNECT: "method_not_allowed",
  TOO_MANY_CONNECTIONS: "too_many_connections",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "too_large",
};

/** Returns a raw response for input that never became a request. It closes the connection. */
function refusal(code = ""): string {
  refusalCount.inc({ reason: rawReasons[code] ?? "invalid_http" });
  const [status, detail] = refusals[code] ?? ["400 Bad Request", "The request is invalid HTTP."];
  const body = JSON.stringify({ detail });
  const headers = [
    `X-Request-Id: ${newUuid()}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status.startsWith("503") ? ["Retry-After: 2"] : []),
  ];
  return [`HTTP/1.1 ${status}`, ...headers, "Connection: close", "", body].join("\r\n");
}
