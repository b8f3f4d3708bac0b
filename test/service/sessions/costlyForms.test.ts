import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { RE2Set } from "re2js";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";
import { complete, failure, type Stage, start, startSessions, stored } from "./stage.ts";

/** Requests whose conditions cost more than a time slice: they take several turns, and nothing is computed twice. */
const count = 4;
const ids = Array.from({ length: count }, (_, at) => `q${at}`);
/** A text whose every letter is a new transition of these patterns: about 20 ms. */
const text = Array.from({ length: 5_000 }, (_, at) => "ac"[Math.floor(Math.sqrt(at * 3)) & 1]).join("");
const slow = (at: number): Json => ({
  left: { type: "answer", node_id: "text" },
  op: "matches",
  right: `[ab].{${150 + at}}x`,
});
const points = { mode: "options", points: { yes: 3, no: 1 } };
const options = (showIf: Json = null): Json => [
  { value: "no", label: "No" },
  { value: "yes", label: "Yes", ...(showIf && { show_if: showIf }) },
];
const asking = (at: number, showIf: Json = null) =>
  node(`q${at}`, "multiple_choice", { options: options(showIf), scoring: points }, true);
const formOf = (
  nodes: ReturnType<typeof node>[],
  edges: ReturnType<typeof edge>[],
  further: Record<string, Json> = {},
) => graphOf([node("text", "long_text", { max_length: 20_000 }), ...nodes], edges, further) as Graph;
const row = (condition: (at: number) => unknown = () => null) => [
  edge("text", "q0"),
  ...ids.flatMap((id, at) => {
    const to = ids[at + 1] ?? "end";
    return [...(condition(at) ? [edge(id, to, condition(at))] : []), edge(id, to)];
  }),
];

let stage: Stage;
let turn = 0;
let isOver = false;
let turns: number[] = [];
let onMatch: () => unknown = () => undefined;
/** ms: each match costs more than a slice on this clock, however fast the machine is. */
let spent = 0;
const clock = performance.now.bind(performance);
const countTurns = () => {
  turn += 1;
  if (!isOver) setImmediate(countTurns);
};
beforeAll(async () => {
  stage = await startSessions();
  countTurns();
});
afterAll(async () => {
  isOver = true;
  await stage?.stop();
});
beforeEach(() => {
  turns = [];
  jest.spyOn(performance, "now").mockImplementation(() => clock() + spent);
  const { match } = RE2Set.prototype;
  jest.spyOn(RE2Set.prototype, "match").mockImplementation(function (this: RE2Set, ...of) {
    turns.push(turn);
    spent += 20;
    onMatch();
    return match.apply(this, of);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  onMatch = () => undefined;
});

const all = [{ node_id: "text", value: text }, ...ids.map((id) => ({ node_id: id, value: "no" }))];
const send = (id: string, query: object = {}, meta: object = {}) =>
  stage.call("sessions.answers", { session_id: id, body: { answers: all }, query }, { meta });

describe("several answers", () => {
  const graph = formOf([...ids.map((_, at) => asking(at)), end()], row(slow));

  test("take a turn per step", async () => {
    const id = await start(stage.call, await stage.newForm(graph));
    expect(await send(id)).toMatchObject({ is_complete: true });
    expect(turns).toHaveLength(count);
    expect(new Set(turns).size).toBe(count);
  });

  test("return 503 past their deadline and apply none", async () => {
    const id = await start(stage.call, await stage.newForm(graph));
    const now = Date.now();
    // the caller has stopped waiting
    onMatch = () => jest.spyOn(Date, "now").mockReturnValue(now + 60_000);
    const refused = await failure(send(id, {}, { deadline: now + 30_000 }));
    jest.restoreAllMocks();
    expect(refused).toMatchObject({ code: 503, message: expect.stringContaining("wasn't applied") });
    expect(turns).toHaveLength(1);
    expect(await stored(stage, id)).toMatchObject({ current_node_id: "text", revision: 0 });
  });
});

describe("a session with options that depend on a text", () => {
  const graph = formOf([...ids.map((_, at) => asking(at, slow(at))), end("end", { show_score: true })], row());
  const toEnd = async () => {
    const id = await start(stage.call, await stage.newForm(graph));
    await send(id);
    turns = [];
    return id;
  };

  test("computes its maximum score in a turn per question, once", async () => {
    const id = await toEnd();
    const first = await complete(stage.call, id);
    expect(first).toMatchObject({ total_score: count, max_score: count });
    expect(turns).toHaveLength(count);
    expect(new Set(turns).size).toBe(count);
    turns = [];
    expect(await complete(stage.call, id)).toEqual(first);
    expect(await send(id, { complete: true })).toMatchObject({ completed: first });
    expect(turns).toEqual([]);
  });

  test("computes it once for a session that an older release completed", async () => {
    const id = await toEnd();
    const first = await complete(stage.call, id);
    await stage.database.query("update sessions.sessions set shown_results = null where id = $1", [id]);
    turns = [];
    expect(await complete(stage.call, id)).toEqual(first);
    expect(new Set(turns).size).toBe(count);
    turns = [];
    expect(await complete(stage.call, id)).toEqual(first);
    expect(turns).toEqual([]);
  });
});

test("computes calculations in a turn each, and shown ones once", async () => {
  const calculations = ids.map((key, at): Json => ({ key, value: { if: [slow(at), 1, 0] } }));
  const graph = formOf([...ids.map((_, at) => asking(at)), end("end", { show_calculations: ["q1", "q2"] })], row(), {
    calculations,
  });
  const id = await start(stage.call, await stage.newForm(graph));
  await send(id);
  const first = await complete(stage.call, id);
  expect(first).toMatchObject({
    calculations: [
      { key: "q1", value: 0 },
      { key: "q2", value: 0 },
    ],
  });
  expect(turns).toHaveLength(count);
  expect(new Set(turns).size).toBe(count);
  turns = [];
  expect(await complete(stage.call, id)).toEqual(first);
  expect(turns).toEqual([]);
});
