import fresh from "fresh";
import type { Envelope, Page, Paging } from "../../../shared/domain/paging.ts";
import { endWithText } from "../http/compress.ts";
import { varyByEncoding } from "../http/encodings.ts";
import type { Request } from "../routes/route.ts";

/** A response before it is sent. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON. A string already is JSON (`JsonText`). Null for no body. */
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
  const text = typeof body === "string" ? body : JSON.stringify(body);
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  endWithText(res, text);
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

/**
 * Builds a list's envelope. `next` and `previous` are absolute and keep the other parameters (decisions §1). `address`
 * has no query.
 */
export function envelope<T>(page: Page<T>, paging: Paging, address: string, search: URLSearchParams): Envelope<T> {
  const { limit, offset } = paging;
  const { results, next_after: after, ...counted } = page;
  const hasMore = counted.count_is_exact === false ? results.length === limit : offset + limit < page.count;
  const hasNext = after === undefined ? hasMore : after !== null;
  const at = (start: number, from?: string | null) => linkTo(address, search, { offset: start, limit, after: from });
  return {
    ...counted,
    next: hasNext ? at(offset + limit, after) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results,
  };
}

interface Place extends Pick<Paging, "offset" | "limit"> {
  after: string | null | undefined;
}

function linkTo(address: string, search: URLSearchParams, { offset, limit, after }: Place): string {
  const link = new URLSearchParams(search);
  if (after) link.set("after", after);
  else link.delete("after");
  if (search.has("page") && offset % limit === 0) link.set("page", String(offset / limit + 1));
  else {
    link.delete("page");
    link.set("offset", String(offset));
  }
  return `${address}?${link}`;
}
