import type { ServerResponse } from "node:http";
import compression from "compression";
import { type Bodies, bodiesOf, compressFor, encodingFor, sendBody, varyByEncoding } from "./encodings.ts";
import { largeBytes, sending } from "./sending.ts";

/** In bytes. Smaller bodies aren't compressed, so a respondent's step costs no CPU for it (decisions §9.3). */
const compressedAbove = 1024;

/** No filter: every body that it gets is text. */
const compressing = compression({ filter: () => true, threshold: 0 });

/** Compresses a body of `bytes` (Infinity for a stream) if the client accepts gzip or br. Call it before the head is sent. */
export function compress(res: ServerResponse, bytes: number): void {
  if (bytes <= compressedAbove) return;
  weakenTag(res);
  const encoding = encodingFor(res.req);
  if (res.req.method === "HEAD") {
    // the package ignores HEAD, which has the headers of GET (RFC 9110 §9.3.2)
    varyByEncoding(res);
    if (encoding) res.setHeader("Content-Encoding", encoding);
    return;
  }
  // typed for Express
  const req = { method: res.req.method, headers: { "accept-encoding": encoding ?? "" } };
  compressing(req as never, res as never, () => undefined);
}

/** Makes the ETag weak: a compressed body has the same content in other bytes (RFC 9110 §8.8.1). */
function weakenTag(res: ServerResponse): void {
  const etag = res.getHeader("ETag");
  if (typeof etag === "string" && !etag.startsWith("W/")) res.setHeader("ETag", `W/${etag}`);
}

/** Ends the response with a text, compressed if the client accepts it. Set the status and all other headers before. */
export function endWithText(res: ServerResponse, text: string): void {
  if (text.length > largeBytes) {
    endWithLarge(res, bodiesOf(text));
    return;
  }
  const bytes = Buffer.byteLength(text);
  compress(res, bytes);
  if (!res.hasHeader("Content-Encoding")) res.setHeader("Content-Length", bytes);
  sending.end(res, text, bytes);
}

/** Ends the response with a large body, compressed off the event loop. */
export function endWithLarge(res: ServerResponse, bodies: Bodies): void {
  weakenTag(res);
  compressFor(res.req, bodies).then(
    () => sendBody(res.req, res, bodies),
    () => res.destroy(),
  );
}

/** Sends what a compressed stream has buffered. */
export const flush = (res: ServerResponse & { flush?(): void }): void => res.flush?.();
