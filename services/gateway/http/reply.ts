import fresh from "fresh";
import { endWithLarge, endWithText } from "./compress.ts";
import { varyByEncoding } from "./encodings.ts";
import type { Request } from "./request.ts";

/** A response before it is sent. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON. A string (`JsonText`) or bytes are JSON already. Null for no body. */
  body: unknown;
}

export function sendAnswer({ res }: Pick<Request, "res">, { status, headers, body }: Answer): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (status === 304) varyByEncoding(res);
  if (body === null) sendNothing({ res }, status);
  else sendJson({ res }, status, body);
}

/** Sends a JSON object or a list's envelope (spec §Conventions for list endpoints). */
export function sendJson({ res }: Pick<Request, "res">, status: number, body: unknown): void {
  const text = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  if (typeof text === "string") endWithText(res, text);
  else endWithLarge(res, { plain: text });
}

export function sendNothing({ res }: Pick<Request, "res">, status: number): void {
  res.statusCode = status;
  res.removeHeader("Content-Type");
  res.end();
}

/**
 * Returns whether If-None-Match names the current ETag (RFC 9110 §13.1.2). Ignores `Cache-Control`, because `fetch`
 * adds `no-cache` to every request with that header.
 */
export const isFresh = (header: string | undefined, etag: string): boolean =>
  header !== undefined && fresh({ "if-none-match": header }, { etag });
