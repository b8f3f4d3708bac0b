import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newCaller, paging, questionnaire, type Stage, startForms } from "./stage.ts";

/** Draft state in a form's list and detail (decisions §9.3). */
let stage: Stage;
beforeAll(async () => {
  stage = await startForms();
});
afterAll(() => stage?.stop());

const call: Stage["call"] = (name, params) => stage.call(name, params);
const caller = newCaller();
const graph = questionnaire();
const save = (slug: string, body: object = {}) =>
  call("forms.saveDraft", { caller, slug, body: { graph, ...body } as never, if_match: null });

/** Returns the detail's value after comparing it with the list's. */
async function hasChanges(slug: string): Promise<boolean> {
  const { has_unpublished_changes } = await call("forms.get", { caller, slug });
  const listed = async (query: object) => (await call("forms.list", { caller, query, paging: paging() })).results;
  const inList = (await listed({})).find((form) => form.slug === slug);
  const found = (await listed({ has_unpublished_changes })).some((form) => form.slug === slug);
  const others = (await listed({ has_unpublished_changes: !has_unpublished_changes })).some(
    (form) => form.slug === slug,
  );
  expect([inList?.has_unpublished_changes, found, others]).toEqual([has_unpublished_changes, true, false]);
  return has_unpublished_changes;
}

test("reports whether a draft differs from the current version", async () => {
  const { slug } = await call("forms.create", { caller, body: { title: "Changes" } });
  expect(await hasChanges(slug)).toBe(false);
  await save(slug);
  expect(await hasChanges(slug)).toBe(true);
  await call("forms.publish", { caller, slug });
  expect(await hasChanges(slug)).toBe(false);
  await save(slug, { title: "Other words" });
  expect(await hasChanges(slug)).toBe(true);
  await call("forms.publish", { caller, slug });
  await save(slug, { graph: { ...graph, fallback_end_node_id: null } });
  expect(await hasChanges(slug)).toBe(true);
  await call("forms.restoreVersion", { caller, slug, version_number: 2, if_match: null });
  expect(await hasChanges(slug)).toBe(false);
});

test("ignores the order of keys and counts the order of nodes", async () => {
  const { slug } = await call("forms.create", { caller, body: { title: "Order" } });
  await save(slug);
  await call("forms.publish", { caller, slug });
  const [first, ...others] = graph.nodes;
  const turned = { ...first, data: Object.fromEntries(Object.entries(first?.data ?? {}).toReversed()) };
  await save(slug, { graph: { ...graph, nodes: [turned, ...others] } });
  expect(await hasChanges(slug)).toBe(false);
  await save(slug, { graph: { ...graph, nodes: [...others, first] } });
  expect(await hasChanges(slug)).toBe(true);
});

test("ignores ids of edges and places on the canvas", async () => {
  const { slug } = await call("forms.create", { caller, body: { title: "Tidied" } });
  await save(slug);
  await call("forms.publish", { caller, slug });
  const edges = graph.edges.map((edge, at) => ({ ...edge, id: `e${at}` }));
  const nodes = graph.nodes.map((node, at) => ({ ...node, position: { x: at * 100, y: 40 } }));
  await save(slug, { graph: { ...graph, edges, nodes } });
  expect(await hasChanges(slug)).toBe(false);
  expect((await call("forms.diffVersion", { caller, slug, version_number: 1, query: {} })).changes).toEqual([]);
  await save(slug, { graph: { ...graph, edges: edges.slice(1), nodes } });
  expect(await hasChanges(slug)).toBe(true);
});

test("lists when and what was published, and the number of responses", async () => {
  const { slug } = await call("forms.create", { caller, body: { title: "Listed" } });
  await save(slug);
  const { version_number, published_at } = await call("forms.publish", { caller, slug });
  const { results } = await call("forms.list", { caller, query: {}, paging: paging() });
  const detail = await call("forms.get", { caller, slug });
  const listed = results.find((form) => form.slug === slug);
  expect(listed).toMatchObject({ published_version: version_number, published_at, draft_saved_at: expect.any(String) });
  expect(detail).toMatchObject({ ...listed });
});
