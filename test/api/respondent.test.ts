import { randomUUID } from "node:crypto";
import {
  anonymous,
  complete,
  expecting,
  next,
  type Owner,
  owner,
  publishForm,
  saveDraft,
  start,
  walk,
} from "../support/api.ts";
import { chain, edge, end, graphOf, node, survey } from "../support/sampleGraphs.ts";

/** The open respondent API (spec §Public respondent API, §States Session; decisions §5). */
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
  test("is what a page needs, without scoring and without what is only the owner's", async () => {
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
      theme: { name: "Default" },
      is_open: true,
      closed_message: null,
    });
    expect(body.graph).toMatchObject({ schema_version: "2.0", entry_node_id: "name" });
    expect(body.graph.nodes.map(({ id }: { id: string }) => id)).toEqual(["name", "color", "age", "end"]);
    const text = JSON.stringify(body);
    for (const hidden of ["scoring", "points", "position"]) expect(text).not.toContain(hidden);
  });

  test("has an ETag that spares sending it again, until something changes", async () => {
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

  test("is 404 when it was never published, and when there is none", async () => {
    const { body } = await me.post("/api/v2/form/", { title: "Draft only" });
    await expecting(404, publicForm(body.slug));
    await expecting(404, anonymous().post(`/api/v2/r/${body.slug}/start/`));
    await expecting(404, publicForm("no-such-form"));
    await expecting(404, anonymous().post("/api/v2/r/no-such-form/start/"));
  });

  test("is for pages of any origin, without credentials", async () => {
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
  test("under an id of the client's own starts once, and keeps its version's form with a tag", async () => {
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

  test("starts at the entry, moves on with each answer, ends at an end screen, and completes", async () => {
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

  test("shows its score at the end only where the end screen says so", async () => {
    const graph = survey();
    const scored = { ...graph, nodes: [...graph.nodes.slice(0, -1), end("end", { show_score: true })] };
    const session = await walk(await publishForm(me, scored), { name: "Ada", color: "red" });
    expect((await complete(session)).body.total_score).toBe(5);
  });

  test("takes the first edge whose condition is true, and the fallback where none is", async () => {
    const graph = graphOf(
      [node("age", "number"), end("young"), end("old"), end("unsaid")],
      [edge("age", "young", { op: "lt", right: 30 }), edge("age", "old", { op: "gte", right: 30 })],
      { fallback_end_node_id: "unsaid" },
    );
    const branching = await publishForm(me, graph);
    for (const [value, last] of [
      [29, "young"],
      [30, "old"],
      [null, "unsaid"],
    ] as const) {
      const session = await start(branching);
      expect((await next(session, "age", value)).body).toMatchObject({ next_node_id: last, is_complete: true });
    }
  });

  test("passes a welcome screen with no value", async () => {
    const graph = chain(node("hello", "welcome_screen"), node("q", "yes_no"));
    const welcoming = await publishForm(me, graph);
    const session = await start(welcoming);
    await expecting(400, next(session, "hello", "hi"));
    await expecting(200, next(session, "hello"));
    await expecting(200, next(session, "hello", null));
    await expecting(200, next(session, "q", "yes"));
    expect((await response(welcoming, session)).answers).toHaveLength(1);
  });

  test.each([null, "", "   ", undefined])(
    "skips an optional question with %j: no answer, but on the path",
    async (value) => {
      const optional = await publishForm(me, chain(node("maybe", "short_text")));
      const session = await start(optional);
      await expecting(200, next(session, "maybe", value));
      expect(await response(optional, session)).toMatchObject({ answers: [], traversal_path: ["maybe", "end"] });
    },
  );

  test.each([null, "", "  \t", undefined])("does not pass a required question with %j", async (value) => {
    const session = await start(slug);
    const { body } = await expecting(400, next(session, "name", value));
    expect(body.errors).toEqual([expect.stringMatching(/^value: /)]);
    expect(await resume(session)).toMatchObject({ current_node_id: "name" });
  });

  test("with a bad value is 400, and the session does not move", async () => {
    const session = await start(slug);
    for (const value of [7, true, [], {}, ["Ada"], "x".repeat(21)]) {
      expect((await expecting(400, next(session, "name", value))).body.errors).toEqual([
        expect.stringMatching(/^value: /),
      ]);
    }
    await expecting(200, next(session, "name", "Ada"));
    for (const value of ["green", "Red", 5]) await expecting(400, next(session, "color", value));
    expect(await resume(session)).toMatchObject({ current_node_id: "color" });
  });

  test("keeps the version that it started with, whatever is published later", async () => {
    const form = await publishForm(me, survey());
    const session = await start(form);
    await saveDraft(me, form, chain(node("other", "yes_no")));
    await expecting(201, me.post(`/api/v2/form/${form}/publish/`));
    await expecting(200, next(session, "name", "Ada"));
    expect(await resume(session)).toMatchObject({ version_number: 1, current_node_id: "color" });
    expect(await resume(await start(form))).toMatchObject({ version_number: 2, current_node_id: "other" });
  });

  test("takes hidden fields that the graph declares, and no others", async () => {
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

describe("sending a step again", () => {
  test("with the value that it has gets the first reply and changes nothing", async () => {
    const session = await start(slug);
    const first = await expecting(200, next(session, "name", "Ada"));
    await expecting(200, next(session, "color", "blue"));
    const before = await response(slug, session);
    expect((await expecting(200, next(session, "name", "Ada"))).body).toEqual(first.body);
    expect((await expecting(200, next(session, "name", "Ada", { back: true }))).body).toEqual(first.body);
    expect(await response(slug, session)).toEqual(before);
  });

  test("counts all empty values as the same skip", async () => {
    const form = await publishForm(
      me,
      chain(node("maybe", "checkbox", { options: [{ value: "a", label: "A" }] }), node("q", "yes_no")),
    );
    const session = await start(form);
    const first = await expecting(200, next(session, "maybe", []));
    for (const value of [null, undefined, "", {}]) {
      expect((await expecting(200, next(session, "maybe", value))).body).toEqual(first.body);
    }
  });

  test("with another value is 409 with the current node, and erases nothing", async () => {
    const session = await start(slug);
    await expecting(200, next(session, "name", "Ada"));
    await expecting(200, next(session, "color", "blue"));
    const { body } = await expecting(409, next(session, "name", "Grace"));
    expect(body).toMatchObject({ current_node_id: "age" });
    expect((await response(slug, session)).answers).toMatchObject([{ answer: "Ada" }, { answer: "blue" }]);
  });

  test("ten times at once counts once", async () => {
    const session = await start(slug);
    const replies = await Promise.all(Array.from({ length: 10 }, () => expecting(200, next(session, "name", "Ada"))));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await response(slug, session)).answers).toHaveLength(1);
  });

  test("of different values at once one wins whole, the others get 409", async () => {
    const session = await start(slug);
    const values = ["Ada", "Grace", "Edsger", "Barbara", "Alan", "Donald"];
    const replies = await Promise.all(values.map((value) => next(session, "name", value)));
    const winners = values.filter((_, index) => replies[index]?.status === 200);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await response(slug, session)).answers).toMatchObject([{ answer: winners[0] }]);
  });

  test("at a node that is neither passed nor current is 409; an end node too; an unknown one too", async () => {
    const session = await start(slug);
    for (const id of ["age", "end", "nowhere", "__proto__"]) {
      expect((await expecting(409, next(session, id, null))).body.current_node_id).toBe("name");
    }
  });
});

describe("going back", () => {
  test("with another value cuts the path there, and the score is that of the new path", async () => {
    const session = await start(slug);
    await expecting(200, next(session, "name", "Ada"));
    await expecting(200, next(session, "color", "red"));
    await expecting(200, next(session, "age", 36));
    expect((await response(slug, session)).total_score).toBe(5);
    const { body } = await expecting(200, next(session, "color", "blue", { back: true }));
    expect(body).toEqual({ next_node_id: "age", is_complete: false, traversal_path: ["name", "color", "age"] });
    const detail = await response(slug, session);
    expect(detail).toMatchObject({
      total_score: 1,
      score_breakdown: { color: 1 },
      answers_count: 2,
      traversal_path: ["name", "color", "age"],
      answers: [{ answer: "Ada" }, { answer: "blue" }],
    });
  });

  test("from the end screen works, and the walk can then complete", async () => {
    const session = await start(slug);
    await next(session, "name", "Ada");
    await next(session, "color", "red");
    await next(session, "age", 36);
    await expecting(200, next(session, "name", "Grace", { back: true }));
    await expecting(409, complete(session));
    await expecting(200, next(session, "color", null));
    await expecting(200, next(session, "age", null));
    await expecting(200, complete(session));
    expect(await response(slug, session)).toMatchObject({ answers_count: 1, total_score: 0 });
  });

  test("at the current node is an answer like any other", async () => {
    const session = await start(slug);
    await expecting(200, next(session, "name", "Ada", { back: true }));
  });
});

describe("completing", () => {
  test("before an end screen is 409", async () => {
    const session = await start(slug);
    await expecting(409, complete(session));
    expect(await resume(session)).toMatchObject({ status: "in_progress" });
  });

  test("again gives the same answer", async () => {
    const session = await walk(slug, { name: "Ada" });
    const bodies = await Promise.all(Array.from({ length: 5 }, async () => (await complete(session)).body));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  test("ends the session: only a repeat is still answered", async () => {
    const session = await walk(slug, { name: "Ada" });
    await expecting(200, next(session, "name", "Ada"));
    await expecting(409, next(session, "name", "Grace"));
    await expecting(409, next(session, "name", "Grace", { back: true }));
    expect((await response(slug, session)).answers).toMatchObject([{ answer: "Ada" }]);
  });
});

describe("a session that is not there", () => {
  test.each(["00000000-0000-4000-8000-000000000000", "no-uuid"])("is 404: %s", async (id) => {
    await expecting(404, anonymous().get(`/api/v2/r/session/${id}/`));
    await expecting(404, next(id, "name", "Ada"));
    await expecting(404, complete(id));
  });
});

describe("a closed form", () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  test.each<[string, object]>([
    ["that accepts no responses", { is_accepting_responses: false }],
    ["that opens later", { opens_at: ago(-1) }],
    ["that has closed", { closes_at: ago(1) }],
  ])("%s starts no session, and says why", async (_what, fields) => {
    const form = await publishForm(me, survey());
    const underWay = await start(form);
    await expecting(200, me.patch(`/api/v2/form/${form}/`, { ...fields, closed_message: "See you in spring" }));
    expect((await publicForm(form)).body).toMatchObject({ is_open: false, closed_message: "See you in spring" });
    const { body } = await expecting(409, anonymous().post(`/api/v2/r/${form}/start/`));
    expect(body.detail).toBe("See you in spring");
    // who had begun goes on
    for (const [id, value] of [
      ["name", "Ada"],
      ["color", null],
      ["age", null],
    ] as const) {
      await expecting(200, next(underWay, id, value));
    }
    await expecting(200, complete(underWay));
    await me.patch(`/api/v2/form/${form}/`, { closed_message: null });
    expect((await expecting(409, anonymous().post(`/api/v2/r/${form}/start/`))).body.detail).not.toBe("");
  });

  test("goes on for those under way when it is deleted", async () => {
    const form = await publishForm(me, chain(node("q", "yes_no")));
    const session = await start(form);
    await expecting(204, me.delete(`/api/v2/form/${form}/`));
    await expecting(200, next(session, "q", "no"));
    await expecting(200, complete(session));
  });
});

describe("the response limit", () => {
  test("is exact when many complete at once; who comes too late keeps the answers", async () => {
    const form = await publishForm(me, chain(node("q", "yes_no")), { response_limit: 5 });
    const sessions = await Promise.all(Array.from({ length: 12 }, () => start(form)));
    await Promise.all(sessions.map((session) => expecting(200, next(session, "q", "yes"))));
    const replies = await Promise.all(sessions.map((session) => complete(session)));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(7).fill(409)]);
    await expecting(409, anonymous().post(`/api/v2/r/${form}/start/`));
    expect((await publicForm(form)).body.is_open).toBe(false);
    const late = sessions[replies.findIndex(({ status }) => status === 409)] as string;
    expect(await response(form, late)).toMatchObject({ status: "in_progress", answers: [{ answer: "yes" }] });
    expect((await me.get(`/api/v2/form/${form}/`)).body).toMatchObject({ completed_sessions: 5, total_sessions: 12 });

    await expecting(200, me.patch(`/api/v2/form/${form}/`, { response_limit: 6 }));
    await expecting(200, complete(late));
    await expecting(409, anonymous().post(`/api/v2/r/${form}/start/`));
  });

  test("counts an erased response no longer", async () => {
    const form = await publishForm(me, chain(node("q", "yes_no")), { response_limit: 1 });
    const session = await walk(form, { q: "yes" });
    await expecting(409, anonymous().post(`/api/v2/r/${form}/start/`));
    await expecting(204, me.delete(`/api/v2/form/${form}/responses/${session}/`));
    await expecting(201, anonymous().post(`/api/v2/r/${form}/start/`));
  });
});

test("all answers of a session together are at most 256 KiB", async () => {
  const texts = Array.from({ length: 5 }, (_, index) => node(`t${index}`, "long_text", { max_length: 20_000 }));
  const session = await start(await publishForm(me, chain(...texts)));
  const long = "\u{1F600}".repeat(16_000);
  for (const { id } of texts.slice(0, 4)) await expecting(200, next(session, id, long));
  const { body } = await expecting(400, next(session, "t4", long));
  expect(body.errors).toEqual([expect.stringMatching(/^value: /)]);
  await expecting(200, next(session, "t4", "short"));
});

test("replies tell nothing of what was answered", async () => {
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
