import { anonymous, baseUrl, createForm, expecting, type Owner, owner, publishForm, start } from "../support/api.ts";
import { survey } from "../support/sampleGraphs.ts";

/** HTTP conventions and invalid requests (spec §Errors, decisions §1). */
const formsPath = "/api/v2/form/";
const json = { "content-type": "application/json" };
const raw = (text: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) => ({
  raw: text,
  headers,
});

let me: Owner;
let slug: string;
let session: string;
beforeAll(async () => {
  me = await owner();
  slug = await publishForm(me, survey());
  session = await start(slug);
});

/** Endpoints with a body from each part of the API, including public ones. */
const writing = (): [string, string][] => [
  ["POST", formsPath],
  ["PATCH", `${formsPath}${slug}/`],
  ["PUT", `${formsPath}${slug}/draft/`],
  ["POST", `/api/v2/r/${slug}/start/`],
  ["POST", `/api/v2/r/session/${session}/next/`],
  ["POST", "/api/integrations/webhook/"],
  ["POST", "/api/auth/login/"],
];

describe("an invalid body", () => {
  test.each<[string, string]>([
    ["malformed", '{"title": "x"'],
    ["single quotes", "{'title': 'x'}"],
    ["a bare word", "title"],
    ["two values", "{}{}"],
    ["a byte order mark's worth of nothing", " "],
  ])("with %s gets 400 everywhere", async (_what, text) => {
    for (const [method, path] of writing()) await expecting(400, me.request(method, path, undefined, raw(text)));
  });

  test("returns 400 for invalid UTF-8", async () => {
    const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    for (const [method, path] of writing()) await expecting(400, me.request(method, path, undefined, raw(bytes)));
  });

  test.each(["[]", '"text"', "5", "null", "true"])("returns 400 for %s instead of an object", async (text) => {
    for (const [method, path] of writing()) await expecting(400, me.request(method, path, undefined, raw(text)));
  });
});

describe("a content type", () => {
  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])(
    "%s gets 415",
    async (type) => {
      for (const [method, path] of writing()) {
        await expecting(415, me.request(method, path, undefined, raw("title=x", { "content-type": type })));
      }
    },
  );

  test("gets 415 if absent, unless the body is empty too", async () => {
    const bytes = new TextEncoder().encode('{"title":"x"}');
    await expecting(415, me.request("POST", formsPath, undefined, raw(bytes, {})));
    await expecting(201, me.post(`/api/v2/r/${slug}/start/`));
    await expecting(201, me.post(`${formsPath}${slug}/publish/`));
  });

  test("can name UTF-8 in any case", async () => {
    for (const type of ["application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"']) {
      await expecting(201, me.request("POST", formsPath, undefined, raw('{"title":"x"}', { "content-type": type })));
    }
  });
});

describe("publish, start and complete", () => {
  test("accept only an empty object", async () => {
    await expecting(201, me.post(`${formsPath}${slug}/publish/`, {}));
    await expecting(400, me.post(`${formsPath}${slug}/publish/`, { title: "x" }));
    await expecting(201, anonymous().post(`/api/v2/r/${slug}/start/`, {}));
    const { body } = await expecting(400, anonymous().post(`/api/v2/r/session/${session}/complete/`, { score: 1 }));
    expect(body.errors).toEqual(["score: unknown field"]);
  });
});

describe("size and depth", () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;

  test("rejects bodies over 1 MiB with 413 and serves the next request", async () => {
    const body = JSON.stringify({ title: "x".repeat(1024 * 1024) });
    for (const [method, path] of writing()) await expecting(413, me.request(method, path, undefined, raw(body)));
    await expecting(200, me.get(formsPath));
  });

  test("rejects bodies over 1 MiB sent without Content-Length", async () => {
    const piece = new TextEncoder().encode("x".repeat(64 * 1024));
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 40) controller.close();
        else controller.enqueue(piece);
      },
    });
    const options = { method: "POST", headers: { ...json, cookie: me.cookie }, body, duplex: "half" };
    const response = await fetch(baseUrl() + formsPath, options as RequestInit).catch((error) => error);
    // the response may arrive during the upload, and the connection may close
    if (response instanceof Response) expect(response.status).toBe(413);
    await expecting(200, me.get(formsPath));
  });

  test("rejects a respondent's body over 300 KiB with 413", async () => {
    const value = "x".repeat(300 * 1024);
    await expecting(413, anonymous().post(`/api/v2/r/session/${session}/next/`, { node_id: "name", value }));
    await expecting(413, anonymous().post(`/api/v2/r/${slug}/start/`, { hidden: { a: value } }));
  });

  test("rejects too many values with 413, with different limits for respondents, owners and drafts", async () => {
    const many = (count: number) => raw(`{"title":"x","a":[${"0,".repeat(count)}0]}`);
    await expecting(413, anonymous().request("POST", `/api/v2/r/${slug}/start/`, undefined, many(20_000)));
    await expecting(413, me.request("POST", formsPath, undefined, many(20_000)));
    await expecting(400, me.request("POST", formsPath, undefined, many(19_990)));
    await expecting(400, me.request("PUT", `${formsPath}${slug}/draft/`, undefined, many(199_990)));
    await expecting(413, me.request("PUT", `${formsPath}${slug}/draft/`, undefined, many(200_000)));
  });

  test("reads a body just under 1 MiB", async () => {
    const { body } = await expecting(400, me.post(formsPath, { title: "x".repeat(900 * 1024) }));
    expect(body.errors).toEqual([expect.stringContaining("title:")]);
  });

  test.each([33, 1000, 50_000])("returns 400 for %i levels of nesting", async (levels) => {
    // 50,000 levels are 300 KB, too large for a sign-in before they are too deep
    const paths = writing().filter(([, path]) => levels < 5_000 || !path.startsWith("/api/auth/"));
    for (const [method, path] of paths) {
      await expecting(400, me.request(method, path, undefined, raw(nested(levels))));
    }
  });

  test("reads 32 levels of nesting", async () => {
    const { body } = await expecting(400, me.request("POST", formsPath, undefined, raw(nested(32))));
    expect(body.errors).toEqual(expect.arrayContaining(["a: unknown field"]));
  });
});

describe("forbidden keys and text", () => {
  test.each(["__proto__", "constructor", "prototype"])("returns 400 for the key %s at any depth", async (key) => {
    for (const [method, path] of writing()) {
      await expecting(400, me.request(method, path, undefined, raw(`{"${key}": {"x": 1}}`)));
      await expecting(400, me.request(method, path, undefined, raw(`{"title": "x", "a": [{"b": {"${key}": 1}}]}`)));
    }
    const config = { data: { config: { placeholder: "x" } } };
    const graph = { ...survey(), nodes: [{ id: "q", question_type: "short_text", ...config }] };
    const text = JSON.stringify({ graph }).replace('"placeholder"', `"${key}"`);
    await expecting(400, me.request("PUT", `${formsPath}${slug}/draft/`, undefined, raw(text)));
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });

  test("returns 400 for U+0000 in a value and in a key", async () => {
    await expecting(400, me.post(formsPath, { title: "a\u0000b" }));
    await expecting(400, me.patch(`${formsPath}${slug}/`, { closed_message: "\u0000" }));
    await expecting(400, anonymous().post(`/api/v2/r/session/${session}/next/`, { node_id: "name", value: "a\u0000" }));
    await expecting(
      400,
      anonymous().post(`/api/v2/r/session/${session}/next/`, { node_id: "name", value: { "\u0000": 1 } }),
    );
    await expecting(400, me.get(`${formsPath}?search=a%00b`));
    await expecting(404, me.get(`${formsPath}a%00b/`));
  });

  test("returns 400 for half a surrogate pair", async () => {
    await expecting(400, me.request("POST", formsPath, undefined, raw('{"title":"\\ud800"}')));
  });
});

describe("a path", () => {
  test.each([
    "/api/",
    "/api/v2/",
    "/api/v2/forms/",
    "/api/v3/form/",
    "/api/v2/form/x/unknown/",
    "/api/v2/r/",
    "/API/v2/form/",
    "/api/v2//form/",
    "/api/v2/form/%zz/",
    "/api/v2/form/..%2f..%2fauth/",
    "/nowhere",
    "/api/~node/services",
  ])("returns 404 for %s", async (path) => {
    await expecting(404, me.get(path));
  });

  test("works with and without a trailing slash", async () => {
    const withSlash = await expecting(200, me.get(`${formsPath}${slug}/`));
    const without = await expecting(200, me.get(`${formsPath}${slug}`));
    expect(without.body).toEqual(withSlash.body);
    await expecting(201, me.post(formsPath.slice(0, -1), { title: "x" }));
    await expecting(200, anonymous().get(`/api/v2/r/${slug}`));
    await expecting(200, me.get(`${formsPath.slice(0, -1)}?limit=1`));
  });

  test.each([
    ["PUT", formsPath, ["GET", "HEAD", "POST"]],
    ["DELETE", "/api/v2/form/x/draft/", ["GET", "HEAD", "PUT"]],
    ["GET", "/api/v2/form/x/publish/", ["POST"]],
    ["POST", "/api/v2/form/x/responses/", ["GET", "HEAD"]],
    ["GET", "/api/v2/r/x/start/", ["POST"]],
    ["PATCH", "/api/auth/login/", ["POST"]],
    ["HEAD", "/api/auth/login/", ["POST"]],
  ])("returns 405 with Allow for %s %s to every caller", async (method, path, allowed) => {
    for (const by of [me, anonymous()]) {
      const { headers } = await expecting(405, by.request(method, path));
      const named = (headers.get("allow") ?? "").split(", ").filter((name) => name !== "OPTIONS");
      expect(named.sort()).toEqual(allowed);
    }
  });

  test("answers HEAD like GET without the body", async () => {
    const get = await me.get(`${formsPath}${slug}/`);
    const head = await expecting(200, me.head(`${formsPath}${slug}/`));
    expect(head.body).toBeUndefined();
    for (const name of ["content-type", "content-length"]) expect(head.headers.get(name)).toBe(get.headers.get(name));
    await expecting(404, me.head(`${formsPath}no-such-form/`));
    await expecting(200, anonymous().head(`/api/v2/r/${slug}/`));
    await expecting(200, me.head(`${formsPath}${slug}/responses/export/`));
  });
});

describe("X-Request-Id", () => {
  test.each(["a", "A.b_c-9", "x".repeat(64)])("keeps a valid %s", async (id) => {
    const { headers } = await me.get(formsPath, { headers: { "x-request-id": id } });
    expect(headers.get("x-request-id")).toBe(id);
  });

  test.each(["x".repeat(65), "a b", "a/b", "é", "a,b"])("replaces an invalid %s", async (id) => {
    const { headers } = await me.get(formsPath, { headers: { "x-request-id": id } });
    expect(headers.get("x-request-id")).not.toBe(id);
  });

  test("differs for each request, also on errors and health", async () => {
    const replies = [await me.get(formsPath), await me.get(formsPath), await anonymous().get("/nowhere")];
    replies.push(await anonymous().get("/healthz"), await expecting(200, anonymous().get("/readyz")));
    expect(new Set(replies.map(({ headers }) => headers.get("x-request-id"))).size).toBe(5);
  });
});

test("names every unknown field by its path", async () => {
  const { body } = await expecting(400, me.post(formsPath, { title: "x", a: 1, b: { c: 2 } }));
  expect(body.errors.sort()).toEqual(["a: unknown field", "b: unknown field"]);
  const graph = { ...survey(), nodes: [{ ...survey().nodes[0], extra: 1 }] };
  const draft = await expecting(400, me.put(`${formsPath}${slug}/draft/`, { graph }));
  expect(draft.body.errors).toEqual(["graph.nodes.0.extra: unknown field"]);
  const next = { node_id: "name", value: "Ada", score: 100 };
  const step = await expecting(400, anonymous().post(`/api/v2/r/session/${session}/next/`, next));
  expect(step.body.errors).toEqual(["score: unknown field"]);
});

test("names fields with a wrong type", async () => {
  const step = (body: object) => anonymous().post(`/api/v2/r/session/${session}/next/`, body);
  for (const [body, error] of [
    [{ value: "Ada" }, "node_id:"],
    [{ node_id: 1, value: "Ada" }, "node_id:"],
    [{ node_id: "name", value: "Ada", back: "yes" }, "back:"],
  ] as const) {
    expect((await expecting(400, step(body))).body.errors).toEqual([expect.stringContaining(error)]);
  }
});

test("reveals no internals in errors", async () => {
  const replies = await Promise.all([
    me.get(`${formsPath}'; select 1; --/`),
    me.post(formsPath, { title: "x", slug: "'; drop table forms.forms; --" }),
    me.get(`${formsPath}${slug}/responses/%00/`),
    me.get(`${formsPath}?ordering=id;drop`),
    anonymous().get(`/api/v2/r/session/${"f".repeat(300)}/`),
    me.put(`${formsPath}${slug}/draft/`, { graph: "text" }),
  ]);
  for (const { status, body } of replies) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(body)).not.toMatch(
      /\bat .*\.[tj]s:|node_modules|Moleculer|MikroORM|syntax error|postgres|\$node/i,
    );
  }
});

test("prevents caching and type sniffing of responses", async () => {
  const { headers } = await me.get(`${formsPath}${slug}/`);
  expect(headers.get("cache-control")).toContain("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-powered-by")).toBeNull();
});

test("returns unusual text as sent", async () => {
  const title = `<script>alert(1)</script> " ' \\ 😀 \u202e %00 ${"{{"}`;
  const made = await createForm(me, { title });
  expect((await me.get(`${formsPath}${made}/`)).body.title).toBe(title);
});
