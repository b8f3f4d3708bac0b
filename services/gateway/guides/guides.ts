import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { notFound } from "../../../shared/platform/errors.ts";
import { webDist } from "../../../shared/platform/webDist.ts";
import { opensPage } from "../http/plainPage.ts";
import { refuseOtherMethods, type StaticPage, sendStaticPage, staticPage } from "../http/staticPage.ts";
import type { Pages } from "../request/begin.ts";
import type { Found, Section } from "./browser/search.js";
import { type Group, layout, resultsGuide, unknownGuide } from "./layout.ts";
import type { Guide } from "./markdown.ts";

/**
 * The guides at /docs (decisions §9.4): the Markdown of docs/ in the product's look, without sign-in. Scripts only add to the pages:
 * results while typing, and buttons to copy. Decisions (adr/) and pages for contributors aren't served.
 */
const docs = join(import.meta.dirname, "../../../docs");
/** Served as `/docs/protections`. Paths are relative to docs/. */
const securityPage = "../SECURITY.md";
/** Requests for an HTTP client. */
const requestsFile = "pathform.http";
const browser = join(import.meta.dirname, "browser");

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Characters of a search. */
const longestQuery = 200;

interface Guides {
  groups: readonly Group[];
  /** Everything but searches, by address. */
  pages: ReadonlyMap<string, StaticPage>;
  search(query: string): Promise<Found[]>;
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
        const address = path.replace(/(?<=.)\/$/, "").replace(/\.md$/, "");
        const searched = address === "/docs" ? searchedIn(query) : "";
        if (searched !== "") await limits.bySearch({ req, res });
        guides ??= readGuides().catch((error: unknown) => {
          guides = undefined;
          throw error;
        });
        const page = await pageAt(await guides, address, searched);
        if (page) sendStaticPage(page, req, res);
        else if (opensPage(req)) sendStaticPage(unknownPage(await guides), req, res);
        else throw notFound("path");
      };
    },
  };
}

const searchedIn = (query: string): string => (new URLSearchParams(query).get("q") ?? "").slice(0, longestQuery).trim();

/** Returns null for an unknown address. */
async function pageAt({ groups, pages, search }: Guides, path: string, text: string): Promise<StaticPage | null> {
  if (text === "") return pages.get(path) ?? null;
  return htmlPage(layout(resultsGuide(text, await search(text)), path, groups, text));
}

const unknownPage = ({ groups }: Guides): StaticPage => ({
  ...htmlPage(layout(unknownGuide, "", groups)),
  status: 404,
});

const htmlPage = (html: string): StaticPage =>
  staticPage("text/html; charset=utf-8", html, { "Content-Security-Policy": policy });

/** Reads the guides, by address, such as /docs/operate/backup, and the parts that are searched. */
export async function readPages(): Promise<{ guides: Map<string, Guide>; sections: Section[] }> {
  const paths = globSync("**/*.md", { cwd: docs }).filter((path) => !path.startsWith("adr/") && path !== "words.md");
  paths.push(securityPage);
  const addresses = new Map(paths.map((path) => [path, addressOf(path)]));
  const target = (path: string): string | null => {
    if (path === "openapi.json") return "/api/openapi.json";
    return path.startsWith("screens/") || path === requestsFile ? `/docs/${path}` : (addresses.get(path) ?? null);
  };
  const guides = new Map<string, Guide>();
  const sections: Section[] = [];
  const { renderGuide } = await import("./markdown.ts");
  const { sectionsOf } = await import("./sections.ts");
  for (const path of paths.sort()) {
    const text = withoutContributors(await readFile(join(docs, path), "utf8"));
    const guide = renderGuide(text, path, target);
    guides.set(addressOf(path), guide);
    // the start page has only links, and the protections are for auditors, who read all of them
    if (path !== "README.md" && path !== securityPage) sections.push(...sectionsOf(text, guide, addressOf(path)));
    await nextTurn();
  }
  return { guides, sections };
}

async function readGuides(): Promise<Guides> {
  const { guides, sections } = await readPages();
  const { packed } = await import("./sections.ts");
  const groups = groupsOf(guides);
  const pages = new Map([
    [`/docs/${requestsFile}`, staticPage("text/plain; charset=utf-8", readFileSync(join(docs, requestsFile), "utf8"))],
    ["/docs/guides.css", staticPage("text/css; charset=utf-8", stylesheet())],
    ["/docs/sections", staticPage("application/json; charset=utf-8", JSON.stringify(packed(sections)))],
    ...scripts().map(([name, text]) => [`/docs/${name}`, staticPage("text/javascript; charset=utf-8", text)] as const),
  ]);
  for (const [address, guide] of guides) pages.set(address, htmlPage(layout(guide, address, groups)));
  for (const path of globSync("screens/*.png", { cwd: docs }))
    pages.set(`/docs/${path}`, staticPage("image/png", await readFile(join(docs, path))));
  return { groups, pages, search: searchIn(sections) };
}

/** Makes the index on the first search of a browser without scripts. */
function searchIn(sections: readonly Section[]): Guides["search"] {
  let opened: Promise<(query: string) => Found[]> | undefined;
  return async (query) => {
    opened ??= import("./browser/search.js").then(async ({ find, indexOf }) => {
      const index = await indexOf(sections, nextTurn);
      return (text) => find(index, text);
    });
    return (await opened)(query);
  };
}

/** Scripts of the pages, by name. They are loaded as they are here, without a build. */
function scripts(): [string, string][] {
  const library = fileURLToPath(import.meta.resolve("minisearch"));
  return [
    ["page.js", readFileSync(join(browser, "page.js"), "utf8")],
    ["search.js", readFileSync(join(browser, "search.js"), "utf8").replace('"minisearch"', '"/docs/minisearch.js"')],
    ["minisearch.js", readFileSync(library, "utf8")],
  ];
}

/** Its pages aren't served. */
const withoutContributors = (text: string): string => text.split("\n## Contribute\n", 1)[0] ?? text;

function addressOf(path: string): string {
  if (path === securityPage) return "/docs/protections";
  return path === "README.md" ? "/docs" : `/docs/${path.replace(/\.md$/, "").replace(/\/README$/, "")}`;
}

/** Reads the groups from docs/README.md: each section with the pages that its table links to. */
function groupsOf(guides: ReadonlyMap<string, Guide>): Group[] {
  const { html = "", headings = [] } = guides.get("/docs") ?? {};
  const [, ...sections] = html.split(/(?=<h2 )/);
  const groups = sections.map((section, index) => {
    const addresses = [...section.matchAll(/href="(\/docs\/[^"#]+)"/g)].map(([, address = ""]) => address);
    return {
      title: headings[index]?.text ?? "",
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
