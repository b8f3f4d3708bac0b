import type { ServerResponse } from "node:http";
import compression from "compression";

/** Bytes; what is smaller is sent as it is, so that a respondent's step costs nothing for it (decisions §9.3). */
const compressedAbove = 1024;

/** Every body that is handed to it is text. */
const compressing = compression({ filter: () => true, threshold: 0 });

/** Lets a body of this many bytes (a stream: Infinity) be compressed, where the client accepts gzip or br. Before the head. */
export function compress(res: ServerResponse, bytes: number): void {
  if (bytes <= compressedAbove) return;
  const etag = res.getHeader("ETag");
  // the same content in other bytes (RFC 9110 §8.8.1)
  if (typeof etag === "string" && !etag.startsWith("W/")) res.setHeader("ETag", `W/${etag}`);
  // typed for Express, whose request and response are Node's own
  compressing(res.req as never, res as never, () => undefined);
}

/** What a stream has been given so far goes out now. */
export const flush = (res: ServerResponse & { flush?(): void }): void => res.flush?.();
