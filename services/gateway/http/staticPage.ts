import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { methodNotAllowed } from "../../../shared/platform/errors.ts";
import { endWithText } from "./compress.ts";
import { sendBody, varyByEncoding } from "./encodings.ts";
import { isFresh } from "./reply.ts";

/** A page or file without sign-in, loaded again only after a change. */
export interface StaticPage {
  type: string;
  body: string | Buffer;
  etag: string;
  headers: Record<string, string>;
  /** Defaults to 200. */
  status?: number;
}

export function staticPage(type: string, body: string | Buffer, headers: Record<string, string> = {}): StaticPage {
  return { type, body, headers, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` };
}

/** Throws 405. */
export function refuseOtherMethods({ method }: IncomingMessage): void {
  if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(["HEAD", "GET"]);
}

export function sendStaticPage(page: StaticPage, req: IncomingMessage, res: ServerResponse): void {
  const { type, body, etag, headers, status = 200 } = page;
  const isKnown = status === 200 && isFresh(req.headers["if-none-match"], etag);
  res.setHeader("ETag", etag);
  res.statusCode = isKnown ? 304 : status;
  for (const [name, value] of Object.entries({ "Content-Type": type, "Cache-Control": "no-cache", ...headers }))
    res.setHeader(name, value);
  if (isKnown) {
    varyByEncoding(res);
    res.end();
  } else if (typeof body === "string") endWithText(res, body);
  else sendBody(req, res, { plain: body });
}

/** Returns a text for HTML, also in attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
