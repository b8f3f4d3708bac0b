import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { methodNotAllowed, notFound } from "../../../shared/platform/errors.ts";
import { webDist } from "../../../shared/platform/webDist.ts";
import { endWithText } from "../http/compress.ts";
import { sendBody, varyByEncoding } from "../http/encodings.ts";
import { isFresh } from "../http/reply.ts";
import type { Pages } from "../request/begin.ts";
import { type Found, type Group, layout, resultsGuide } from "./layout.ts";
import { type Guide, renderGuide } from "./markdown.ts";

/**
 * The guides at /docs (decisions §9.4): the Markdown of docs/ in the product's look, without sign-in and scripts. Decisions (adr/) and
 * pages for contributors aren't served.
 */
const docs = join(import.meta.dirname, "../../../docs");

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Characters of a search, and its results. */
const longestQuery = 200;
const mostResults = 50;

interface Guides {
  /** By address, such as /docs/operate/backup. */
  pages: Map<string, Guide>;
  groups: Group[];
  stylesheet: string;
}

/** Pages are rendered on the first request. */
export function openGuides(): Pages {
  let guides: Guides | undefined;
  return {
    answering(req, res) {
      const [path = "", query = ""] = (req.url ?? "").split("?", 2);
      if (path !== "/docs" && !path.startsWith("/docs/")) return null;
      return async () => {
        if (req.method !== "GET" && req.method !== "HEAD") throw methodNotAllowed(["HEAD", "GET"]);
        guides ??= readGuides();
        answer(guides, path.replace(/(?<=.)\/$/, ""), query, req, res);
      };
    },
  };
}

function answer(guides: Guides, path: string, query: string, req: IncomingMessage, res: ServerResponse): void {
  const screen = /^\/docs\/(screens\/[\w-]+\.png)$/.exec(path)?.[1];
  if (path === "/docs/guides.css") send(req, res, "text/css; charset=utf-8", guides.stylesheet);
  else if (screen && existsSync(join(docs, screen))) send(req, res, "image/png", readFileSync(join(docs, screen)));
  else {
    const guide = guides.pages.get(path);
    if (!guide) throw notFound();
    const text = (new URLSearchParams(query).get("q") ?? "").slice(0, longestQuery).trim();
    const shown = path === "/docs" && text !== "" ? resultsGuide(text, search(guides, text)) : guide;
    res.setHeader("Content-Security-Policy", policy);
    send(req, res, "text/html; charset=utf-8", layout(shown, path, guides.groups, text));
  }
}

function send(req: IncomingMessage, res: ServerResponse, type: string, body: string | Buffer): void {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  res.setHeader("ETag", etag);
  res.setHeader("Content-Type", type);
  res.setHeader("Cache-Control", "no-cache");
  if (isFresh(req.headers["if-none-match"], etag)) {
    res.statusCode = 304;
    varyByEncoding(res);
    res.end();
  } else if (typeof body === "string") endWithText(res, body);
  else sendBody(req, res, { plain: body });
}

/** Finds pages and headings that have every word. */
function search({ pages }: Guides, query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = [...pages].flatMap(([address, { title, headings }]): Found[] => [
    ...(has(title) ? [{ address, title, heading: null }] : []),
    ...headings
      .filter(({ text }) => has(`${title} ${text}`) && words.some((word) => text.toLowerCase().includes(word)))
      .map(({ id, text }) => ({ address: `${address}#${id}`, title, heading: text })),
  ]);
  return found.slice(0, mostResults);
}

function readGuides(): Guides {
  const paths = globSync("**/*.md", { cwd: docs }).filter((path) => !path.startsWith("adr/") && path !== "words.md");
  const addresses = new Map(paths.map((path) => [path, addressOf(path)]));
  const target = (path: string): string | null => {
    if (path === "openapi.json") return "/api/openapi.json";
    return path.startsWith("screens/") ? `/docs/${path}` : (addresses.get(path) ?? null);
  };
  const pages = new Map(
    paths.map((path) => [addressOf(path), renderGuide(readFileSync(join(docs, path), "utf8"), path, target)]),
  );
  return { pages, groups: groupsOf(pages), stylesheet: stylesheet() };
}

const addressOf = (path: string): string =>
  path === "README.md" ? "/docs" : `/docs/${path.replace(/\.md$/, "").replace(/\/README$/, "")}`;

/** Reads the groups from docs/README.md: each section with the pages that its table links to. */
function groupsOf(pages: ReadonlyMap<string, Guide>): Group[] {
  const [, ...sections] = (pages.get("/docs")?.html ?? "").split(/(?=<h2 )/);
  const groups = sections.map((section) => {
    const addresses = [...section.matchAll(/href="(\/docs\/[^"#]+)"/g)].map(([, address = ""]) => address);
    return {
      title: /<h2[^>]*>(.*?)<\/h2>/.exec(section)?.[1] ?? "",
      entries: [...new Set(addresses)].flatMap((address) => {
        const title = pages.get(address)?.title;
        return title === undefined ? [] : [{ address, title }];
      }),
    };
  });
  return groups.filter(({ entries }) => entries.length > 0);
}

/** The dashboard's font, if the pages are built. */
function stylesheet(): string {
  const [font] = globSync("assets/inter-*.woff2", { cwd: webDist });
  const face = font
    ? `@font-face{font-family:Inter;src:url(/${font}) format("woff2");font-weight:100 900;font-display:swap}\n`
    : "";
  return face + readFileSync(join(import.meta.dirname, "guides.css"), "utf8");
}
