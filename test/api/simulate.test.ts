import { beforeAll, expect, test } from "@jest/globals";
import { anonymous, expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { end, graphOf, node, survey } from "../support/sampleGraphs.ts";

/** Simulations over HTTP (decisions §9.1). For walks see test/domain/graph/simulate.test.ts. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const answers = { name: "Ada", color: "red", age: 36 };

test("walks a draft and a version like a session and stores nothing", async () => {
  const slug = await publishForm(me, survey());
  const { body } = await expecting(200, me.post(`/api/v2/form/${slug}/versions/1/simulate/`, { answers }));
  expect(body).toMatchObject({
    traversal_path: ["name", "color", "age", "end"],
    is_complete: true,
    end_node_id: "end",
    total_score: 5,
    score_breakdown: { color: 5 },
    stopped: null,
  });
  expect((await expecting(200, me.post(`/api/v2/form/${slug}/draft/simulate/`, { answers }))).body).toEqual(body);
  expect((await me.get(`/api/v2/form/${slug}/responses/`)).body.count).toBe(0);
});

test("walks an invalid draft as far as possible", async () => {
  const { body: form } = await expecting(201, me.post("/api/v2/form/", { title: "Unfinished" }));
  const path = `/api/v2/form/${form.slug}/draft/`;
  await expecting(404, me.post(`${path}simulate/`, { answers: {} }));
  await expecting(200, me.put(path, { graph: graphOf([node("name", "short_text", {}, true), end()], []) }));
  const stopAt = async (given: object) =>
    (await expecting(200, me.post(`${path}simulate/`, { answers: given }))).body.stopped;
  expect(await stopAt({})).toMatchObject({ node_id: "name", reason: "answer_missing" });
  expect(await stopAt({ name: 7 })).toMatchObject({ node_id: "name", reason: "answer_invalid" });
  expect(await stopAt({ name: "Ada" })).toMatchObject({ node_id: "name", reason: "no_edge" });
});

test("returns 400 for unknown nodes and hidden fields, and 404 for a missing version", async () => {
  const slug = await publishForm(me, survey());
  const path = `/api/v2/form/${slug}/versions/1/simulate/`;
  const refusal = async (input: object) => (await expecting(400, me.post(path, input))).body.errors;
  expect(await refusal({ answers: { nobody: 1 } })).toEqual(["answers.nobody: no such node"]);
  expect(await refusal({ answers: {}, hidden: { plan: "pro" } })).toEqual(["hidden.plan: unknown field"]);
  expect(await refusal({})).toEqual(["answers: is required"]);
  await expecting(404, me.post(`/api/v2/form/${slug}/versions/2/simulate/`, { answers }));
  await expecting(403, (await owner()).post(path, { answers }));
  await expecting(401, anonymous().post(path, { answers }));
});
