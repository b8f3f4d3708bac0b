import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { notFound } from "../../../shared/platform/errors.ts";
import { webDist } from "../../../shared/platform/webDist.ts";
import { refuseOtherMethods, type StaticPage, sendStaticPage, staticPage } from "../http/staticPage.ts";
import type { Pages } from "../request/begin.ts";
import { type Found, type Group, layout, resultsGuide } from "./layout.ts";
import type { Guide } from "./markdown.ts";

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
  guides: ReadonlyMap<string, Guide>;
  groups: readonly Group[];
  /** Everything but searches, by address. */
  pages: ReadonlyMap<string, StaticPage>;
}

/** Pages are rendered on the first request, one per turn, because all together take too long for respondents. */
export function openGuides(): Pages {
  let guides: Promise<Guides> | undefined;
  return {
    answering(req, res) {
      const [path = "", query = ""] = (req.url ?? "").split("?", 2);
      if (path !== "/docs" && !path.startsWith("/docs/")) return null;
      return async ({ limits }) => {
        refuseOtherMethods(req);
        // a search costs milliseconds
        if (query !== "") await limits.byAddress({ req, res, route: { auth: "public" } });
        guides ??= readGuides().catch((error: unknown) => {
          guides = undefined;
          throw error;
        });
        sendStaticPage(pageAt(await guides, path.replace(/(?<=.)\/$/, ""), query), req, res);
      };
    },
  };
}

/** Throws 404. */
function pageAt({ guides, groups, pages }: Guides, path: string, query: string): StaticPage {
  const text = (new URLSearchParams(query).get("q") ?? "").slice(0, longestQuery).trim();
  if (path === "/docs" && text !== "")
    return htmlPage(layout(resultsGuide(text, search(guides, text)), path, groups, text));
  const page = pages.get(path);
  if (!page) throw notFound();
  return page;
}

const htmlPage = (html: string): StaticPage =>
  staticPage("text/html; charset=utf-8", html, { "Content-Security-Policy": policy });

/** Finds pages and headings that have every word. */
function search(guides: ReadonlyMap<string, Guide>, query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = [...guides].flatMap(([address, { title, headings }]): Found[] => [
    ...(has(title) ? [{ address, title, heading: null }] : []),
    ...headings
      .filter(({ text }) => has(`${title} ${text}`) && words.some((word) => text.toLowerCase().includes(word)))
      .map(({ id, text }) => ({ address: `${address}#${id}`, title, heading: text })),
  ]);
  return found.slice(0, mostResults);
}

async function readGuides(): Promise<Guides> {
  const paths = globSync("**/*.md", { cwd: docs }).filter((path) => !path.startsWith("adr/") && path !== "words.md");
  const addresses = new Map(paths.map((path) => [path, addressOf(path)]));
  const target = (path: string): string | null => {
    if (path === "openapi.json") return "/api/openapi.json";
    return path.startsWith("screens/") ? `/docs/${path}` : (addresses.get(path) ?? null);
  };
  const guides = new Map<string, Guide>();
  const { renderGuide } = await import("./markdown.ts");
  for (const path of paths) {
    guides.set(addressOf(path), renderGuide(await readFile(join(docs, path), "utf8"), path, target));
    await nextTurn();
  }
  const groups = groupsOf(guides);
  const pages = new Map([["/docs/guides.css", staticPage("text/css; charset=utf-8", stylesheet())]]);
  for (const [address, guide] of guides) pages.set(address, htmlPage(layout(guide, address, groups)));
  for (const path of globSync("screens/*.png", { cwd: docs }))
    pages.set(`/docs/${path}`, staticPage("image/png", await readFile(join(docs, path))));
  return { guides, groups, pages };
}

const addressOf = (path: string): string =>
  path === "README.md" ? "/docs" : `/docs/${path.replace(/\.md$/, "").replace(/\/README$/, "")}`;

/** Reads the groups from docs/README.md: each section with the pages that its table links to. */
function groupsOf(guides: ReadonlyMap<string, Guide>): Group[] {
  const [, ...sections] = (guides.get("/docs")?.html ?? "").split(/(?=<h2 )/);
  const groups = sections.map((section) => {
    const addresses = [...section.matchAll(/href="(\/docs\/[^"#]+)"/g)].map(([, address = ""]) => address);
    return {
      title: /<h2[^>]*>(.*?)<\/h2>/.exec(section)?.[1] ?? "",
      entries: [...new Set(addresses)].flatMap((address) => {
        const title = guides.get(address)?.title;
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
