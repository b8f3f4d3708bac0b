import type { Json } from "../../shared/domain/graph/types.ts";
import {
  anonymous,
  complete,
  createForm,
  expecting,
  type Owner,
  owner,
  publishForm,
  saveDraft,
  start,
} from "../support/api.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** Pages and several answers over HTTP (features §11.3). test/service/sessions/answers.test.ts tests the rules. */
let me: Owner;
let slug: string;
beforeAll(async () => {
  me = await owner();
  slug = await publishForm(me, graph());
});

const isAda = { left: { type: "answer", node_id: "name" }, op: "eq", right: "Ada" };
const graph = () => {
  const sample = chain(
    node("name", "short_text", {}, true),
    node("age", "number", { max: 150 }),
    node("city", "short_text"),
  );
  const nodes = sample.nodes.map((one) =>
    one.id === "city" ? { ...one, data: { ...one.data, show_if: isAda } } : one,
  );
  return { ...sample, nodes, pages: [{ id: "guest", title: "About you", node_ids: ["name", "age", "city"] }] };
};
const path = (session: string) => `/api/v2/r/session/${session}/answers/`;
const send = (session: string, body: unknown) => anonymous().post(path(session), body);
const answers = (...list: [string, Json][]) => ({
  answers: list.map(([nodeId, value]) => ({ node_id: nodeId, value })),
});

test("accepts a page's answers in one request", async () => {
  const session = await start(slug);
  const body = answers(["name", "Grace"], ["age", 36]);
  const reply = { next_node_id: "end", is_complete: true, traversal_path: ["name", "age", "end"] };
  expect((await expecting(200, send(session, body))).body).toEqual(reply);
  expect((await expecting(200, send(session, body))).body).toEqual(reply);
  await expecting(200, complete(session));
  const { body: insights } = await expecting(200, me.get(`/api/v2/form/${slug}/insights/`));
  expect(
    insights.funnel.map(({ node_id, page_id }: { node_id: string; page_id: string | null }) => [node_id, page_id]),
  ).toEqual([
    ["name", "guest"],
    ["age", "guest"],
    ["city", "guest"],
    ["end", null],
  ]);
});

test("completes the session with the last answers", async () => {
  const session = await start(slug);
  const whole = `${path(session)}?complete=true`;
  const first = await expecting(200, anonymous().post(whole, answers(["name", "Grace"])));
  expect(first.body).not.toHaveProperty("completed");
  const { body } = await expecting(200, anonymous().post(whole, answers(["age", 36])));
  expect(body).toMatchObject({ is_complete: true, completed: { id: session, status: "completed", total_score: null } });
  expect(body.completed).toEqual((await expecting(200, complete(session))).body);
  expect((await expecting(200, anonymous().post(whole, answers(["age", 36])))).body).toEqual(body);
  const { body: errors } = await expecting(
    400,
    anonymous().post(`${path(session)}?complete=yes`, answers(["age", 36])),
  );
  expect(errors.errors).toEqual(["complete: must be a boolean"]);
});

test("names the index of a rejected answer", async () => {
  const session = await start(slug);
  const { body } = await expecting(400, send(session, answers(["name", "Ada"], ["age", 200])));
  expect(body.errors).toEqual(["answers.1.value: must be at most 150"]);
  const conflict = await expecting(409, send(session, answers(["name", "Ada"], ["city", "Paris"])));
  expect(conflict.body).toMatchObject({ current_node_id: "name", index: 1 });
});

test.each<[string, unknown, string]>([
  ["no answers", { answers: [] }, "answers: must have at least 1 item"],
  [
    "51 answers",
    answers(...Array.from({ length: 51 }, (): [string, Json] => ["name", "Ada"])),
    "answers: must have at most 50 items",
  ],
  ["another language", { ...answers(["name", "Ada"]), language: "de" }, "language: must be one of en"],
  ["an unknown key", { answers: [{ node_id: "name", back: true }] }, "answers.0.back: unknown field"],
  ["no node", { answers: [{ value: 1 }] }, "answers.0.node_id: is required"],
])("rejects %s with 400", async (_name, body, error) => {
  expect((await expecting(400, send(await start(slug), body))).body.errors).toEqual([expect.stringContaining(error)]);
});

test("has no other methods", async () => {
  await expecting(405, anonymous().get(path(await start(slug))));
});

test("includes pages and show_if in the public form, and the problems of a draft", async () => {
  const { body } = await expecting(200, anonymous().get(`/api/v2/r/${slug}/`));
  expect(body.graph).toMatchObject({ pages: graph().pages });
  expect(body.graph.nodes[2].data.show_if).toEqual(isAda);
  const draft = await createForm(me);
  await saveDraft(me, draft, { ...graph(), pages: [{ id: "p", node_ids: ["name", "end"] }] });
  const validated = await expecting(200, me.post(`/api/v2/form/${draft}/draft/validate/`));
  expect(validated.body.problems).toEqual([expect.objectContaining({ code: "bad_page" })]);
  const published = await expecting(400, me.post(`/api/v2/form/${draft}/publish/`));
  expect(published.body.errors).toEqual(["graph.pages.0.node_ids.1: `end` is an end screen and can't be on a page"]);
});

test("simulates a node that is passed over", async () => {
  const draft = await createForm(me);
  await saveDraft(me, draft, graph());
  const { body } = await expecting(
    200,
    me.post(`/api/v2/form/${draft}/draft/simulate/`, { answers: { name: "Grace", city: "Paris" } }),
  );
  expect(body.traversal_path).toEqual(["name", "age", "end"]);
  expect(body.steps[2]).toMatchObject({
    node_id: "city",
    passed_over: true,
    answer: null,
    show_if: { actual: "Grace", result: false },
  });
});

test("saves a draft that nests 48 levels", async () => {
  const draft = await createForm(me);
  const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}0${"}".repeat(levels)}`);
  const withConfig = (levels: number) => ({
    graph: { schema_version: "2.0", nodes: [{ id: "a", data: { config: nested(levels) } }], edges: [] },
  });
  // body, graph, nodes, node and data are five levels
  await expecting(200, me.put(`/api/v2/form/${draft}/draft/`, withConfig(43)));
  await expecting(400, me.put(`/api/v2/form/${draft}/draft/`, withConfig(44)));
});
