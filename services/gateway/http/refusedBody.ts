import { IncomingMessage, type ServerResponse } from "node:http";
import { chunkCounter } from "./body.ts";
import type { Failure } from "./failure.ts";

/** Bodies of rejected requests. None is kept, and they are read only so that the client gets its response. */

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Stops reading until the response is sent, and drops what has arrived: many requests can wait for their rejection. */
export function stopReading(req: IncomingMessage): void {
  if (!hasBody(req) || req.readableEnded) return;
  // false, like a full stream: Node.js continues when it is read
  req.push = (chunk) => chunk === null && IncomingMessage.prototype.push.call(req, null);
  if (req.readableLength > 0) req.read();
}

const takeAgain = (req: IncomingMessage): boolean => Reflect.deleteProperty(req, "push");

const discardTimeoutMs = 5_000;

/** Reads and drops the rest for up to 5 s, so that the connection can be used again. */
export function discardBody(req: IncomingMessage): void {
  takeAgain(req);
  const timer = setTimeout(() => req.socket.destroy(), discardTimeoutMs);
  const areTooSmall = chunkCounter();
  req.on("data", (chunk: Buffer) => {
    if (areTooSmall(chunk)) req.socket.destroy();
  });
  req.once("close", () => clearTimeout(timer)).resume();
}

/** How long, and for how many bytes of its body, a client can still send after its response. */
export interface Linger {
  ms: number;
  bytes: number;
}
/** Longer than most clients take to send 16 times the largest body. */
export const usualLinger: Linger = { ms: discardTimeoutMs, bytes: 16 * 1024 * 1024 };
/** For endpoints that anyone can flood. */
export const shortLinger: Linger = { ms: 1_000, bytes: 256 * 1024 };
/** The cost of a chunk of any size, in bytes. */
const chunkBytes = 1024;

const lastResponses = new WeakSet<ServerResponse>();

/** Returns whether all of a response is sent, and its connection only waits for the rest of the request. */
export const isSentLast = (res: ServerResponse): boolean => lastResponses.has(res);

/**
 * Sends the response and closes the connection (RFC 9112 §9.6). A client that is still sending would lose the response if the
 * connection closed immediately, so it stays open until the body has ended, within the limits of `linger`.
 */
export function sendLast(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: Failure,
  linger: Linger,
): void {
  const text = JSON.stringify(body);
  const content = { "Content-Type": "application/json; charset=utf-8", "Content-Length": Buffer.byteLength(text) };
  res.writeHead(status, { ...headers, ...content, Connection: "close" });
  res.write(text);
  lastResponses.add(res);
  const timer = setTimeout(() => res.end(), linger.ms);
  res.once("close", () => clearTimeout(timer));
  let left = linger.bytes;
  req.on("data", (chunk: Buffer) => {
    left -= Math.max(chunk.length, chunkBytes);
    if (left < 0) req.pause();
  });
  takeAgain(req);
  req.once("end", () => res.end()).resume();
}
