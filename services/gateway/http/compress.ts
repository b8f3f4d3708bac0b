import type { ServerResponse } from "node:http";
import compression from "compression";
import { bodiesOf, compressFor, encodingFor, sendBody, varyByEncoding } from "./encodings.ts";
import { largeBytes, sending } from "./sending.ts";

/** Bytes; what is smaller is sent as it is, so that a respondent's step costs nothing for it (decisions §9.3). */
const compressedAbove = 1024;

/** Every body that is handed to it is text. */
const compressing = compression({ filter: () => true, threshold: 0 });

/** Lets a body of this many bytes (a stream: Infinity) be compressed, where the client accepts gzip or br. Before the head. */
export function compress(res: ServerResponse, bytes: number): void {
  if (bytes <= compressedAbove) return;
  weakenTag(res);
  const encoding = encodingFor(res.req);
  if (res.req.method === "HEAD") {
    // the package leaves HEAD alone, which has the headers of GET (RFC 9110 §9.3.2)
    varyByEncoding(res);
    if (encoding) res.setHeader("Content-Encoding", encoding);
    return;
  }
  // typed for Express
  const req = { method: res.req.method, headers: { "accept-encoding": encoding ?? "" } };
  compressing(req as never, res as never, () => undefined);
}

/** The same content in other bytes (RFC 9110 §8.8.1). */
function weakenTag(res: ServerResponse): void {
  const etag = res.getHeader("ETag");
  if (typeof etag === "string" && !etag.startsWith("W/")) res.setHeader("ETag", `W/${etag}`);
}

/** Ends the answer with a text, compressed where the client accepts it. Its status and its other headers stand by then. */
export function endWithText(res: ServerResponse, text: string): void {
  if (text.length > largeBytes) {
    endWithLarge(res, text).catch(() => res.destroy());
    return;
  }
  const bytes = Buffer.byteLength(text);
  compress(res, bytes);
  if (!res.hasHeader("Content-Encoding")) res.setHeader("Content-Length", bytes);
  sending.end(res, text, bytes);
}

async function endWithLarge(res: ServerResponse, text: string): Promise<void> {
  const bodies = bodiesOf(text);
  weakenTag(res);
  await compressFor(res.req, bodies);
  sendBody(res.req, res, bodies);
}

/** What a stream has been given so far goes out now. */
export const flush = (res: ServerResponse & { flush?(): void }): void => res.flush?.();
