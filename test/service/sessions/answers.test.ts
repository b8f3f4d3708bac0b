import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import { startWalk, takeStep, type Walk } from "../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { context } from "../../support/graphs.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";
import { pick, randomOf, showIfGraph } from "../../support/showIfGraphs.ts";
import { failure, next, outcomes, type Stage, start, startSessions, stored, texts } from "./stage.ts";

/** Several answers as one (features §11.3): as many `next` in their order, all or none. */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

type Answers = [nodeId: string, value?: Json][];

const answersOf = (call: Stage["call"], sessionId: string, answers: Answers, back = false) =>
  call("sessions.answers", {
    session_id: sessionId,
    body: { answers: answers.map(([nodeId, value]) => ({ node_id: nodeId, value })), ...(back && { back }) },
  });

const graph = graphOf(
  [
    node("hello", "welcome_screen"),
    node("name", "short_text", {}, true),
    node("age", "number", { min: 0, max: 150, scoring: { mode: "value" } }),
    node("city", "short_text", { max_length: 10 }),
    end(),
  ],
  [edge("hello", "name"), edge("name", "age"), edge("age", "city"), edge("city", "end")],
) as unknown as Graph;
const paged: Graph = { ...graph, pages: [{ id: "p", node_ids: ["name", "age", "city"] }] };
const page: Answers = [
  ["name", "Ada"],
  ["age", 36],
  ["city", "London"],
];
const started = async (form = graph) => start(stage.call, await stage.newForm(form));

describe("the reply", () => {
  test("is that of the last next", async () => {
    const id = await started();
    expect(await answersOf(stage.call, id, [["hello"], ...page])).toEqual({
      next_node_id: "end",
      is_complete: true,
      traversal_path: ["hello", "name", "age", "city", "end"],
    });
    expect(await stored(stage, id)).toMatchObject({ revision: 1, total_score: 36, answers_count: 3 });
  });

  test("is the same for a repeat, which writes nothing", async () => {
    const id = await started();
    const reply = await answersOf(stage.call, id, [["hello"], ...page]);
    const before = await stored(stage, id);
    for (const { call } of stage.processes) expect(await answersOf(call, id, [["hello"], ...page])).toEqual(reply);
    expect(await answersOf(stage.call, id, [["hello"], ["name", "Ada"]])).toMatchObject({ next_node_id: "age" });
    expect(await stored(stage, id)).toEqual(before);
  });

  test("accepts one of two concurrent requests with different answers", async () => {
    const id = await started();
    const requests = stage.processes.map(({ call }, at) => answersOf(call, id, [["hello"], ["name", `Ada ${at}`]]));
    const { results, errors } = await outcomes(requests);
    expect([results.length, errors.map(({ code }) => code)]).toEqual([1, [409]]);
    expect((await stored(stage, id)).revision).toBe(1);
  });
});

describe("a refused answer moves nothing", () => {
  test.each<[string, Answers, object]>([
    [
      "a wrong value",
      [["hello"], ["name", "Ada"], ["age", 200]],
      { code: 400, data: { errors: ["answers.2.value: must be at most 150"] } },
    ],
    ["a missing value", [["hello"], ["name"]], { code: 400, data: { errors: ["answers.1.value: is required"] } }],
    ["another node", [["hello"], ["age", 3]], { code: 409, data: { body: { current_node_id: "hello", index: 1 } } }],
    ["an unknown node", [["hello"], ["x", 3]], { code: 409, data: { body: { current_node_id: "hello", index: 1 } } }],
    [
      "an answer after the end",
      [["hello"], ...page, ["end"]],
      { code: 409, data: { body: { current_node_id: "hello", index: 4 } } },
    ],
  ])("for %s", async (_name, answers, expected) => {
    const id = await started();
    const before = await stored(stage, id);
    expect(await failure(answersOf(stage.call, id, answers))).toMatchObject(expected);
    expect(await stored(stage, id)).toEqual(before);
  });

  test("for a changed answer without back", async () => {
    const id = await started();
    await answersOf(stage.call, id, [["hello"], ["name", "Ada"], ["age", 36]]);
    const before = await stored(stage, id);
    expect(
      await failure(
        answersOf(stage.call, id, [
          ["name", "Ada"],
          ["age", 37],
        ]),
      ),
    ).toMatchObject({
      code: 409,
      data: { body: { current_node_id: "city", index: 1 } },
    });
    expect(await stored(stage, id)).toEqual(before);
  });

  test("for answers over 256 KiB together", async () => {
    const id = await started(texts(20));
    const long: Answers = Array.from({ length: 20 }, (_, at) => [`text${at}`, "x".repeat(20_000)]);
    expect(await failure(answersOf(stage.call, id, long))).toMatchObject({
      code: 400,
      data: { errors: ["answers.13.value: must keep the session's answers within 256 KiB in total"] },
    });
    expect((await stored(stage, id)).revision).toBe(0);
  });

  test("for an unknown session", async () => {
    expect(await failure(answersOf(stage.call, randomUUID(), [["name"]]))).toMatchObject({ code: 404 });
  });
});

test("back changes a passed answer and continues from there", async () => {
  const id = await started();
  await answersOf(stage.call, id, [["hello"], ...page]);
  const reply = await answersOf(
    stage.call,
    id,
    [
      ["age", 40],
      ["city", "Paris"],
    ],
    true,
  );
  expect(reply.traversal_path).toEqual(["hello", "name", "age", "city", "end"]);
  const { visits, total_score, answers_count } = await stored(stage, id);
  expect(visits.map(({ answer }) => answer)).toEqual([null, "Ada", 40, "Paris"]);
  expect({ total_score, answers_count }).toEqual({ total_score: 40, answers_count: 3 });
});

test("shown_at of a page's nodes is when its first node was shown", async () => {
  const id = await started(paged);
  await next(stage.call, id, "hello");
  const { current_shown_at } = await stored(stage, id);
  await answersOf(stage.call, id, page);
  const { visits } = await stored(stage, id);
  expect(visits.slice(1).map(({ shown_at }) => shown_at)).toEqual([
    current_shown_at,
    current_shown_at,
    current_shown_at,
  ]);
  expect(visits[1]?.answered_at.getTime()).toBeGreaterThanOrEqual(current_shown_at.getTime());
  const other = await started(paged);
  await answersOf(stage.call, other, [["hello"], ["name", "Ada"]]);
  const first = (await stored(stage, other)).visits[1]?.shown_at;
  await next(stage.call, other, "age", 3);
  expect((await stored(stage, other)).visits[2]?.shown_at.getTime()).toBeGreaterThanOrEqual(
    first?.getTime() ?? Infinity,
  );
});

test("a session that starts at a node without options to offer starts at the next one", async () => {
  const pro = { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro" };
  const plans = ["a", "b"].map((value) => ({ value, label: value, show_if: pro }));
  const form = await stage.newForm(
    graphOf(
      [node("plan", "dropdown", { options: plans as never }), node("name", "short_text"), end()],
      [edge("plan", "name"), edge("name", "end")],
      {
        hidden_fields: ["plan"],
      },
    ) as unknown as Graph,
  );
  const body = { hidden: {} };
  const sessionId = randomUUID();
  const begin = (call: Stage["call"]) =>
    call("sessions.start", { slug: form.slug, session_id: sessionId, body, user_agent: null });
  const reply = await begin(stage.call);
  expect(reply).toMatchObject({ current_node_id: "name", traversal_path: ["name"] });
  expect(await begin(stage.processes[1]?.call as Stage["call"])).toEqual(reply);
  expect(await stored(stage, sessionId)).toMatchObject({ current_node_id: "name", revision: 0 });
  expect(await next(stage.call, sessionId, "name", "Ada")).toMatchObject({ traversal_path: ["name", "end"] });
  expect(await start(stage.call, form, { plan: "pro" }).then((id) => stored(stage, id))).toMatchObject({
    current_node_id: "plan",
  });
});

test("a session whose first options depend on the day of its start begins", async () => {
  const future = { left: { type: "calculation", key: "age" }, op: "lt", right: 0 };
  const form = await stage.newForm(
    graphOf(
      [
        node("plan", "dropdown", { options: [{ value: "a", label: "a", show_if: future }] as never }),
        node("name", "short_text"),
        end(),
      ],
      [edge("plan", "name"), edge("name", "end")],
      { calculations: [{ key: "age", value: { days: ["2000-01-01", "today"] } }] as never },
    ) as unknown as Graph,
  );
  const id = await start(stage.call, form);
  expect(await stored(stage, id)).toMatchObject({ current_node_id: "name" });
});

/** Removes times and ids, which differ between two sessions. */
const comparable = ({
  visits,
  current_node_id,
  total_score,
  answers_count,
  answers_bytes,
  hidden,
  status,
  shown_before,
}: Awaited<ReturnType<typeof stored>>) => ({
  visits: visits.map(({ node_id, answer, score_awarded, question_type }) => ({
    node_id,
    answer,
    score_awarded,
    question_type,
  })),
  ...{ current_node_id, total_score, answers_count, answers_bytes, hidden, status },
  shown_before: [...shown_before.keys()].sort(),
});

test("answers are the same as as many next, also with steps back, in the service as in the pure walk", async () => {
  const random = randomOf(7);
  for (let count = 0; count < 30; count += 1) {
    const { graph: sample, answers } = showIfGraph(random);
    const compiled = compileGraph(sample);
    const form = await stage.newForm(sample);
    const [one, other] = [
      await start(stage.call, form, { plan: "pro" }),
      await start(stage.call, form, { plan: "pro" }),
    ];
    let walk: Walk = startWalk(compiled, { plan: "pro" });
    for (let request = 0; request < 4; request += 1) {
      const back = random() < 0.5;
      const sent: Answers = [];
      for (let tries = 0; tries < 6; tries += 1) {
        const isPassed = back && walk.visits.length > 0 && random() < 0.4;
        const id = isPassed ? pick(random, walk.visits).node_id : walk.current_node_id;
        const value = random() < 0.2 ? null : pick(random, answers.get(id) ?? [null]);
        const step = takeStep(compiled, walk, { node_id: id, value, back }, context);
        if (step.kind !== "moved") continue;
        walk = {
          ...walk,
          visits: [...walk.visits.slice(0, step.visits_kept), step.visit],
          current_node_id: step.next_node_id,
        };
        sent.push([id, value]);
      }
      if (sent.length === 0) continue;
      const reply = await answersOf(pick(random, stage.processes).call, one, sent, back);
      let last: unknown;
      for (const [id, value] of sent) last = await next(stage.call, other, id, value, { back });
      expect(reply).toEqual(last);
      expect(reply.next_node_id).toBe(walk.current_node_id);
      const [whole, single] = [await stored(stage, one), await stored(stage, other)];
      expect(comparable(whole)).toEqual({ ...comparable(single), shown_before: expect.anything() });
      expect(whole.visits.map(({ node_id }) => node_id)).toEqual(walk.visits.map(({ node_id }) => node_id));
    }
  }
});
