import { anonymous, createForm, expecting, type Owner, owner, publishForm, saveDraft } from "../support/api.ts";
import { chain, edge, end, graphOf, node, survey } from "../support/sampleGraphs.ts";

/** The draft and its validation (spec §Draft graph, decisions §3, §4, §4.4). */
const draftOf = (slug: string) => `/api/v2/form/${slug}/draft/`;
const timestamp = expect.stringMatching(/Z$/);

let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("returns 404 until a draft is saved", async () => {
  const slug = await createForm(me);
  await expecting(404, me.get(draftOf(slug)));
  await expecting(404, me.post(`${draftOf(slug)}validate/`));
});

test("stores everything as sent", async () => {
  const graph = {
    ...survey(),
    hidden_fields: ["source"],
    fallback_end_node_id: "end",
    nodes: survey().nodes.map((one, index) => ({ ...one, position: { x: index * 10.5, y: -3 } })),
    edges: survey().edges.map((one, index) => ({ id: `e${index}`, ...one })),
  };
  const slug = await createForm(me);
  const saved = await saveDraft(me, slug, graph);
  expect(saved.body).toEqual({ graph, last_saved_at: timestamp });
  const { body } = await expecting(200, me.get(draftOf(slug)));
  const savedBy = { id: null, name: "Tests" };
  expect(body).toEqual({
    title: "A form",
    graph,
    last_saved_at: saved.body.last_saved_at,
    saved_by: savedBy,
    problems: [],
  });
  expect((await me.get(`/api/v2/form/${slug}/`)).body.draft_saved_at).toBe(body.last_saved_at);
});

test("keeps text unchanged: no trimming or normalizing, in any script", async () => {
  const texts = ["  spaces  ", "e\u0301", "日本語 👩‍👩‍👧", "<b>&amp;</b>", "\\u0041 \n\t\u2028", "' or 1=1 --"];
  const graph = chain(
    ...texts.map((title, index) => ({ ...node(`n${index}`, "short_text"), data: { title, config: {} } })),
  );
  const slug = await createForm(me);
  const { body } = await saveDraft(me, slug, graph);
  expect(body.graph.nodes.slice(0, -1).map((one: { data: { title: string } }) => one.data.title)).toEqual(texts);
});

test.each<[string, object]>([
  ["no nodes", { nodes: [], edges: [] }],
  ["no entry", { nodes: [end()], edges: [] }],
  ["a missing entry node", { entry_node_id: "gone", nodes: [end()], edges: [] }],
  ["dangling edges", { nodes: [end()], edges: [edge("here", "there")] }],
  ["an unknown question type", { nodes: [node("q", "hologram")], edges: [] }],
  ["a duplicate node", { nodes: [end(), end()], edges: [] }],
  ["an unknown config key", { nodes: [node("q", "short_text", { shoe_size: 44 })], edges: [] }],
  ["nodes without type and data", { nodes: [{ id: "q" }], edges: [] }],
  ["a cycle", { nodes: [node("a", "number"), node("b", "number")], edges: [edge("a", "b"), edge("b", "a")] }],
  ["an invalid condition", { nodes: [end()], edges: [edge("end", "end", { perhaps: true })] }],
])("saves an unfinished draft with %s", async (_what, graph) => {
  const slug = await createForm(me);
  await saveDraft(me, slug, { schema_version: "2.0", ...graph });
});

test.each<[string, unknown, string]>([
  ["no graph", undefined, "graph:"],
  ["an array as graph", [], "graph:"],
  ["no nodes", { schema_version: "2.0", edges: [] }, "graph.nodes:"],
  ["nodes that aren't an array", { schema_version: "2.0", nodes: {}, edges: [] }, "graph.nodes:"],
  ["no edges", { schema_version: "2.0", nodes: [] }, "graph.edges:"],
  ["no schema_version", { nodes: [], edges: [] }, "graph.schema_version:"],
  ["another schema_version", { schema_version: "3.0", nodes: [], edges: [] }, "graph.schema_version:"],
  ["an unknown key", { schema_version: "2.0", nodes: [], edges: [], zoom: 1 }, "graph.zoom: unknown field"],
  ["unknown markup", { schema_version: "2.0", nodes: [], edges: [], markup: "html" }, 'graph.markup: must be "inline"'],
  ["null as markup", { schema_version: "2.0", nodes: [], edges: [], markup: null }, 'graph.markup: must be "inline"'],
  ["a node without id", { schema_version: "2.0", nodes: [{}], edges: [] }, "graph.nodes.0.id:"],
  ["an id with a space", { schema_version: "2.0", nodes: [end(), { id: "a b" }], edges: [] }, "graph.nodes.1.id:"],
  ["an id of 65", { schema_version: "2.0", nodes: [{ id: "i".repeat(65) }], edges: [] }, "graph.nodes.0.id:"],
  ["the id __proto__", { schema_version: "2.0", nodes: [{ id: "__proto__" }], edges: [] }, "graph.nodes.0.id:"],
  [
    "an unknown key of a node",
    { schema_version: "2.0", nodes: [{ id: "a", color: "red" }], edges: [] },
    "graph.nodes.0.color: unknown field",
  ],
  [
    "an unknown key of its data",
    { schema_version: "2.0", nodes: [{ id: "a", data: { hint: "x" } }], edges: [] },
    "graph.nodes.0.data.hint: unknown field",
  ],
  [
    "a text as show_if",
    { schema_version: "2.0", nodes: [{ id: "a", data: { show_if: "yes" } }], edges: [] },
    "graph.nodes.0.data.show_if: must be an object",
  ],
  [
    "six rules",
    { schema_version: "2.0", nodes: [{ id: "a", data: { valid_if: Array(6).fill({}) } }], edges: [] },
    "graph.nodes.0.data.valid_if: must have at most 5 items",
  ],
  [
    "a rule's message of 501",
    { schema_version: "2.0", nodes: [{ id: "a", data: { valid_if: [{ message: "m".repeat(501) }] } }], edges: [] },
    "graph.nodes.0.data.valid_if.0.message:",
  ],
  [
    "an unknown key of an image",
    { schema_version: "2.0", nodes: [{ id: "a", data: { image: { src: "x" } } }], edges: [] },
    "graph.nodes.0.data.image.src: unknown field",
  ],
  [
    "301 pages",
    { schema_version: "2.0", nodes: [], edges: [], pages: Array(301).fill({ id: "p", node_ids: [] }) },
    "graph.pages: must have at most 300 items",
  ],
  [
    "a page of 51 nodes",
    { schema_version: "2.0", nodes: [], edges: [], pages: [{ id: "p", node_ids: Array(51).fill("a") }] },
    "graph.pages.0.node_ids: must have at most 50 items",
  ],
  [
    "a page ID with a space",
    { schema_version: "2.0", nodes: [], edges: [], pages: [{ id: "a b", node_ids: [] }] },
    "graph.pages.0.id:",
  ],
  [
    "a title of 501",
    { schema_version: "2.0", nodes: [{ id: "a", data: { title: "t".repeat(501) } }], edges: [] },
    "graph.nodes.0.data.title:",
  ],
  [
    "a description of 5001",
    { schema_version: "2.0", nodes: [{ id: "a", data: { description: "d".repeat(5001) } }], edges: [] },
    "graph.nodes.0.data.description:",
  ],
  [
    "text for is_required",
    { schema_version: "2.0", nodes: [{ id: "a", data: { is_required: "yes" } }], edges: [] },
    "graph.nodes.0.data.is_required:",
  ],
  [
    "an edge without its end",
    { schema_version: "2.0", nodes: [], edges: [{ from: "a", condition: null }] },
    "graph.edges.0.to:",
  ],
  [
    "51 hidden fields",
    { schema_version: "2.0", nodes: [], edges: [], hidden_fields: Array.from({ length: 51 }, (_, i) => `h${i}`) },
    "graph.hidden_fields:",
  ],
  [
    "1001 nodes",
    { schema_version: "2.0", nodes: Array.from({ length: 1001 }, (_, i) => ({ id: `n${i}` })), edges: [] },
    "graph.nodes:",
  ],
  [
    "5001 edges",
    { schema_version: "2.0", nodes: [], edges: Array.from({ length: 5001 }, () => edge("a", "b")) },
    "graph.edges:",
  ],
])("rejects %s and keeps the previous draft", async (_what, graph, error) => {
  const slug = await createForm(me);
  await saveDraft(me, slug, survey());
  const { body } = await expecting(400, me.put(draftOf(slug), { graph }));
  expect(body.errors).toEqual(expect.arrayContaining([expect.stringContaining(error)]));
  expect((await me.get(draftOf(slug))).body.graph.nodes).toHaveLength(4);
});

describe("If-Match", () => {
  test("saves with the last ETag, and returns 409 for an older one without overwriting", async () => {
    const slug = await createForm(me);
    const first = (await saveDraft(me, slug, survey())).headers.get("etag") ?? "";
    expect(first).toMatch(/^"[^"]+"$/);
    expect((await me.get(draftOf(slug))).headers.get("etag")).toBe(first);
    const put = (graph: unknown, tag: string) => me.put(draftOf(slug), { graph }, { headers: { "if-match": tag } });
    const second = (await expecting(200, put(chain(), first))).headers.get("etag") ?? "";
    expect(second).not.toBe(first);
    await expecting(409, put(survey(), first));
    expect((await me.get(draftOf(slug))).body.graph.nodes).toHaveLength(1);
    await expecting(200, put(survey(), second));
  });

  test("accepts one of two concurrent saves with the same ETag", async () => {
    const slug = await createForm(me);
    const etag = (await saveDraft(me, slug, survey())).headers.get("etag") ?? "";
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => me.put(draftOf(slug), { graph: chain() }, { headers: { "if-match": etag } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  test("accepts one of two concurrent first saves with If-None-Match: *", async () => {
    const slug = await createForm(me);
    const put = () => me.put(draftOf(slug), { graph: chain() }, { headers: { "if-none-match": "*" } });
    const replies = await Promise.all([put(), put(), put()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test("lets the last save win without it", async () => {
    const slug = await createForm(me);
    await saveDraft(me, slug, survey());
    await saveDraft(me, slug, chain());
    expect((await me.get(draftOf(slug))).body.graph.nodes).toHaveLength(1);
  });
});

describe("the title", () => {
  test("of a draft reaches the form when publishing", async () => {
    const slug = await publishForm(me, survey(), { title: "Old" });
    await expecting(200, me.put(draftOf(slug), { title: "New", graph: survey() }));
    expect((await me.get(draftOf(slug))).body.title).toBe("New");
    expect((await me.get(`/api/v2/form/${slug}/`)).body.title).toBe("Old");
    expect((await anonymous().get(`/api/v2/r/${slug}/`)).body.form.title).toBe("Old");
    await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
    expect((await me.get(`/api/v2/form/${slug}/`)).body.title).toBe("New");
    expect((await anonymous().get(`/api/v2/r/${slug}/`)).body.form.title).toBe("New");
  });

  test("changes with the form's title", async () => {
    const slug = await createForm(me);
    await saveDraft(me, slug, survey());
    await expecting(200, me.patch(`/api/v2/form/${slug}/`, { title: "Renamed" }));
    expect((await me.get(draftOf(slug))).body.title).toBe("Renamed");
  });
});

describe("validating", () => {
  test("reports what publishing would, without changes", async () => {
    const slug = await createForm(me);
    await saveDraft(me, slug, survey());
    expect((await expecting(200, me.post(`${draftOf(slug)}validate/`))).body).toEqual({ is_valid: true, problems: [] });
    expect((await me.get(`/api/v2/form/${slug}/`)).body.has_published_version).toBe(false);
  });

  test("lists problems with their positions, like GET draft", async () => {
    const options = [
      { value: "a", label: "A" },
      { value: "b", label: "B" },
    ];
    const graph = graphOf(
      [node("pick", "multiple_choice", { options }, true), node("lost", "short_text"), end()],
      [edge("pick", "end", { op: "eq", right: "a" }), edge("pick", "nowhere")],
    );
    const slug = await createForm(me);
    await saveDraft(me, slug, graph);
    const { body } = await expecting(200, me.post(`${draftOf(slug)}validate/`));
    expect(body.is_valid).toBe(false);
    expect(body.problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: "node_unreachable",
          severity: "error",
          node_id: "lost",
          path: "/nodes/1",
          reason: { kind: "unreachable" },
          message: "no path leads here from the entry node",
        }),
        expect.objectContaining({
          code: "edge_dangling",
          severity: "error",
          edge_index: 1,
          path: "/edges/1/to",
          reason: { kind: "edge_ends_unknown", node_ids: ["nowhere"] },
        }),
      ]),
    );
    expect((await me.get(draftOf(slug))).body.problems).toEqual(body.problems);
    const refused = await expecting(400, me.post(`/api/v2/form/${slug}/publish/`));
    expect(refused.body.problems).toEqual(body.problems);
  });
});
