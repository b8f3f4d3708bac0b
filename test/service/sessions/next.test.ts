import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { answer, complete, failure, next, outcomes, type Stage, start, startSessions, stored, texts } from "./stage.ts";

/** Steps (decisions §5) are taken once, under repeats, concurrency and several processes. */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

/** Returns a session of a new survey at `name`. */
async function atName(): Promise<string> {
  const id = await start(stage.call, await stage.newForm());
  await next(stage.call, id, "welcome");
  return id;
}

const other = () => stage.processes[1]?.call as Stage["call"];

describe("the reply", () => {
  test("returns the next node and the path", async () => {
    const id = await start(stage.call, await stage.newForm());
    const reply = (nextNodeId: string, traversalPath: string[], isComplete = false) => ({
      next_node_id: nextNodeId,
      is_complete: isComplete,
      traversal_path: traversalPath,
    });
    expect(await next(stage.call, id, "welcome")).toEqual(reply("name", ["welcome", "name"]));
    expect(await next(stage.call, id, "name", "Ada")).toEqual(reply("color", ["welcome", "name", "color"]));
    const path = ["welcome", "name", "color", "age"];
    expect(await next(stage.call, id, "color", "blue")).toEqual(reply("age", path));
    expect(await next(stage.call, id, "age", 36)).toEqual(reply("end", [...path, "end"], true));
  });

  test("moves nothing for an invalid request", async () => {
    const id = await atName();
    const before = await stored(stage, id);
    const name = { body: { current_node_id: "name" } };
    expect(await failure(next(stage.call, id, "color", "red"))).toMatchObject({ code: 409, data: name });
    expect(await failure(next(stage.call, id, "end"))).toMatchObject({ code: 409, data: name });
    expect(await failure(next(stage.call, id, "toString"))).toMatchObject({ code: 409, data: name });
    expect(await failure(next(stage.call, id, "name", 5))).toMatchObject({
      code: 400,
      data: { errors: [expect.stringMatching(/^value: /)] },
    });
    expect(await failure(next(stage.call, randomUUID(), "name", "Ada"))).toMatchObject({ code: 404 });
    expect(await stored(stage, id)).toEqual(before);
  });

  test("explains a 409 with the current node and the next action", async () => {
    const refused = async (sessionId: string, nodeId: string, value: string) => {
      const { code, message, data } = await failure(next(stage.call, sessionId, nodeId, value));
      return [code, message, data?.body];
    };
    const id = await atName();
    const elsewhere = "This session is at another node. Answer `current_node_id`.";
    expect(await refused(id, "color", "red")).toEqual([409, elsewhere, { current_node_id: "name" }]);
    await next(stage.call, id, "name", "Ada");
    const passed = "This node already has a different answer. Send `back: true` to change it.";
    expect(await refused(id, "name", "Eve")).toEqual([409, passed, { current_node_id: "color" }]);
    await answer(stage.call, id, { color: "blue", age: 36 });
    const atEnd = "This session is at an end screen. Call complete.";
    expect(await refused(id, "end", "x")).toEqual([409, atEnd, { current_node_id: "end" }]);
    expect(await refused(id, "name", "Eve")).toEqual([409, passed, { current_node_id: "end" }]);
    await complete(stage.call, id);
    const completed = "This session is completed. Start a new session to answer again.";
    expect(await refused(id, "name", "Eve")).toEqual([409, completed, { current_node_id: "end" }]);
  });

  test("rejects a value for a welcome screen", async () => {
    const id = await start(stage.call, await stage.newForm());
    for (const value of ["x", "", [], 0, false]) {
      expect(await failure(next(stage.call, id, "welcome", value))).toMatchObject({ code: 400 });
    }
    expect(await next(stage.call, id, "welcome", null)).toMatchObject({ next_node_id: "name" });
  });

  test.each([null, undefined, "", "  ", [], {}])(
    "skips a node for %j, which stays on the path without an answer",
    async (value) => {
      const id = await atName();
      const reply = await next(stage.call, id, "name", value);
      expect(reply).toMatchObject({ next_node_id: "color" });
      for (const empty of [null, undefined, "", " ", [], {}]) {
        expect(await next(stage.call, id, "name", empty)).toEqual(reply);
      }
      const { visits, answers_count } = await stored(stage, id);
      expect(answers_count).toBe(0);
      expect(visits.map(({ node_id, answer_id, answer }) => [node_id, answer_id, answer])).toEqual([
        ["welcome", null, null],
        ["name", null, null],
      ]);
      expect(await failure(next(stage.call, id, "name", "Ada"))).toMatchObject({ code: 409 });
    },
  );

  test("treats a single picture choice and its array as equal", async () => {
    const id = await atName();
    await answer(stage.call, id, { name: "Ada", color: "red" });
    const reply = await next(stage.call, id, "picture", "cat");
    expect((await stored(stage, id)).visits.at(-1)?.answer).toEqual(["cat"]);
    expect(await next(stage.call, id, "picture", ["cat"])).toEqual(reply);
    expect(await next(stage.call, id, "picture", "cat")).toEqual(reply);
    expect(await failure(next(stage.call, id, "picture", ["dog"]))).toMatchObject({ code: 409 });
  });

  test("returns the first reply for a repeat, even after completion, and 409 for another value", async () => {
    const id = await atName();
    const first = await next(stage.call, id, "name", "Ada");
    await answer(stage.call, id, { color: "blue", age: 36 });
    expect(await next(stage.call, id, "name", "Ada")).toEqual(first);
    await complete(stage.call, id);
    const before = await stored(stage, id);
    for (const { call } of stage.processes) {
      expect(await next(call, id, "name", "Ada")).toEqual(first);
      expect(await failure(next(call, id, "name", "Eve", { back: true }))).toMatchObject({ code: 409 });
      expect(await failure(next(call, id, "end"))).toMatchObject({ code: 409 });
    }
    expect(await stored(stage, id)).toEqual(before);
  });
});

describe("concurrent answers", () => {
  test.each([
    { where: "in one process", second: () => stage.call },
    { where: "in two processes", second: other },
  ])("accepts exactly one of two answers $where and returns 409 for the other", async ({ second }) => {
    for (let round = 0; round < 10; round += 1) {
      const id = await atName();
      const { results, errors } = await outcomes([
        next(stage.call, id, "name", "Ada"),
        next(second(), id, "name", "Eve"),
      ]);
      expect(results).toEqual([
        { next_node_id: "color", is_complete: false, traversal_path: ["welcome", "name", "color"] },
      ]);
      expect(errors).toEqual([expect.objectContaining({ code: 409, data: { body: { current_node_id: "color" } } })]);
      const { revision, visits } = await stored(stage, id);
      expect({ revision, visits: visits.length }).toEqual({ revision: 2, visits: 2 });
    }
  });

  test("stores one row for twenty equal answers and gives all the same reply", async () => {
    const id = await atName();
    const calls = Array.from({ length: 20 }, (_, at) => next(at % 2 ? stage.call : other(), id, "name", "Ada"));
    const { results, errors } = await outcomes(calls);
    expect(errors).toEqual([]);
    expect(new Set(results.map((reply) => JSON.stringify(reply))).size).toBe(1);
    const { revision, visits } = await stored(stage, id);
    expect({ revision, visits: visits.length }).toEqual({ revision: 2, visits: 2 });
  });
});

/** This process has the session cached, and another one moves it. */
describe("a cached session that another process moved", () => {
  async function movedElsewhere(): Promise<string> {
    const id = await atName();
    expect(stage.processes[0]?.service.respondents.warm.has(id)).toBe(true);
    await next(other(), id, "name", "Ada");
    return id;
  }

  test("decides the next step on the database", async () => {
    const id = await movedElsewhere();
    expect(await next(stage.call, id, "color", "blue")).toMatchObject({ next_node_id: "age" });
    expect((await stored(stage, id)).visits.map((visit) => visit.answer)).toEqual([null, "Ada", "blue"]);
  });

  test("returns 409 or a repeat for a node that is no longer current", async () => {
    const id = await movedElsewhere();
    expect(await failure(next(stage.call, id, "name", "Eve"))).toMatchObject({
      code: 409,
      data: { body: { current_node_id: "color" } },
    });
    const again = await movedElsewhere();
    expect(await next(stage.call, again, "name", "Ada")).toMatchObject({ next_node_id: "color" });
  });

  test("doesn't repeat an answer that was cut off elsewhere", async () => {
    const id = await atName();
    await answer(stage.call, id, { name: "Ada", color: "red" });
    await next(other(), id, "color", "blue", { back: true });
    const reply = await next(stage.call, id, "color", "blue");
    expect(reply).toMatchObject({ next_node_id: "age" });
    const another = await atName();
    await answer(stage.call, another, { name: "Ada", color: "red" });
    await next(other(), another, "name", "Eve", { back: true });
    expect(await failure(next(stage.call, another, "name", "Ada"))).toMatchObject({ code: 409 });
  });

  test("returns 404 for a step, a repeat and a conflict after an erasure", async () => {
    for (const [nodeId, value] of [
      ["name", "Ada"],
      ["welcome", null],
      ["age", 1],
    ] as const) {
      const form = await stage.newForm();
      const id = await start(stage.call, form);
      await next(stage.call, id, "welcome");
      await other()("sessions.erase", { form_id: form.form_id, session_id: id });
      for (const { call } of stage.processes) {
        expect(await failure(next(call, id, nodeId, value))).toMatchObject({ code: 404 });
        expect(await failure(complete(call, id))).toMatchObject({ code: 404 });
        expect(await failure(call("sessions.resume", { session_id: id }))).toMatchObject({ code: 404 });
      }
    }
  });
});

describe("256 KiB of answers and hidden fields", () => {
  const large = "😀".repeat(20_000);

  test("returns 400 beyond the limit without moving, and accepts what fits", async () => {
    const id = await start(stage.call, await stage.newForm(texts(5)), { plan: "p".repeat(1000) });
    await answer(stage.call, id, { text0: large, text1: large, text2: large });
    const before = await stored(stage, id);
    const room = 256 * 1024 - before.answers_bytes - 2;
    const tooMuch = "😀".repeat(Math.floor(room / 4)) + "x".repeat((room % 4) + 1);
    expect(await failure(next(stage.call, id, "text3", tooMuch))).toMatchObject({ code: 400 });
    expect(await stored(stage, id)).toEqual(before);
    await next(stage.call, id, "text3", tooMuch.slice(0, -1));
    expect((await stored(stage, id)).answers_bytes).toBe(256 * 1024);
  });

  test("isn't decided on a cached session that became smaller elsewhere", async () => {
    const id = await start(stage.call, await stage.newForm(texts(5)));
    await answer(stage.call, id, { text0: large, text1: large, text2: large });
    await next(other(), id, "text0", "small", { back: true });
    await answer(other(), id, { text1: "small", text2: "small" });
    await next(stage.call, id, "text3", large);
    expect((await stored(stage, id)).answers_count).toBe(4);
  });
});

test("refuses a step after its deadline", async () => {
  const id = await atName();
  const late = { deadline: Date.now() - 1 };
  expect(await failure(next(stage.call, id, "name", "Ada", late))).toMatchObject({ code: 503 });
  expect(await failure(next(other(), id, "name", "Ada", late))).toMatchObject({ code: 503 });
  expect((await stored(stage, id)).current_node_id).toBe("name");
});
