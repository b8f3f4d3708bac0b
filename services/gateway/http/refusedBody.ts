import { IncomingMessage, type ServerResponse } from "node:http";
import type { Failure } from "../request/failure.ts";
import { chunkCounter } from "./body.ts";

/** Bodies of rejected requests. None is kept, and they are read only so that the client gets its response. */

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Stops reading until the response is sent, and drops what has arrived: many requests can wait for their rejection. */
export function takeNothing(req: IncomingMessage): void {
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

const lingerMs = 1_000;
const lingerBytes = 256 * 1024;
/** The cost of a chunk of any size, in bytes. */
const chunkBytes = 1024;

/**
 * Sends the response and closes the connection (RFC 9112 §9.6). A client that is still sending would lose the response if the
 * connection closed immediately, so it stays open for a second and up to 256 KiB are read.
 */
export function sendLast(req: IncomingMessage, res: ServerResponse, { status, headers, body }: Failure): void {
  const text = JSON.stringify(body);
  const content = { "Content-Type": "application/json; charset=utf-8", "Content-Length": Buffer.byteLength(text) };
  res.writeHead(status, { ...headers, ...content, Connection: "close" });
  res.write(text);
  const timer = setTimeout(() => res.end(), lingerMs);
  res.once("close", () => clearTimeout(timer));
  let left = lingerBytes;
  req.on("data", (chunk: Buffer) => {
    left -= Math.max(chunk.length, chunkBytes);
    if (left < 0) req.pause();
  });
  takeAgain(req);
  req.once("end", () => res.end()).resume();
}
