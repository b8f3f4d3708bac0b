import { beforeAll, expect, test } from "@jest/globals";
import { createForm, expecting, type Owner, owner, publishForm, saveDraft } from "../support/api.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** Comparing versions over HTTP (decisions §9.1). For kinds of changes see test/domain/graph/diff.test.ts. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const option = (value: string) => ({ value, label: value });
const graph = (...values: string[]) => chain(node("color", "dropdown", { options: values.map(option) }));
const pathOf = (slug: string) => `/api/v2/form/${slug}/versions`;

test("compares a version with the draft and with other versions", async () => {
  const slug = await publishForm(me, graph("red", "blue"));
  expect((await expecting(200, me.get(`${pathOf(slug)}/1/diff/`))).body).toEqual({
    from: 1,
    to: "draft",
    is_breaking: false,
    changes: [],
  });
  await saveDraft(me, slug, graph("red", "green"));
  const { body } = await expecting(200, me.get(`${pathOf(slug)}/1/diff/`));
  const whole = { subject: "node", node_id: "color", edge_index: null, change: "changed", why: expect.any(String) };
  expect(body).toEqual({
    from: 1,
    to: "draft",
    is_breaking: true,
    changes: [
      { ...whole, field: "data.config.options.green", before: null, after: option("green"), impact: "safe" },
      { ...whole, field: "data.config.options.blue", before: option("blue"), after: null, impact: "breaking" },
    ],
  });
  expect((await expecting(200, me.get(`${pathOf(slug)}/1/diff/?to=draft`))).body).toEqual(body);
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
  const { body: published } = await expecting(200, me.get(`${pathOf(slug)}/1/diff/?to=2`));
  expect(published).toEqual({ ...body, to: 2 });
  const { body: back } = await expecting(200, me.get(`${pathOf(slug)}/2/diff/?to=1`));
  expect(back.changes.map(({ field, impact }: Record<string, string>) => [field, impact])).toEqual([
    ["data.config.options.blue", "safe"],
    ["data.config.options.green", "breaking"],
  ]);
});

test("reports a changed title as a change of the form", async () => {
  const slug = await publishForm(me, graph("red"), { title: "Old" });
  await expecting(200, me.put(`/api/v2/form/${slug}/draft/`, { title: "New", graph: graph("red") }));
  const { body } = await expecting(200, me.get(`${pathOf(slug)}/1/diff/`));
  expect(body.changes).toMatchObject([{ subject: "form", field: "title", before: "Old", after: "New" }]);
});

test("returns 404 for a missing version and 400 for an invalid one", async () => {
  const slug = await publishForm(me, graph("red"));
  await expecting(404, me.get(`${pathOf(slug)}/1/diff/?to=2`));
  await expecting(404, me.get(`${pathOf(slug)}/2/diff/?to=1`));
  for (const malformed of ["", "0", "-1", "1.5", "Draft", "1e3"]) {
    const { body } = await expecting(400, me.get(`${pathOf(slug)}/1/diff/?to=${malformed}`));
    expect(body.errors).toEqual(["to: must be a version number or draft"]);
  }
  const never = await createForm(me);
  await expecting(404, me.get(`${pathOf(never)}/1/diff/`));
});
