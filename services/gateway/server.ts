import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { headersTooLarge, hostMissing, type Problem, uriTooLong } from "../../shared/errors.ts";
import { newUuid } from "../../shared/ids.ts";

/**
 * The HTTP server and its limits: no client holds a connection by sending slowly, and nothing that a client sends before
 * its body is unbounded. A body's own size and time are body.ts's business, an upload's the upload's.
 */
const headersTimeoutMs = 10_000;
/** The longest that anything may take to come in: an upload of 100 MB over a slow line. */
const requestTimeoutMs = 15 * 60_000;
const headerBytes = 16 * 1024;
const headerCount = 100;
const urlLength = 8 * 1024;

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

export function createServer(listener: Listener): http.Server {
  const answering = new WeakMap<Socket, ServerResponse>();
  const server = http.createServer({
    maxHeaderSize: headerBytes,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: 1_000,
    // longer than a balancer's in front, so that none reuses a connection that has just been closed
    keepAliveTimeout: 65_000,
    // refused like everything else, in the one shape of an error
    requireHostHeader: false,
  });
  server.on("checkExpectation", (req, res) => listener(req, res));
  server.on("connect", (_req, socket) => socket.end(refusal("CONNECT")));
  server.on("request", (req, res) => {
    answering.set(req.socket, res);
    listener(req, res);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answering.get(socket);
    const isAnswering = answer?.headersSent && !answer.writableFinished;
    if (error.code === "ECONNRESET" || !socket.writable || isAnswering) socket.destroy();
    else socket.end(refusal(error.code));
  });
  return server;
}

/** What is too much in a request's head, or null. */
export function headProblem({ url = "", rawHeaders, headers, httpVersion }: IncomingMessage): Problem | null {
  // RFC 9112 §3.2
  if (headers.host === undefined && httpVersion === "1.1") return hostMissing() as Error as Error & Problem;
  if (url.length > urlLength) return uriTooLong(urlLength) as Error as Error & Problem;
  const isTooMuch = rawHeaders.length > headerCount * 2;
  return isTooMuch ? (headersTooLarge(headerCount) as Error as Error & Problem) : null;
}

const refusals: Record<string, [string, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long to come in."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", `The request's headers are over ${headerBytes} bytes.`],
  CONNECT: ["405 Method Not Allowed", "This is no proxy."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["413 Payload Too Large", "The request's chunk extensions are too large."],
};

/** For what never became a request: the one shape of an error, and the end of the connection. */
function refusal(code = ""): string {
  const [status, detail] = refusals[code] ?? ["400 Bad Request", "This is no HTTP request."];
  const body = JSON.stringify({ detail });
  const headers = [
    `X-Request-Id: ${newUuid()}`,
    "X-Content-Type-Options: nosniff",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return [`HTTP/1.1 ${status}`, ...headers, "Connection: close", "", body].join("\r\n");
}
