import { IncomingMessage, type ServerResponse } from "node:http";
import type { Failure } from "../request/failure.ts";
import { chunkCounter } from "./body.ts";

/** The body of a request that is refused: nothing of it is kept, and no more of it is read than lets the client see why. */

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Until the refusal is sent, nothing more is read, and what has come by then is dropped: very many may wait for theirs. */
export function takeNothing(req: IncomingMessage): void {
  if (!hasBody(req) || req.readableEnded) return;
  // false, as from a stream that is full: Node.js reads on when it asks for more
  req.push = (chunk) => chunk === null && IncomingMessage.prototype.push.call(req, null);
  if (req.readableLength > 0) req.read();
}

const takeAgain = (req: IncomingMessage): boolean => Reflect.deleteProperty(req, "push");

const discardTimeoutMs = 5_000;

/** What is left is read and thrown away for a while, and the connection goes on. */
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
/** What a chunk costs, however small it is. */
const chunkBytes = 1024;

/**
 * The answer, and the connection's end (RFC 9112 §9.6): a client that is still sending would lose the answer if that came at
 * once. So it is held open for a second, and so many bytes are still read.
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
