import { randomUUID } from "node:crypto";
import { search } from "../../services/web/respondent/challenge/search.ts";
import type { Challenge } from "../../shared/api/shapes/sessions.ts";
import { anonymous, complete, expecting, next, type Owner, owner, publishForm, start, walk } from "../support/api.ts";
import { chain, node, survey } from "../support/sampleGraphs.ts";

/**
 * The public respondent API (spec §Public respondent API, §States Session, decisions §5): bodies, statuses and headers.
 * The rules of a walk are tested in test/domain/graph/traverse.test.ts and test/service/sessions.
 */
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const resume = async (session: string) => (await expecting(200, anonymous().get(`/api/v2/r/session/${session}/`))).body;
const publicForm = (slug: string, headers = {}) => anonymous().get(`/api/v2/r/${slug}/`, { headers });
const response = async (slug: string, session: string) =>
  (await expecting(200, me.get(`/api/v2/form/${slug}/responses/${session}/`))).body;

let me: Owner;
let slug: string;
beforeAll(async () => {
  me = await owner();
  slug = await publishForm(me, survey(), { title: "Guests" });
});

describe("the published form", () => {
  test("contains what a page needs, without scoring and owners' fields", async () => {
    const graph = {
      ...survey(),
      nodes: survey().nodes.map((one) => ({ ...one, position: { x: 1, y: 2 } })),
      edges: survey().edges.map((one, index) => ({ id: `e${index}`, ...one })),
    };
    const published = await publishForm(me, graph, { title: "Guests" });
    const { body } = await expecting(200, publicForm(published));
    const fields = ["closed_message", "form", "graph", "is_open", "opens_at", "theme", "version_number"];
    expect(Object.keys(body).sort()).toEqual(fields);
    expect(body).toMatchObject({
      form: { id: expect.any(String), slug: published, title: "Guests", language: "en" },
      version_number: 1,
      theme: { name: "Path", layout: "centered", scheme: "auto", background_style: "tint" },
      is_open: true,
      closed_message: null,
    });
    expect(body.graph).toMatchObject({ schema_version: "2.0", entry_node_id: "name" });
    expect(body.graph.nodes.map(({ id }: { id: string }) => id)).toEqual(["name", "color", "age", "end"]);
    const text = JSON.stringify(body);
    for (const hidden of ["scoring", "points", "position"]) expect(text).not.toContain(hidden);
  });

  test("returns 304 for a matching ETag until something changes", async () => {
    const published = await publishForm(me, survey());
    const { headers } = await expecting(200, publicForm(published));
    const etag = headers.get("etag") ?? "";
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
    expect(headers.get("cache-control")).toBe("no-cache");
    const same = await expecting(304, publicForm(published, { "if-none-match": etag }));
    expect(same.body).toBeUndefined();
    await expecting(200, me.patch(`/api/v2/form/${published}/`, { title: "Changed" }));
    await expecting(200, publicForm(published, { "if-none-match": etag }));
  });

  test("returns 404 if never published, or if the form or session is unknown", async () => {
    const { body } = await me.post("/api/v2/form/", { title: "Draft only" });
    await expecting(404, publicForm(body.slug));
    await expecting(404, anonymous().post(`/api/v2/r/${body.slug}/start/`));
    await expecting(404, publicForm("no-such-form"));
    await expecting(404, anonymous().post("/api/v2/r/no-such-form/start/"));
    for (const id of [randomUUID(), "no-uuid"]) {
      await expecting(404, anonymous().get(`/api/v2/r/session/${id}/`));
      await expecting(404, next(id, "name", "Ada"));
      await expecting(404, complete(id));
    }
  });

  test("allows any origin without credentials", async () => {
    const { headers } = await publicForm(slug, { origin: "https://elsewhere.example" });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    const preflight = await anonymous().request("OPTIONS", `/api/v2/r/${slug}/start/`, undefined, {
      headers: {
        origin: "https://elsewhere.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    expect(preflight.status).toBeLessThan(300);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("content-type");
    const ownerSide = await me.get("/api/v2/form/", { headers: { origin: "https://elsewhere.example" } });
    expect(ownerSide.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("leaves unknown query parameters alone", async () => {
    await expecting(200, anonymous().get(`/api/v2/r/${slug}/?utm_source=mail&utm_source=again`));
    await expecting(201, anonymous().post(`/api/v2/r/${slug}/start/?fbclid=x`));
  });
});

describe("a walk", () => {
  test("starts once under the client's id, and returns its version's form with an ETag", async () => {
    const [id, ofVersion1] = [randomUUID(), "6ba7b810-9dad-11d1-80b4-00c04fd430c8"];
    const again = () => expecting(201, anonymous().post(`/api/v2/r/${slug}/start/`, { id }));
    const { body } = await again();
    expect(body).toMatchObject({ id, version_number: 1 });
    expect((await again()).body).toEqual(body);
    const path = `/api/v2/r/session/${id}/form/`;
    const form = await expecting(200, anonymous().get(path));
    expect(form.body).toEqual((await expecting(200, anonymous().get(`/api/v2/r/${slug}/`))).body);
    const etag = form.headers.get("etag") ?? "";
    await expecting(304, anonymous().get(path, { headers: { "if-none-match": etag } }));
    const refused = await expecting(400, anonymous().post(`/api/v2/r/${slug}/start/`, { id: ofVersion1 }));
    expect(refused.body.errors).toEqual(["id: must be a uuid of version 4 or 7"]);
    await expecting(404, anonymous().get(`/api/v2/r/session/${randomUUID()}/form/`));
  });

  test("starts at the entry, moves with each answer, ends at an end screen and completes", async () => {
    const started = await expecting(201, anonymous().post(`/api/v2/r/${slug}/start/`));
    expect(started.body).toEqual({
      id: expect.stringMatching(uuidV7),
      current_node_id: "name",
      traversal_path: ["name"],
      status: "in_progress",
      started_at: expect.stringMatching(/Z$/),
      version_number: 1,
    });
    const { id } = started.body;
    const first = await expecting(200, next(id, "name", "Ada"));
    expect(first.body).toEqual({ next_node_id: "color", is_complete: false, traversal_path: ["name", "color"] });
    await expecting(200, next(id, "color", "red"));
    const last = await expecting(200, next(id, "age", 36));
    expect(last.body).toEqual({
      next_node_id: "end",
      is_complete: true,
      traversal_path: ["name", "color", "age", "end"],
    });
    expect(await resume(id)).toEqual({
      id,
      status: "in_progress",
      current_node_id: "end",
      traversal_path: ["name", "color", "age", "end"],
      version_number: 1,
      form: { slug },
    });
    const done = await expecting(200, complete(id));
    expect(done.body).toEqual({
      id,
      status: "completed",
      completed_at: expect.stringMatching(/Z$/),
      end_node_id: "end",
      total_score: null,
    });
    expect(await resume(id)).toMatchObject({ status: "completed" });
  });

  test("returns 400 for an invalid or missing value without moving", async () => {
    const session = await start(slug);
    for (const value of [7, ["Ada"], "x".repeat(21), null, undefined]) {
      expect((await expecting(400, next(session, "name", value))).body.errors).toEqual([
        expect.stringMatching(/^value: /),
      ]);
    }
    expect(await resume(session)).toMatchObject({ current_node_id: "name" });
  });

  test("repeats the first reply, returns 409 for another value and cuts the path with back", async () => {
    const session = await start(slug);
    const first = await expecting(200, next(session, "name", "Ada"));
    await expecting(200, next(session, "color", "red"));
    expect((await expecting(200, next(session, "name", "Ada"))).body).toEqual(first.body);
    const { body } = await expecting(409, next(session, "color", "blue"));
    expect(body).toEqual({ detail: expect.any(String), current_node_id: "age" });
    expect((await expecting(409, complete(session))).body).toMatchObject({ current_node_id: "age" });
    const cut = await expecting(200, next(session, "name", "Grace", { back: true }));
    expect(cut.body).toEqual({ next_node_id: "color", is_complete: false, traversal_path: ["name", "color"] });
    expect(await response(slug, session)).toMatchObject({ answers: [{ answer: "Grace" }], total_score: 0 });
  });

  test("accepts only hidden fields that the graph declares", async () => {
    const form = await publishForm(me, { ...survey(), hidden_fields: ["source", "plan"] });
    const session = await start(form, { hidden: { source: "mail" } });
    expect((await response(form, session)).hidden).toEqual({ source: "mail" });
    const startWith = (hidden: unknown) => anonymous().post(`/api/v2/r/${form}/start/`, { hidden });
    const { body } = await expecting(400, startWith({ source: "mail", other: "x" }));
    expect(body.errors).toEqual(["hidden.other: unknown field"]);
    await expecting(400, startWith({ source: "x".repeat(1001) }));
    await expecting(400, startWith({ source: 7 }));
    await expecting(400, startWith(["mail"]));
    await expecting(400, anonymous().post(`/api/v2/r/${form}/start/`, { source: "mail" }));
    await expecting(201, startWith({ source: "x".repeat(1000), plan: "" }));
  });
});

describe("a form with a challenge", () => {
  const solved = ({ maxnumber, ...challenge }: Challenge) => {
    const number = search({ ...challenge, maxnumber });
    return Buffer.from(JSON.stringify({ ...challenge, number })).toString("base64");
  };

  test("starts sessions with the solution alone, from the endpoint or the refusal", async () => {
    const form = await publishForm(me, survey(), { bot_protection: "challenge" });
    expect((await expecting(200, publicForm(form))).body).toMatchObject({ bot_protection: "challenge" });
    const [id, other] = [randomUUID(), randomUUID()];
    const startWith = (body: unknown) => anonymous().post(`/api/v2/r/${form}/start/`, body);
    const asked = await expecting(200, anonymous().get(`/api/v2/r/${form}/challenge/?id=${id}`));
    expect(asked.headers.get("cache-control")).toBe("no-store");
    expect(Object.keys(asked.body).sort()).toEqual(["algorithm", "challenge", "maxnumber", "salt", "signature"]);
    const challenge = solved(asked.body);
    expect((await expecting(403, startWith({ id: other, challenge }))).body).toMatchObject({
      detail: expect.any(String),
      challenge: { algorithm: "SHA-256" },
    });
    const { body } = await expecting(201, startWith({ id: id.toUpperCase(), challenge }));
    expect((await expecting(201, startWith({ id }))).body).toEqual(body);
    const refused = await expecting(403, startWith({ id: other }));
    await expecting(201, startWith({ id: other, challenge: solved(refused.body.challenge) }));
    expect((await expecting(200, me.get(`/api/v2/form/${form}/responses/`))).body.count).toBe(2);
  });

  test("refuses to ask without a session's id, or for an unknown form", async () => {
    const form = await publishForm(me, survey(), { bot_protection: "challenge" });
    for (const query of ["", "?id=", "?id=no-uuid"])
      await expecting(400, anonymous().get(`/api/v2/r/${form}/challenge/${query}`));
    await expecting(404, anonymous().get(`/api/v2/r/no-such-form/challenge/?id=${randomUUID()}`));
    await expecting(400, anonymous().post(`/api/v2/r/${form}/start/`));
    await expecting(400, me.patch(`/api/v2/form/${form}/`, { bot_protection: "puzzle" }));
    await expecting(200, me.patch(`/api/v2/form/${form}/`, { bot_protection: "off" }));
    expect((await expecting(200, publicForm(form))).body).not.toHaveProperty("bot_protection");
    await expecting(201, anonymous().post(`/api/v2/r/${form}/start/`));
  });
});

describe("finishing later", () => {
  test("needs a mail server", async () => {
    const form = await publishForm(me, survey());
    for (const request of [
      me.patch(`/api/v2/form/${form}/`, { resume: "mail" }),
      me.post("/api/v2/form/", { title: "Later", resume: "mail" }),
    ])
      await expecting(409, request);
    await expecting(400, me.patch(`/api/v2/form/${form}/`, { resume: "paper" }));
    expect((await expecting(200, publicForm(form))).body).not.toHaveProperty("resume");
  });

  test("answers every well-formed request for a link alike, and no link that isn't ours", async () => {
    const [form, key] = [await publishForm(me, survey()), "k".repeat(22)];
    const id = (await expecting(201, anonymous().post(`/api/v2/r/${form}/start/`, { resume_key: key }))).body.id;
    for (const session of [id, randomUUID()]) {
      const ask = (body: unknown) =>
        anonymous().post(`/api/v2/r/session/${session}/resume/`, body, { headers: { "resume-key": key } });
      await expecting(204, ask({ email: "ada@example.com" }));
      for (const body of [{}, { email: 1 }, { email: "ada" }]) await expecting(400, ask(body));
    }
    await expecting(400, anonymous().post(`/api/v2/r/${form}/start/`, { resume_key: "short" }));
    await expecting(404, anonymous().post("/api/v2/r/resume/", { token: "x" }));
  });
});

describe("a closed form", () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

  test("starts no session and says why, and lets people who already started finish", async () => {
    const form = await publishForm(me, survey());
    const underWay = await start(form);
    for (const closed of [{ is_accepting_responses: false }, { opens_at: ago(-1) }, { closes_at: ago(1) }]) {
      const open = { is_accepting_responses: true, opens_at: null, closes_at: null };
      const fields = { ...open, ...closed, closed_message: "See you in spring" };
      await expecting(200, me.patch(`/api/v2/form/${form}/`, fields));
      expect((await publicForm(form)).body).toMatchObject({ is_open: false, closed_message: "See you in spring" });
      const { body } = await expecting(409, anonymous().post(`/api/v2/r/${form}/start/`));
      expect(body.detail).toBe("See you in spring");
    }
    await expecting(200, next(underWay, "name", "Ada"));
    for (const id of ["color", "age"]) await expecting(200, next(underWay, id));
    await expecting(200, complete(underWay));
  });

  test("lets people who already started finish if the form is deleted", async () => {
    const form = await publishForm(me, chain(node("q", "yes_no")));
    const session = await start(form);
    await expecting(204, me.delete(`/api/v2/form/${form}/`));
    await expecting(200, next(session, "q", "no"));
    await expecting(200, complete(session));
  });
});

test("accepts responses again after one of a full form is deleted", async () => {
  const form = await publishForm(me, chain(node("q", "yes_no")), { response_limit: 1 });
  const late = await start(form);
  await expecting(200, next(late, "q", "no"));
  const session = await walk(form, { q: "yes" });
  await expecting(409, anonymous().post(`/api/v2/r/${form}/start/`));
  await expecting(409, complete(late));
  expect((await publicForm(form)).body.is_open).toBe(false);
  await expecting(204, me.delete(`/api/v2/form/${form}/responses/${session}/`));
  await expecting(201, anonymous().post(`/api/v2/r/${form}/start/`));
  await expecting(200, complete(late));
});

test("reveals no answers in replies", async () => {
  const session = await start(slug);
  const replies = [
    await next(session, "name", "S3cret"),
    await next(session, "color", "red"),
    await next(session, "name", "Other"),
    await next(session, "age", null),
    await complete(session),
  ];
  const text = JSON.stringify([...replies.map(({ body }) => body), await resume(session)]);
  expect(text).not.toContain("S3cret");
  expect(text).not.toContain('"red"');
});
