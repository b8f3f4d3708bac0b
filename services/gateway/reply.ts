import type { Page, Paging } from "../../shared/paging.ts";
import type { Request } from "./route.ts";

/** Answers: one JSON object, or the envelope of a list (spec §Conventions for list endpoints). */
export function sendJson({ res }: Pick<Request, "res">, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(text));
  res.end(text);
}

export function sendNothing({ res }: Pick<Request, "res">, status: number): void {
  res.statusCode = status;
  res.removeHeader("Content-Type");
  res.end();
}

/** RFC 9110 §13.1.2: any of the tags that If-None-Match lists, compared weakly; `*` is any. */
export function isFresh(header: string | undefined, etag: string): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

export interface Envelope<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

/** `next` and `previous` are absolute and keep the other parameters (decisions §1). `address` has no query. */
export function envelope<T>(page: Page<T>, paging: Paging, address: string, search: URLSearchParams): Envelope<T> {
  const { limit, offset } = paging;
  const at = (start: number) => linkTo(address, search, start, limit);
  return {
    count: page.count,
    next: offset + limit < page.count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results: page.results,
  };
}

function linkTo(address: string, search: URLSearchParams, offset: number, limit: number): string {
  const link = new URLSearchParams(search);
  if (search.has("page") && offset % limit === 0) link.set("page", String(offset / limit + 1));
  else {
    link.delete("page");
    link.set("offset", String(offset));
  }
  return `${address}?${link}`;
}
