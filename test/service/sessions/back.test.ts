import { afterAll, beforeAll, expect, test } from "@jest/globals";
import {
  answer,
  back,
  complete,
  detail,
  failure,
  next,
  type Stage,
  start,
  startSessions,
  stored,
  toTheEnd,
} from "./stage.ts";

/** Going back (decisions §5): cuts the path and removes later answers. */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions();
});
afterAll(() => stage?.stop());

/** Returns a session that has reached its end, with an answer to the picture choice question. */
async function atEnd(): Promise<string> {
  const id = await start(stage.call, await stage.newForm());
  await answer(stage.call, id, { welcome: null, name: "Ada", color: "red", picture: "cat", age: 36 });
  return id;
}

const rows = async (id: string) => {
  const { rows } = await stage.database.query(
    "select node_id, seq, answer, shown_at from sessions.visits where session_id = $1 order by seq nulls last, node_id",
    [id],
  );
  return rows;
};

test("cuts the path, removes later answers and recomputes the score", async () => {
  const id = await atEnd();
  expect((await stored(stage, id)).total_score).toBe(41);
  expect(await back(stage.call, id, "color", "blue")).toEqual({
    next_node_id: "age",
    is_complete: false,
    traversal_path: ["welcome", "name", "color", "age"],
  });
  expect(await stored(stage, id)).toMatchObject({
    current_node_id: "age",
    total_score: 1,
    answers_count: 2,
    answers_bytes: '{}"Ada""blue"'.length,
  });
  expect(await detail(stage, id)).toMatchObject({
    traversal_path: ["welcome", "name", "color", "age"],
    score_breakdown: { color: 1 },
    answers: [
      { node_id: "name", answer: "Ada" },
      { node_id: "color", answer: "blue" },
    ],
  });
  const left = (await rows(id)).filter(({ seq }) => seq === null);
  expect(left.map(({ node_id, answer }) => [node_id, answer])).toEqual([
    ["age", null],
    ["end", null],
    ["picture", null],
  ]);
  expect(await failure(complete(stage.call, id))).toMatchObject({ code: 409 });
  await next(stage.call, id, "age", 1);
  await complete(stage.call, id);
});

test("keeps when a node was first shown, and replaces only its answer", async () => {
  const id = await atEnd();
  const first = new Map((await rows(id)).map(({ node_id, shown_at }) => [node_id, shown_at]));
  first.set("end", (await stored(stage, id)).current_shown_at);
  await back(stage.call, id, "name", "Eve");
  await answer(stage.call, id, { color: "red", picture: "dog", age: 37 });
  const { visits, current_shown_at } = await stored(stage, id);
  for (const { node_id, shown_at } of visits) expect([node_id, shown_at]).toEqual([node_id, first.get(node_id)]);
  expect(current_shown_at).toEqual(first.get("end"));
  expect(visits.map(({ answer }) => answer)).toEqual([null, "Eve", "red", ["dog"], 37]);
});

test("treats an equal value as a repeat", async () => {
  const id = await atEnd();
  const before = await stored(stage, id);
  expect(await back(stage.call, id, "color", "red")).toMatchObject({ next_node_id: "picture" });
  expect(await back(stage.call, id, "picture", "cat")).toMatchObject({ next_node_id: "age" });
  expect(await stored(stage, id)).toEqual(before);
});

test("moves nothing for an invalid value, or a different one without back", async () => {
  const id = await atEnd();
  const before = await stored(stage, id);
  const errors = [expect.stringMatching(/^value: /)];
  expect(await failure(back(stage.call, id, "color", "green"))).toMatchObject({ code: 400, data: { errors } });
  expect(await failure(back(stage.call, id, "color", null))).toMatchObject({ code: 400, data: { errors } });
  expect(await failure(next(stage.call, id, "color", "blue"))).toMatchObject({
    code: 409,
    data: { body: { current_node_id: "end" } },
  });
  expect(await stored(stage, id)).toEqual(before);
});

test("skips a node whose answer is withdrawn", async () => {
  const id = await atEnd();
  await back(stage.call, id, "name", null);
  expect(await stored(stage, id)).toMatchObject({ current_node_id: "color", answers_count: 0, answers_bytes: 2 });
});

test("answers the current node", async () => {
  const id = await start(stage.call, await stage.newForm());
  await answer(stage.call, id, toTheEnd);
  await back(stage.call, id, "age", 35);
  expect(await back(stage.call, id, "age", 120)).toMatchObject({ next_node_id: "late", is_complete: true });
  expect((await stored(stage, id)).total_score).toBe(121);
});

test("keeps one row per shown node after many changes", async () => {
  const id = await atEnd();
  for (let round = 0; round < 10; round += 1) {
    await back(stage.call, id, "color", round % 2 ? "red" : "blue");
    await answer(stage.call, id, round % 2 ? { picture: "cat", age: round } : { age: round });
  }
  const { visits, revision, answers_count, total_score } = await stored(stage, id);
  expect({ revision, answers_count, total_score }).toEqual({ revision: 5 + 25, answers_count: 4, total_score: 14 });
  expect(visits.map(({ node_id }) => node_id)).toEqual(["welcome", "name", "color", "picture", "age"]);
  expect(await rows(id)).toHaveLength(6);
});
