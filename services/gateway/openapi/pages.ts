import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { methodNotAllowed } from "../../../shared/platform/errors.ts";
import { endWithText } from "../http/compress.ts";
import { varyByEncoding } from "../http/encodings.ts";
import { isFresh } from "../http/reply.ts";
import type { Route } from "../http/request.ts";
import type { Pages } from "../request/begin.ts";
import { openApiText } from "./document.ts";

/** The document at /api/openapi.json and the reference at /api/docs, served without a CDN. */
interface Page {
  type: string;
  text: string;
  etag: string;
  headers: Record<string, string>;
}

const viewer = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const reference = join(import.meta.dirname, "reference");

/** Allows only what this service serves. The viewer uses inline icons and colors. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const html = { "Content-Security-Policy": policy };
const script = "text/javascript; charset=utf-8";

/** Pages are built on first request, because building the document takes long compared to a gateway's start. */
export function openReference(rows: readonly Route[]): Pages {
  const file = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");
  const pages = new Map([
    [
      "/api/openapi.json",
      page("application/json; charset=utf-8", () => openApiText(rows), { "Access-Control-Allow-Origin": "*" }),
    ],
    ["/api/docs", page("text/html; charset=utf-8", () => file(reference, "index.html"), html)],
    ["/api/docs/start.js", page(script, () => file(reference, "start.js"))],
    ["/api/docs/swagger-ui-bundle.js", page(script, () => file(viewer, "swagger-ui-bundle.js"))],
    ["/api/docs/swagger-ui.css", page("text/css; charset=utf-8", () => file(viewer, "swagger-ui.css"))],
  ]);
  return {
    answering(req, res) {
      const found = pages.get(req.url?.split("?", 1)[0]?.replace(/(?<=.)\/$/, "") ?? "");
      return found ? async () => sendPage(found(), req, res) : null;
    },
  };
}

function page(type: string, textOf: () => string, headers: Record<string, string> = {}): () => Page {
  let made: Page | undefined;
  return () => {
    made ??= pageOf(type, textOf(), headers);
    return made;
  };
}

function pageOf(type: string, text: string, headers: Record<string, string>): Page {
  return { type, text, headers, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"` };
}

/** Throws 405. */
function sendPage({ type, text, etag, headers }: Page, req: IncomingMessage, res: ServerResponse): void {
  if (req.method !== "GET" && req.method !== "HEAD") throw methodNotAllowed(["HEAD", "GET"]);
  const isKnown = isFresh(req.headers["if-none-match"], etag);
  res.setHeader("ETag", etag);
  res.statusCode = isKnown ? 304 : 200;
  for (const [name, value] of Object.entries({ "Content-Type": type, "Cache-Control": "no-cache", ...headers }))
    res.setHeader(name, value);
  if (isKnown) {
    varyByEncoding(res);
    res.end();
  } else endWithText(res, text);
}
