import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from "@jest/globals";
import { RE2Set } from "re2js";
import type { FormReference } from "../../../shared/bus/contract.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { exported, question, respond, rowOf, type Stage, startStage } from "./stage.ts";

/** Calculations that cost more than a slice are computed in several turns of the event loop. */
const count = 5;
const row = rowOf([question("q", "long_text", { max_length: 20_000 })]);
const expensive: Graph = {
  ...row,
  calculations: Array.from({ length: count }, (_, at) => ({
    key: `c${at}`,
    value: {
      if: [{ left: { type: "answer", node_id: "q" }, op: "matches", right: `[ab].{${150 + at}}x` }, 1, 0],
    },
  })),
};

/** A text whose every letter is a new transition of these patterns. */
const text = Array.from({ length: 5_000 }, (_, at) => "ac"[Math.floor(Math.sqrt(at * 3)) & 1]).join("");

let stage: Stage;
let form: FormReference;
let id: string;
let turn = 0;
let isOver = false;
let turns: number[] = [];
const countTurns = () => {
  turn += 1;
  if (!isOver) setImmediate(countTurns);
};

beforeAll(async () => {
  stage = await startStage();
  form = await stage.newForm(expensive);
  id = await respond(stage.call, form.slug, { answers: [["q", text]] });
  await stage.indexed();
  countTurns();
});
afterAll(async () => {
  isOver = true;
  await stage?.stop();
});

beforeEach(() => {
  turns = [];
  const { match } = RE2Set.prototype;
  jest.spyOn(RE2Set.prototype, "match").mockImplementation(function (this: RE2Set, ...of) {
    turns.push(turn);
    return match.apply(this, of);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

it.each([
  ["a detail", () => stage.call("analytics.getResponse", { caller: stage.caller, slug: form.slug, session_id: id })],
  ["an export as CSV", () => exported(stage, form.slug, {})],
  ["an export as JSON", () => exported(stage, form.slug, { format: "json" })],
  ["insights", () => stage.call("analytics.insights", { caller: stage.caller, slug: form.slug, query: {} })],
])("lets other requests run while %s computes calculations", async (_name, ask) => {
  await ask();
  expect(turns).toHaveLength(count);
  expect(new Set(turns).size).toBe(count);
});
