import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { FormsService } from "../../../services/forms/service.ts";
import { failure, newCaller, paging, questionnaire, type Stage, startForms } from "./stage.ts";

/** Drafts, publishing and versions (spec §Draft graph, §Form version, §States and transitions, decisions §3). */
let stage: Stage;
beforeAll(async () => {
  stage = await startForms();
});
afterAll(() => stage?.stop());

const call: Stage["call"] = (name, params) => stage.call(name, params);
const caller = newCaller();
const newForm = async (title = "Draft") => (await call("forms.create", { caller, body: { title } })).slug;
const save = (slug: string, graph: object, ifMatch: string | null = null, title?: string) =>
  call("forms.saveDraft", {
    caller,
    slug,
    body: { graph: graph as ReturnType<typeof questionnaire>, ...(title && { title }) },
    if_match: ifMatch,
  });
const read = (slug: string) => call("forms.getDraft", { caller, slug });
const publish = (slug: string) => call("forms.publish", { caller, slug });
const versionsOf = (slug: string, changes = {}) =>
  call("forms.listVersions", {
    caller,
    slug,
    paging: paging({ ordering: { field: "version_number", descending: true }, ...changes }),
  });
/** Returns a valid draft that takes a while to analyze. */
function laborious() {
  const ids = Array.from({ length: 400 }, (_, at) => `q${at}`);
  const asks = (at: number, edge: number) => ({
    left: { type: "answer", node_id: `q${(at * 7 + edge) % (at + 1)}` },
    op: "lte",
    right: (at + edge) % 11,
  });
  const edges = ids.flatMap((from, at) => {
    const to = ids[at + 1] ?? "end";
    const conditions = [0, 1, 2, 3].map((edge) => ({ all: [asks(at, edge), asks(at, edge + 1), asks(at, edge + 2)] }));
    return [...conditions, null].map((condition) => ({ from, to, condition }));
  });
  const nodes = ids.map((id) => ({ id, question_type: "opinion_scale", data: { title: id } }));
  const end = { id: "end", question_type: "end_screen" };
  return { schema_version: "2.0", entry_node_id: "q0", nodes: [...nodes, end], edges };
}

const unfinished = { schema_version: "2.0", nodes: [], edges: [] };

describe("draft", () => {
  test("returns 404 until one is saved", async () => {
    const slug = await newForm();
    expect(await failure(read(slug))).toMatchObject({ code: 404 });
    expect(await failure(call("forms.validateDraft", { caller, slug }))).toMatchObject({ code: 404 });
  });

  test("fills in defaults and keeps everything else as sent", async () => {
    const slug = await newForm("Title");
    const hostile = "it's ? a \\ 'quote' $1 :name {{answer:a}} \u2028 \" 日本 🎉 E'\\x'";
    const graph = {
      schema_version: "2.0",
      nodes: [
        { position: { y: 2.5, x: 1 }, id: "b" },
        { id: "a", data: { config: { zebra: [1, { y: null, x: hostile }], alpha: 1e21 }, title: hostile } },
      ],
      entry_node_id: null,
      edges: [
        { to: "nowhere", from: "b" },
        { from: "a", to: "b", condition: { all: [] }, id: "e" },
      ],
      hidden_fields: ["plan"],
    };
    const saved = await save(slug, graph);
    const expected = {
      ...graph,
      nodes: [
        { position: { y: 2.5, x: 1 }, id: "b", question_type: "", data: {} },
        { ...graph.nodes[1], question_type: "" },
      ],
      edges: [{ to: "nowhere", from: "b", condition: null }, graph.edges[1]],
    };
    expect(saved.value.graph).toEqual(expected);
    const draft = await read(slug);
    expect(draft.etag).toBe(saved.etag);
    expect(draft.value).toMatchObject({ title: "Title", last_saved_at: saved.value.last_saved_at });
    expect(JSON.stringify(draft.value.graph)).toBe(JSON.stringify(saved.value.graph));
    expect(draft.value.problems).not.toEqual([]);
    expect((await call("forms.get", { caller, slug })).draft_saved_at).toBe(saved.value.last_saved_at);
  });

  test("keeps the key order of the last save", async () => {
    const slug = await newForm();
    await save(slug, { schema_version: "2.0", nodes: [], edges: [] });
    const graph = { edges: [], nodes: [], schema_version: "2.0" };
    await save(slug, graph);
    expect(Object.keys((await read(slug)).value.graph)).toEqual(Object.keys(graph));
  });

  test("keeps its optional title until publishing copies it to the form", async () => {
    const slug = await newForm("Form title");
    await save(slug, questionnaire(), null, "Draft title");
    await save(slug, questionnaire());
    expect((await read(slug)).value.title).toBe("Draft title");
    expect((await call("forms.get", { caller, slug })).title).toBe("Form title");
    await publish(slug);
    expect((await call("forms.get", { caller, slug })).title).toBe("Draft title");
  });

  test("returns 409 for a stale If-Match without overwriting, and saves with a current one and *", async () => {
    const slug = await newForm();
    for (const tag of ["*", '"anything"'])
      expect(await failure(save(slug, unfinished, tag))).toMatchObject({ code: 409 });
    const first = await save(slug, unfinished);
    const second = await save(slug, questionnaire(), first.etag, "Second");
    expect(second.etag).not.toBe(first.etag);
    for (const tag of [first.etag, "", "x", second.etag.slice(1, -1)]) {
      expect(await failure(save(slug, unfinished, tag, "Lost"))).toMatchObject({ code: 409 });
    }
    expect(await read(slug)).toMatchObject({
      etag: second.etag,
      value: { title: "Second", graph: second.value.graph },
    });
    const third = await save(slug, unfinished, `"other", W/${second.etag}`);
    await save(slug, unfinished, "*");
    expect(await failure(save(slug, unfinished, third.etag))).toMatchObject({ code: 409 });
  });

  test("accepts one of several concurrent saves with the same If-Match", async () => {
    const slug = await newForm();
    const { etag } = await save(slug, unfinished);
    const titles = Array.from({ length: 8 }, (_, i) => `Title ${i}`);
    const outcomes = await Promise.allSettled(titles.map((title) => save(slug, questionnaire(title), etag, title)));
    const winners = outcomes.flatMap((outcome, i) => (outcome.status === "fulfilled" ? [i] : []));
    expect(winners).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: 409 });
    const { value } = await read(slug);
    expect(value.title).toBe(titles[winners[0] ?? -1]);
    expect(value.graph.nodes[0]?.data.title).toBe(value.title);
  });

  test("accepts one of several concurrent first saves", async () => {
    const slug = await newForm();
    const titles = Array.from({ length: 6 }, (_, i) => `Title ${i}`);
    await Promise.all(titles.map((title) => save(slug, questionnaire(title), null, title)));
    const { value } = await read(slug);
    expect(value.graph.nodes[0]?.data.title).toBe(value.title);
  });

  test("validates like publishing without changing anything", async () => {
    const slug = await newForm();
    const { etag } = await save(slug, unfinished);
    const bad = await call("forms.validateDraft", { caller, slug });
    expect(bad.is_valid).toBe(false);
    expect(bad.problems).toContainEqual(expect.objectContaining({ code: "entry_missing", severity: "error" }));
    expect((await read(slug)).etag).toBe(etag);
    await save(slug, questionnaire());
    expect(await call("forms.validateDraft", { caller, slug })).toEqual({ is_valid: true, problems: [] });
  });

  test("warns about a question whose type changed since the current version", async () => {
    const slug = await newForm();
    await save(slug, questionnaire());
    await publish(slug);
    const graph = questionnaire();
    const [question] = graph.nodes;
    await save(slug, { ...graph, nodes: [{ ...question, question_type: "long_text" }, graph.nodes[1]] });
    const { is_valid, problems } = await call("forms.validateDraft", { caller, slug });
    expect(is_valid).toBe(true);
    expect(problems).toMatchObject([{ code: "type_changed_since_version", severity: "warning", node_id: "name" }]);
  });
});

describe("publish", () => {
  test("publishes only a validated draft while others change it", async () => {
    const slug = await newForm();
    await save(slug, laborious());
    const published = publish(slug).catch((error) => error);
    await save(slug, { ...laborious(), entry_node_id: "nowhere" });
    // the draft now has errors; if validation ended before, the version is the earlier draft
    const { version_number, code } = await published;
    if (!version_number) return expect(code).toBe(400);
    const { graph } = await call("forms.getVersion", { caller, slug, version_number });
    expect(graph.entry_node_id).toBe("q0");
  });

  test("creates a version and keeps the draft", async () => {
    const slug = await newForm();
    const saved = await save(slug, questionnaire());
    const published = await publish(slug);
    expect(published).toEqual({ version_number: 1, published_at: expect.stringMatching(/Z$/), problems: [] });
    expect(await call("forms.get", { caller, slug })).toMatchObject({
      has_published_version: true,
      published_version: 1,
    });
    expect(await read(slug)).toMatchObject({ etag: saved.etag, value: { graph: saved.value.graph } });
    const version = await call("forms.getVersion", { caller, slug, version_number: 1 });
    expect(version).toEqual({
      id: expect.any(String),
      version_number: 1,
      status: "published",
      is_valid: true,
      published_at: published.published_at,
      node_count: 2,
      edge_count: 1,
      is_current: true,
      published_by: null,
      graph: saved.value.graph,
    });
  });

  test("returns 400 without a draft or with errors, and changes nothing", async () => {
    const slug = await newForm("Untouched");
    expect(await failure(publish(slug))).toMatchObject({
      code: 400,
      data: { errors: [expect.stringMatching(/^graph: /)] },
    });
    const graph = questionnaire("");
    await save(slug, { ...graph, edges: [...graph.edges, { from: "name", to: "nowhere" }] }, null, "Draft title");
    const error = await failure(publish(slug));
    expect(error).toMatchObject({
      code: 400,
      data: {
        errors: expect.arrayContaining([
          expect.stringMatching(/^graph\.nodes\.name: /),
          expect.stringMatching(/^graph\.edges\.1: /),
        ]),
        body: { problems: expect.arrayContaining([expect.objectContaining({ code: "edge_dangling", edge_index: 1 })]) },
      },
    });
    expect(await call("forms.get", { caller, slug })).toMatchObject({ title: "Untouched", published_version: null });
    expect((await versionsOf(slug)).count).toBe(0);
  });

  test("assigns consecutive numbers under concurrency", async () => {
    const slug = await newForm();
    await save(slug, questionnaire());
    const published = await Promise.all(Array.from({ length: 12 }, () => publish(slug)));
    const numbers = published.map(({ version_number }) => version_number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    expect((await versionsOf(slug)).count).toBe(12);
    expect((await call("forms.get", { caller, slug })).published_version).toBe(12);
  });

  test("publishes the graph and translations that it validated, although each validation meets a save", async () => {
    const slug = await newForm();
    const translated = (title: string) => ({
      ...questionnaire(title),
      translations: { de: { "name.title": `${title} auf Deutsch` } },
    });
    await save(slug, translated("Validated"), null, "Validated");
    const { problems } = stage.broker.getLocalService("forms") as unknown as FormsService;
    const { ofDraft } = problems;
    let saves = 0;
    problems.ofDraft = async (...given: Parameters<typeof ofDraft>) => {
      const found = await ofDraft(...given);
      await save(slug, { ...translated(`Later ${++saves}`), entry_node_id: "nowhere" }, null, "Later");
      return found;
    };
    try {
      const { version_number } = await publish(slug);
      const { graph, node_count } = await call("forms.getVersion", { caller, slug, version_number });
      expect(graph).toMatchObject({ ...translated("Validated"), entry_node_id: "name" });
      expect(node_count).toBe(2);
    } finally {
      problems.ofDraft = ofDraft;
    }
    expect(await call("forms.get", { caller, slug })).toMatchObject({ title: "Validated", published_version: 1 });
    expect((await read(slug)).value.graph).toMatchObject({ entry_node_id: "nowhere" });
  });

  test("publishes title, graph and counts of one draft beside concurrent saves", async () => {
    const slug = await newForm();
    await save(slug, questionnaire("Start"), null, "Start");
    const titles = Array.from({ length: 5 }, (_, i) => `Title ${i}`);
    await Promise.all(titles.flatMap((title) => [save(slug, questionnaire(title), null, title), publish(slug)]));
    await publish(slug);
    const live = [...stage.sessions.pushes.filter(({ form }) => form.slug === slug)];
    for (const { form, graph } of live) if (graph) expect(graph.graph.nodes[0]?.data.title).toBe(form.title);
    expect(live.length).toBeGreaterThan(0);
  });
});

describe("versions", () => {
  const prepare = async () => {
    const slug = await newForm();
    for (const title of ["One", "Two", "Three"]) {
      await save(slug, questionnaire(title));
      await publish(slug);
    }
    return slug;
  };

  test("lists versions without graphs, one of them current", async () => {
    const slug = await prepare();
    const { count, results } = await versionsOf(slug);
    expect(count).toBe(3);
    expect(results.map(({ version_number, is_current }) => [version_number, is_current])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect(results[0]).not.toHaveProperty("graph");
    const oldest = await versionsOf(slug, {
      ordering: { field: "published_at", descending: false },
      limit: 1,
      offset: 1,
    });
    expect(oldest).toMatchObject({ count: 3, results: [{ version_number: 2 }] });
  });

  test("keeps its graph whatever happens to the draft, and returns 404 for an unknown number", async () => {
    const slug = await prepare();
    const version = await call("forms.getVersion", { caller, slug, version_number: 1 });
    expect(version.graph.nodes[0]?.data.title).toBe("One");
    for (const versionNumber of [0, 4, -1, 1.5, 2 ** 31, 1e20]) {
      expect(await failure(call("forms.getVersion", { caller, slug, version_number: versionNumber }))).toMatchObject({
        code: 404,
      });
    }
  });

  test("restores a version from before a limit with the problem that it has now", async () => {
    const slug = await newForm();
    await save(slug, questionnaire());
    await publish(slug);
    const left = { type: "answer", node_id: "name" };
    const value = { if: [{ left, op: "matches", right: "[ab].{500}x" }, 1, 0] };
    const calculations = Array.from({ length: 3 }, (_, at) => ({ key: `c${at}`, value }));
    const old = questionnaire();
    const nodes = [
      { ...old.nodes[0], question_type: "long_text", data: { title: "A", config: { max_length: 20_000 } } },
      old.nodes[1],
    ];
    await stage.database.query(
      "update forms.versions set graph = $1 where form_id = (select id from forms.forms where slug = $2)",
      [JSON.stringify({ ...old, nodes, calculations }), slug],
    );
    const { etag } = await read(slug);
    const { value: restored } = await call("forms.restoreVersion", { caller, slug, version_number: 1, if_match: etag });
    expect(restored.problems).toMatchObject([
      { code: "bad_calculation", message: expect.stringMatching(/^graph\.calculations\.0\.value: .* too expensive/) },
    ]);
    expect(await failure(publish(slug))).toMatchObject({ code: 400 });
  });

  test("restores the graph into the draft, with If-Match", async () => {
    const slug = await prepare();
    const before = await save(slug, questionnaire("Four"), null, "Draft title");
    const restore = (ifMatch: string | null, versionNumber = 1) =>
      call("forms.restoreVersion", { caller, slug, version_number: versionNumber, if_match: ifMatch });
    expect(await failure(restore('"stale"'))).toMatchObject({ code: 409 });
    expect(await failure(restore(null, 9))).toMatchObject({ code: 404 });
    expect((await read(slug)).etag).toBe(before.etag);
    const restored = await restore(before.etag);
    expect(restored.value).toMatchObject({ title: "Draft title", problems: [] });
    expect(restored.value.graph.nodes[0]?.data.title).toBe("One");
    expect(await read(slug)).toEqual(restored);
    expect((await publish(slug)).version_number).toBe(4);
    expect((await call("forms.getVersion", { caller, slug, version_number: 1 })).graph).toEqual(restored.value.graph);
  });
});
