import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Route } from "../http/request.ts";
import { refuseOtherMethods, type StaticPage, sendStaticPage, staticPage } from "../http/staticPage.ts";
import type { Pages } from "../request/begin.ts";

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

/**
 * The document at /api/openapi.json and the reference at /api/docs, served without a CDN. Pages are built on first request, because building
 * the document takes long compared to a gateway's start, and its shapes and texts take 10 MB of memory.
 */
export function openReference(rows: readonly Route[]): Pages {
  const file = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");
  const pages = new Map([
    [
      "/api/openapi.json",
      page("application/json; charset=utf-8", async () => (await import("./document.ts")).openApiText(rows), {
        "Access-Control-Allow-Origin": "*",
      }),
    ],
    ["/api/docs", page("text/html; charset=utf-8", () => file(reference, "index.html"), html)],
    ["/api/docs/start.js", page(script, () => file(reference, "start.js"))],
    ["/api/docs/swagger-ui-bundle.js", page(script, () => file(viewer, "swagger-ui-bundle.js"))],
    ["/api/docs/swagger-ui.css", page("text/css; charset=utf-8", () => file(viewer, "swagger-ui.css"))],
  ]);
  return {
    answering(req, res) {
      const found = pages.get(req.url?.split("?", 1)[0]?.replace(/(?<=.)\/$/, "") ?? "");
      if (!found) return null;
      return async () => {
        refuseOtherMethods(req);
        sendStaticPage(await found(), req, res);
      };
    },
  };
}

type Text = string | Promise<string>;

function page(type: string, textOf: () => Text, headers: Record<string, string> = {}): () => Promise<StaticPage> {
  let made: StaticPage | undefined;
  return async () => {
    made ??= staticPage(type, await textOf(), headers);
    return made;
  };
}
