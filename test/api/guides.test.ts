import { baseUrl } from "../support/api.ts";

/** The guides at /docs (decisions §9.4). */
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${baseUrl()}${path}`, { headers });
const text = async (path: string): Promise<string> => (await get(path)).text();
const all = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, found = ""]) => found);

test("every link and image of every page leads somewhere", async () => {
  const pages = new Map<string, string>();
  const open = ["/docs"];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue;
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 200]);
    const html = await response.text();
    pages.set(path, html);
    open.push(...all(html, /href="(\/docs[^"#?]*)/g).filter((link) => !link.endsWith(".css")));
  }
  expect(pages.size).toBeGreaterThan(25);
  const ids = new Map([...pages].map(([path, html]) => [path, new Set(all(html, / id="([^"]+)"/g))]));
  const broken = [...pages].flatMap(([path, html]) =>
    all(html, /href="([^"]*#[^"]+)"/g).filter((link) => {
      const [page = "", id = ""] = link.split("#");
      return !link.startsWith("http") && !ids.get(page || path)?.has(id);
    }),
  );
  expect(broken).toEqual([]);
  for (const picture of new Set([...pages.values()].flatMap((html) => all(html, /<img src="([^"]+)"/g)))) {
    expect([picture, (await get(picture)).headers.get("content-type")]).toEqual([picture, "image/png"]);
  }
});

test("names every table of a page, and links no address of the reader's own", async () => {
  const html = await text("/docs/operate/configure");
  const names = all(html, /role="region" aria-label="([^"]+)"/g);
  expect(names.length).toBeGreaterThan(1);
  expect(new Set(names).size).toBe(names.length);
  expect(html).toContain("http://HOST:PORT");
  expect(html).not.toMatch(/href="http:\/\/HOST/i);
  expect(html).toContain('<a class="brand" href="/docs" aria-label="Pathform">');
});

test("the start page names guides by their titles", async () => {
  expect(all(await text("/docs"), />([^<]+\.md)<\/a>/g)).toEqual([]);
});

test("search finds pages and headings that have every word", async () => {
  const html = await text("/docs?q=restore%20dump");
  expect(all(html, /<li><a href="([^"]+)">Restore a dump/g)).toEqual(["/docs/operate/backup#restore-a-dump"]);
  expect(await text("/docs?q=%3Cscript%3Exyz")).toContain("Results for “&#60;script&#62;xyz”");
  expect(await text("/docs?q=%3Cscript%3Exyz")).toContain("No guide matches.");
});

test("search finds words with mistakes, and shows the sentence", async () => {
  const html = await text("/docs?q=recoveri%20codes");
  expect(html).toMatch(
    /<li><a href="\/docs\/guide\/security[^"]*">[^<]+<\/a>.*?<mark>recovery<\/mark> <mark>codes<\/mark>/,
  );
});

test("scripts and the index of the search come from this server, and are loaded when they are needed", async () => {
  const page = await get("/docs/webhooks");
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'; connect-src 'self'");
  expect(await page.text()).not.toMatch(/<script(?! type=module src=\/docs\/page\.js>)|search\.js/);
  for (const name of ["page.js", "search.js", "minisearch.js"])
    expect((await get(`/docs/${name}`)).headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await text("/docs/search.js")).toContain('from "/docs/minisearch.js"');
  const sections = await fetch(`${baseUrl()}/docs/sections`, { headers: { "accept-encoding": "br" } });
  expect(((await sections.json()) as unknown[]).length).toBeGreaterThan(60);
});

test("a page has its neighbors, anchors, its group open and the address of its file", async () => {
  const html = await text("/docs/guide/logic");
  expect(all(html, /rel="(?:prev|next)" href="([^"]+)"/g)).toEqual(["/docs/guide/questions", "/docs/guide/scores"]);
  expect(html).toContain('<a class="anchor" href="#limits" aria-label="Link to “Limits”">#</a>');
  expect(all(html, /<details open><summary><h2>([^<]+)/g)).toEqual(["Build and share"]);
  expect(await text("/docs/guide/logic.md")).toBe(html);
});

test("pages are loaded again only after a change", async () => {
  const response = await get("/docs/operate/backup");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'; style-src 'self'");
  const etag = response.headers.get("etag") ?? "";
  expect((await get("/docs/operate/backup", { "if-none-match": etag })).status).toBe(304);
  expect((await get("/docs/guides.css")).headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect((await fetch(`${baseUrl()}/docs`, { method: "POST" })).status).toBe(405);
});

test.each([
  "/docs/none",
  "/docs/adr/0001-architecture",
  "/docs/screens/..%2f..%2fpackage.json",
  "/docs/words",
  "/docsx",
])("%s isn't a guide", async (path) => {
  expect((await get(path)).status).toBe(404);
});

test("a browser gets a page for an unknown path, and a client of the API JSON", async () => {
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  for (const path of ["/docs/none", "/nothing", "/nothing/at/all?a=1"]) {
    const page = await get(path, browser);
    expect([path, page.status, await page.text()]).toEqual([path, 404, expect.stringContaining("Page not found")]);
  }
  expect(await (await get("/docs/none", browser)).text()).toContain("<h1>Page not found</h1><p>This guide was moved");
  for (const [path, headers] of [
    ["/api/nothing", browser],
    ["/nothing", {}],
  ] as const)
    expect(await (await get(path, headers)).json()).toEqual({ detail: "Path not found." });
});
