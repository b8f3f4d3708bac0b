import { get as httpGet, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { OpenRenderer } from "../../shared/api/respondentPage.ts";
import { webDist } from "../../shared/platform/webDist.ts";
import { baseUrl, expecting, type Owner, owner, publishForm, unique } from "../support/api.ts";
import { chain, node, survey } from "../support/sampleGraphs.ts";

/** The respondent's page, its files and their headers (decisions §9.4). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const load = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(baseUrl() + path, { method, headers, redirect: "manual" });

/** Returns the bytes on the wire, which `fetch` would decompress. */
async function loadRaw(path: string, headers: Record<string, string>): Promise<{ res: IncomingMessage; body: Buffer }> {
  return new Promise((done, fail) => {
    httpGet(baseUrl() + path, { headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on("data", (chunk: Buffer) => chunks.push(chunk));
      res.on("end", () => done({ res, body: Buffer.concat(chunks) }));
    }).on("error", fail);
  });
}

const policyOf = (response: Response) => response.headers.get("content-security-policy") ?? "";
const directive = (response: Response, name: string) =>
  policyOf(response)
    .split("; ")
    .find((part) => part.startsWith(`${name} `));
const scriptOf = (html: string) => /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? "";

describe("the page of a form", () => {
  let slug: string;
  beforeAll(async () => {
    slug = await publishForm(me, survey());
  });

  test("contains the first question as text, the form and preloads", async () => {
    const response = await load(`/f/${slug}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const html = await response.text();
    expect(html).toMatch(/<h1[^>]*>About name/);
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).toContain('"entry_node_id":"name"');
    expect(html).not.toContain('"points"');
    expect((await load(scriptOf(html))).status).toBe(200);
    expect(html).toMatch(/<link rel="modulepreload" href="\/assets\/shortText-/);
  });

  test("contains the questions of its first page, without follow-ups and options that aren't offered", async () => {
    const isMember = { left: { type: "answer", node_id: "member" }, op: "eq", right: "yes" };
    const options = [
      { value: "guest", label: "Guest seat" },
      { value: "front", label: "Front row", show_if: isMember },
    ];
    const graph = chain(node("member", "yes_no"), node("seat", "multiple_choice"), node("number", "short_text"));
    const data: Record<string, object> = { seat: { config: { options } }, number: { show_if: isMember } };
    const nodes = graph.nodes.map((one) => ({ ...one, data: { ...one.data, ...data[one.id] } }));
    const onPage = { ...graph, nodes, pages: [{ id: "all", title: "Seats", node_ids: ["member", "seat", "number"] }] };
    const html = await (await load(`/f/${await publishForm(me, onPage)}`)).text();
    const drawn = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    expect([...drawn.matchAll(/<h[12][^>]*>([^<]+)/g)].map(([, title]) => title)).toEqual([
      "Seats",
      "About member",
      "About seat",
    ]);
    expect(drawn).toContain("Guest seat");
    expect(drawn).not.toContain("Front row");
  });

  test("contains the questions of its first page, whatever the engine has to load for others", async () => {
    const names = ["first", "second", "phone", "people", "code"];
    const graph = chain(
      ...names.map((name) => node(name, { phone: "phone", people: "records" }[name] ?? "short_text")),
    );
    const configs: Record<string, object> = {
      people: { fields: [{ key: "age", question_type: "number", title: "Age" }] },
      code: { pattern: "[A-Z]{3}" },
    };
    const nodes = graph.nodes.map((one) => ({ ...one, data: { ...one.data, config: configs[one.id] } }));
    const onPage = { ...graph, nodes, pages: [{ id: "both", title: "Both", node_ids: ["first", "second"] }] };
    const html = await (await load(`/f/${await publishForm(me, onPage)}`)).text();
    const drawn = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    expect([...drawn.matchAll(/<h[12][^>]*>([^<]+)/g)].map(([, title]) => title)).toEqual([
      "Both",
      "About first",
      "About second",
    ]);
  });

  test("runs only this service's files, and can be framed by anyone by default", async () => {
    const response = await load(`/f/${slug}/`);
    expect(policyOf(response)).not.toMatch(/unsafe|\*(?!$)/);
    expect(policyOf(response)).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    );
    expect(response.headers.get("x-frame-options")).toBeNull();
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  test("names Pathform only where the operator turns it on", async () => {
    const { openRenderer } = (await import(`${webDist}/server/respondent.js`)) as { openRenderer: OpenRenderer };
    const [off, on] = await Promise.all([false, true].map((hasCredit) => openRenderer({}, hasCredit)));
    const input = { kind: "not_found", slug } as const;
    expect(off?.(input).html).not.toContain("page-credit");
    expect(on?.(input).html).toMatch(/page-credit.*Made with Pathform/);
    expect(await (await load(`/f/${slug}`)).text()).not.toContain("page-credit");
  });

  test("is revalidated each time, with 304 until the form changes", async () => {
    const first = await load(`/f/${slug}`);
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const known = { "If-None-Match": first.headers.get("etag") ?? "" };
    const again = await load(`/f/${slug}`, known);
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("vary")).toBe(first.headers.get("vary"));
    expect(policyOf(again)).toBe(policyOf(first));
    for (const change of [{ title: "Another title" }, { embed_origins: ["https://example.com"] }]) {
      const { headers } = await load(`/f/${slug}`);
      await expecting(200, me.patch(`/api/v2/form/${slug}/`, change));
      const changed = await load(`/f/${slug}`, { "If-None-Match": headers.get("etag") ?? "" });
      expect(changed.status).toBe(200);
    }
  });

  test("is compressed on request, and HEAD returns only its headers", async () => {
    const plain = await (await load(`/f/${slug}`, { "Accept-Encoding": "identity" })).text();
    const br = await loadRaw(`/f/${slug}`, { "accept-encoding": "gzip, br" });
    const gzip = await loadRaw(`/f/${slug}`, { "accept-encoding": "gzip, br;q=0" });
    expect(br.res.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(brotliDecompressSync(br.body).toString()).toBe(plain);
    expect(gzip.res.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzip.body).toString()).toBe(plain);
    const head = await load(`/f/${slug}`, { "Accept-Encoding": "identity" }, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(Buffer.byteLength(plain)),
      "",
    ]);
  });

  test("accepts no other method", async () => {
    const response = await load(`/f/${slug}`, {}, "POST");
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("HEAD, GET");
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  });
});

describe("a form without access", () => {
  test.each(["no-such-form", "a", "%00", "%F0%9F", "..%2f..%2fapi", "%3Cscript%3Ealert(1)", "A".repeat(100)])(
    "gets a not-found page for /f/%s, which echoes nothing",
    async (slug) => {
      const response = await load(`/f/${slug}`);
      const html = await response.text();
      expect([response.status, response.headers.get("cache-control")]).toEqual([404, "no-store"]);
      expect(html).toContain("Form not found");
      expect(html).not.toContain("alert");
      expect(policyOf(response)).toMatch(/^default-src 'none'; script-src 'self';/);
    },
  );

  test("shows its message if closed, and when it opens", async () => {
    const closed = await publishForm(me, survey(), { is_accepting_responses: false, closed_message: "Come <again>" });
    const later = await publishForm(me, survey(), { opens_at: "2099-01-31T12:00:00Z" });
    const pages = await Promise.all([closed, later].map(async (slug) => (await load(`/f/${slug}`)).text()));
    expect(pages[0]).toContain("Come &lt;again>");
    expect(pages[1]).toContain("January 31, 2099");
    for (const page of pages) expect(page).not.toContain("<h1>About name");
  });

  test("returns 404 if deleted", async () => {
    const slug = await publishForm(me, survey());
    expect((await load(`/f/${slug}`)).status).toBe(200);
    await expecting(204, me.delete(`/api/v2/form/${slug}/`));
    expect((await load(`/f/${slug}`)).status).toBe(404);
  });
});

describe("an owner's text", () => {
  const hostile = `</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>\u2028\u2029{{`;

  test("never becomes markup or script", async () => {
    const graph = chain({
      ...node("q", "short_text"),
      data: { title: hostile, config: { placeholder: `"> ${hostile}` } },
    });
    const slug = await publishForm(me, graph, { title: hostile.slice(0, 200), closed_message: hostile });
    const html = await (await load(`/f/${slug}`)).text();
    // the early-input script, the page's script and its data
    expect(html.match(/<script/g)).toHaveLength(3);
    expect(html).not.toMatch(/<img|<!--/);
    const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(html)?.[1] ?? "";
    expect(JSON.parse(data).form.graph.nodes[0].data.title).toBe(hostile);
  });

  test("is left out of the page if the form is over 100 kB", async () => {
    const long = "x".repeat(1_900);
    const nodes = Array.from({ length: 60 }, (_, index) => ({
      ...node(`q${index}`, "short_text"),
      data: { title: `About ${index}`, description: long, config: {} },
    }));
    const slug = await publishForm(me, chain(...nodes));
    const html = await (await load(`/f/${slug}`)).text();
    expect(html.length).toBeLessThan(20_000);
    expect(html).toContain("About 0");
    expect(html).toContain('"form":null');
  });

  test("sets a theme's colors in the only style element, and allows only its images' origins", async () => {
    const theme = await expecting(
      201,
      me.post("/api/v2/theme/", {
        name: `T ${unique()}`,
        colors: { primary: "#123456" },
        logo_url: "https://images.example.com/logo.png",
        background_image_url: "https://a;script-src.example.com/x.png",
      }),
    );
    const slug = await publishForm(me, survey(), { theme_id: theme.body.id });
    const response = await load(`/f/${slug}`);
    expect(await response.text()).toMatch(/<style>[^<]*#123456/);
    expect(directive(response, "img-src")).toBe("img-src 'self' data: https://images.example.com");
  });

  test("lets embed_origins and the builder frame the page", async () => {
    const slug = await publishForm(me, survey(), { embed_origins: ["https://a.example.com", "http://localhost:8080"] });
    expect(directive(await load(`/f/${slug}`), "frame-ancestors")).toBe(
      "frame-ancestors 'self' https://a.example.com http://localhost:8080",
    );
    await expecting(200, me.patch(`/api/v2/form/${slug}/`, { embed_origins: [] }));
    expect(directive(await load(`/f/${slug}`), "frame-ancestors")).toBe("frame-ancestors 'self'");
  });

  test("sets the direction by language", async () => {
    const slug = await publishForm(me, survey(), { language: "ar-EG" });
    expect(await (await load(`/f/${slug}`)).text()).toContain('<html lang="ar-EG" dir="rtl">');
  });
});

describe("a link to a form", () => {
  const metaOf = async (slug: string, query = "") => {
    const html = await (await load(`/f/${slug}${query}`)).text();
    const tags = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
    return Object.fromEntries([...tags].map(([, name, content]) => [name, content]));
  };
  const themed = async (images: Record<string, string>) => {
    const { body } = await expecting(201, me.post("/api/v2/theme/", { name: `T ${unique()}`, ...images }));
    return publishForm(me, survey(), { theme_id: body.id });
  };

  test("shows a card with the title, the welcome text and a default image that exists", async () => {
    const data = { title: "Hello", description: "Five questions,\n {{hidden:plan}}about lunch.", config: {} };
    const graph = {
      ...chain({ ...node("hi", "welcome_screen"), data }, node("q", "short_text")),
      hidden_fields: ["plan"],
    };
    const slug = await publishForm(me, graph, { title: 'Lunch & "more"' });
    const card = await metaOf(slug, "?plan=pro");
    expect(card).toMatchObject({
      description: "Five questions, about lunch.",
      "og:title": "Lunch &amp; &quot;more&quot;",
      "og:description": "Five questions, about lunch.",
      "og:url": `${baseUrl()}/f/${slug}`,
      "og:image:width": "1200",
      "twitter:card": "summary_large_image",
    });
    const image = await fetch(card["og:image"] ?? "");
    const bytes = Buffer.from(await image.arrayBuffer());
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(image.headers.get("cache-control")).toMatch(/immutable/);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(bytes.length).toBeLessThanOrEqual(60_000);
  });

  test("leads to the form in the language of the card", async () => {
    const translations = { de: { title: "Essen", "q.title": "Was?" } };
    const slug = await publishForm(me, { ...chain(node("q", "short_text")), translations }, { title: "Lunch" });
    const german = { "og:title": "Essen", "og:url": `${baseUrl()}/f/${slug}?lang=de` };
    expect(await metaOf(slug, "?lang=de")).toMatchObject(german);
    expect(await metaOf(slug, "?lang=en")).toMatchObject({ "og:title": "Lunch", "og:url": `${baseUrl()}/f/${slug}` });
  });

  test("shows the theme's background image, or else its logo", async () => {
    const logoUrl = "https://images.example.com/logo.png";
    const backgroundImageUrl = "https://images.example.com/wide.png";
    const both = await metaOf(await themed({ logo_url: logoUrl, background_image_url: backgroundImageUrl }));
    expect([both["og:image"], both["twitter:card"]]).toEqual([backgroundImageUrl, "summary_large_image"]);
    const one = await metaOf(await themed({ logo_url: logoUrl }));
    expect([one["og:image"], one["twitter:card"], one["og:image:width"]]).toEqual([logoUrl, "summary", undefined]);
  });

  test("says only what the page of a closed or missing form says", async () => {
    const first = { ...node("hi", "welcome_screen"), data: { title: "Hi", description: "Secret plans", config: {} } };
    const graph = chain(first, node("q", "short_text"));
    const closed = await publishForm(me, graph, { is_accepting_responses: false, closed_message: "Come again" });
    expect(await metaOf(closed)).toMatchObject({ "og:description": "Come again" });
    expect(await metaOf(await publishForm(me, survey()))).toMatchObject({
      "og:description": "Fill out this form online.",
    });
    expect(Object.keys(await metaOf("no-such-form"))).toEqual(["viewport"]);
  });
});

test("previews without a form or any call, framed only by this service", async () => {
  const response = await load("/f/never-published?preview");
  expect(response.status).toBe(200);
  expect(directive(response, "frame-ancestors")).toBe("frame-ancestors 'self'");
});

test("shows the form for a hidden field named preview", async () => {
  const slug = await publishForm(me, { ...survey(), hidden_fields: ["preview"] });
  const page = await (await load(`/f/${slug}?preview=pro`)).text();
  expect(page).toBe(await (await load(`/f/${slug}`)).text());
});

describe("files", () => {
  test("caches built files permanently, compressed, and returns 404 for others", async () => {
    const slug = await publishForm(me, survey());
    const script = scriptOf(await (await load(`/f/${slug}`)).text());
    const { res, body } = await loadRaw(script, { "accept-encoding": "br" });
    expect(res.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
    });
    expect(brotliDecompressSync(body).length).toBeGreaterThan(body.length);
    const { status } = await load(script, { "If-None-Match": String(res.headers.etag) });
    expect(status).toBe(304);
    for (const path of ["/assets/none.js", "/assets/..%2fstamp.json", "/assets/", "/stamp.json", "/f/", "/f"]) {
      expect((await load(path)).status).toBe(404);
    }
  });

  test("caches embed.js for an hour", async () => {
    const { status, headers } = await load("/embed.js");
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
  });
});
