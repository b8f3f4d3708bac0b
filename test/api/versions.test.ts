import { anonymous, createForm, expecting, type Owner, owner, publishForm, saveDraft } from "../support/api.ts";
import { chain, edge, end, graphOf, node, survey } from "../support/sampleGraphs.ts";

/** Publishing and versions (spec §Form version, §States, decisions §3, §4.4). */
const at = (slug: string) => `/api/v2/form/${slug}/`;
const timestamp = expect.stringMatching(/Z$/);

let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("publishes versions 1 and 2, keeps the draft and updates the public form", async () => {
  const slug = await createForm(me);
  await saveDraft(me, slug, survey());
  const first = await expecting(201, me.post(`${at(slug)}publish/`));
  expect(first.body).toEqual({ version_number: 1, published_at: timestamp, problems: expect.any(Array) });
  await saveDraft(me, slug, chain(node("only", "yes_no")));
  expect((await anonymous().get(`/api/v2/r/${slug}/`)).body.version_number).toBe(1);
  expect((await expecting(201, me.post(`${at(slug)}publish/`))).body.version_number).toBe(2);
  expect((await me.get(`${at(slug)}draft/`)).body.graph.nodes).toHaveLength(2);
  const { body } = await anonymous().get(`/api/v2/r/${slug}/`);
  expect(body).toMatchObject({ version_number: 2, graph: { entry_node_id: "only" } });
  expect((await me.get(at(slug))).body).toMatchObject({ published_version: 2, has_published_version: true });
});

test("returns 400 with problems for a draft with errors, and publishes nothing", async () => {
  const slug = await createForm(me);
  const graph = graphOf(
    [node("a", "short_text"), node("lost", "short_text"), end()],
    [edge("a", "end"), edge("a", "x")],
  );
  await saveDraft(me, slug, graph);
  const { body } = await expecting(400, me.post(`${at(slug)}publish/`));
  expect(body.errors).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^graph\.nodes\.lost: /),
      expect.stringMatching(/^graph\.edges\.1: /),
    ]),
  );
  expect(body.problems).toEqual((await me.get(`${at(slug)}draft/`)).body.problems);
  expect((await me.get(at(slug))).body.has_published_version).toBe(false);
  await expecting(404, anonymous().get(`/api/v2/r/${slug}/`));
});

test.each([
  ["no nodes at all", graphOf([], [])],
  ["no entry", { ...survey(), entry_node_id: null }],
  ["a missing entry node", { ...survey(), entry_node_id: "gone" }],
  [
    "a cycle",
    graphOf([node("a", "number"), node("b", "number"), end()], [edge("a", "b"), edge("b", "a"), edge("b", "end")]),
  ],
  ["a dead end", graphOf([node("a", "number")], [])],
  ["an unknown type", chain(node("q", "hologram"))],
  ["an unknown config key", chain(node("q", "short_text", { shoe_size: 44 }))],
  ["a choice without options", chain(node("q", "multiple_choice"))],
])("doesn't publish %s", async (_what, graph) => {
  const slug = await createForm(me);
  await saveDraft(me, slug, graph);
  const { body } = await expecting(400, me.post(`${at(slug)}publish/`));
  expect(body.problems.length).toBeGreaterThan(0);
});

test("returns 400 without a draft", async () => {
  const slug = await createForm(me);
  await expecting(400, me.post(`${at(slug)}publish/`));
});

test("assigns consecutive numbers to concurrent publishes", async () => {
  const slug = await createForm(me);
  await saveDraft(me, slug, survey());
  const replies = await Promise.all(Array.from({ length: 8 }, () => expecting(201, me.post(`${at(slug)}publish/`))));
  expect(replies.map(({ body }) => body.version_number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect((await me.get(at(slug))).body.published_version).toBe(8);
  expect((await anonymous().get(`/api/v2/r/${slug}/`)).body.version_number).toBe(8);
});

describe("the list", () => {
  test("lists every version, newest first, exactly one of them current", async () => {
    const slug = await publishForm(me, survey());
    await expecting(201, me.post(`${at(slug)}publish/`));
    const { body } = await expecting(200, me.get(`${at(slug)}versions/`));
    expect(body).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [2, 1].map((versionNumber) => ({
        id: expect.any(String),
        version_number: versionNumber,
        status: "published",
        is_valid: true,
        published_at: timestamp,
        published_by: { id: null, name: "Tests" },
        node_count: 4,
        edge_count: 3,
        is_current: versionNumber === 2,
      })),
    });
  });

  test("is empty before the first version", async () => {
    const slug = await createForm(me);
    expect((await me.get(`${at(slug)}versions/`)).body).toEqual({ count: 0, next: null, previous: null, results: [] });
  });
});

describe("one version", () => {
  test("is a snapshot that never changes", async () => {
    const graph = { ...survey(), nodes: survey().nodes.map((one) => ({ ...one, position: { x: 1, y: 2 } })) };
    const slug = await publishForm(me, graph);
    const first = (await expecting(200, me.get(`${at(slug)}versions/1/`))).body;
    expect(first).toMatchObject({ version_number: 1, is_current: true, node_count: 4, graph });
    await saveDraft(me, slug, chain());
    await expecting(201, me.post(`${at(slug)}publish/`));
    await expecting(200, me.patch(at(slug), { title: "Other" }));
    expect((await me.get(`${at(slug)}versions/1/`)).body).toEqual({ ...first, is_current: false });
  });

  test.each(["0", "2", "-1", "1.5", "one", "99999999999999999999", "01"])(
    "returns 404 for %s if there is only 1",
    async (n) => {
      const slug = await publishForm(me, survey());
      await expecting(404, me.get(`${at(slug)}versions/${n}/`));
      await expecting(404, me.post(`${at(slug)}versions/${n}/restore/`));
    },
  );

  test("can't be changed or deleted", async () => {
    const slug = await publishForm(me, survey());
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      await expecting(405, me.request(method, `${at(slug)}versions/1/`));
    }
  });
});

describe("restoring", () => {
  test("copies its graph into the draft and responds like GET draft", async () => {
    const slug = await publishForm(me, survey());
    await saveDraft(me, slug, chain());
    const reply = await expecting(200, me.post(`${at(slug)}versions/1/restore/`));
    expect(reply.body).toMatchObject({ graph: survey(), last_saved_at: timestamp, problems: [] });
    const draft = await me.get(`${at(slug)}draft/`);
    expect(draft.body).toEqual(reply.body);
    expect(draft.headers.get("etag")).toBe(reply.headers.get("etag"));
    expect((await me.get(at(slug))).body.published_version).toBe(1);
  });

  test("respects If-Match", async () => {
    const slug = await publishForm(me, survey());
    const stale = (await me.get(`${at(slug)}draft/`)).headers.get("etag") ?? "";
    const fresh = (await saveDraft(me, slug, chain())).headers.get("etag") ?? "";
    const restore = (etag: string) =>
      me.post(`${at(slug)}versions/1/restore/`, undefined, { headers: { "if-match": etag } });
    await expecting(409, restore(stale));
    expect((await me.get(`${at(slug)}draft/`)).body.graph.nodes).toHaveLength(1);
    await expecting(200, restore(fresh));
  });
});
