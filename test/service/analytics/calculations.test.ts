import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Completed, SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { exported, question, respond, rowOf, type Stage, startStage } from "./stage.ts";

/** Calculations of sessions for respondents and owners (features §12). */
const scored = (id: string) => question(id, "number_scale", { min: 0, max: 10, scoring: { mode: "value" } });
const bands = [
  { key: "low", from: -10, to: 7, label: "=normal" },
  { key: "high", from: 7.1, to: 20 },
];
const row = rowOf([scored("q1"), scored("q2")], ["age"]);
const first: Graph = {
  ...row,
  nodes: row.nodes.map((node) =>
    node.id === "end"
      ? { ...node, data: { title: "{{band:mood}}, {{calculation:mood}}", config: { show_calculations: ["halved"] } } }
      : node,
  ),
  calculations: [
    {
      key: "mood",
      title: "-Mood",
      decimals: 1,
      value: { subtract: [{ sum: [{ points: "q1" }, { points: "q2" }] }, 2] },
      bands,
    },
    { key: "halved", title: "Halved", value: { divide: [{ calculation: "mood" }, 2] } },
    { key: "gone", title: "Gone", value: { mean: [{ answer: "q1" }, { answer: "q2" }], at_least: 2 } },
  ],
};
const second: Graph = {
  ...first,
  calculations: [
    { key: "age", title: "Age", value: { hidden: "age" } },
    { ...(first.calculations?.[0] as object), key: "mood", title: "Mood" },
    { key: "halved", title: "Halved", value: 4 },
  ],
};

let stage: Stage;
let form: FormReference;
let ids: string[];
const detailOf = (sessionId: string | undefined): Promise<SessionDetail> =>
  stage.call("analytics.getResponse", { caller: stage.caller, slug: form.slug, session_id: sessionId ?? "" });

beforeAll(async () => {
  stage = await startStage();
  form = await stage.newForm(first);
  const low = await respond(stage.call, form.slug, {
    answers: [
      ["q1", 1],
      ["q2", 0],
    ],
  });
  const high = await respond(stage.call, form.slug, {
    answers: [
      ["q1", 10],
      ["q2", 8],
    ],
  });
  const open = await respond(stage.call, form.slug, { answers: [["q1", 5]], isCompleted: false });
  await stage.publish(form, second);
  const newer = await respond(stage.call, form.slug, {
    answers: [
      ["q1", 9],
      ["q2", null],
    ],
    hidden: { age: "41" },
  });
  ids = [low, high, open, newer];
});
afterAll(() => stage?.stop());

describe("a session's detail", () => {
  it("has the values of its own version, in progress too", async () => {
    const details = await Promise.all(ids.map(detailOf));
    expect(details.map(({ calculations }) => calculations)).toEqual([
      { mood: { value: -1, band: "low" }, halved: { value: -0.5, band: null }, gone: { value: 0.5, band: null } },
      { mood: { value: 16, band: "high" }, halved: { value: 8, band: null }, gone: { value: 9, band: null } },
      { mood: { value: 3, band: "low" }, halved: { value: 1.5, band: null }, gone: { value: null, band: null } },
      { age: { value: 41, band: null }, mood: { value: 7, band: "low" }, halved: { value: 4, band: null } },
    ]);
  });

  it("is in the event of its completion", async () => {
    const { rows } = await stage.database.query("select session from sessions.events where session_id = $1", [ids[1]]);
    for (const { session } of rows) if (session) expect(session.calculations.mood).toEqual({ value: 16, band: "high" });
  });
});

it("completes with the calculations that the end screen shows, and no others", async () => {
  const completed: Completed = await stage.call("sessions.complete", { session_id: ids[0] ?? "" });
  expect(completed.calculations).toEqual([
    { key: "halved", title: "Halved", value: -0.5, band: null },
    { key: "mood", title: "-Mood", value: -1, band: "=normal" },
  ]);
});

it("completes without the field if the end screen shows none", async () => {
  const plain = await stage.newForm({ ...row, calculations: [{ key: "x", value: { total: true } }] });
  const id = await respond(stage.call, plain.slug, {
    answers: [
      ["q1", 1],
      ["q2", 0],
    ],
  });
  expect(Object.keys(await stage.call("sessions.complete", { session_id: id }))).not.toContain("calculations");
});

describe("an export", () => {
  const csv = async (query: object): Promise<string[][]> =>
    (await exported(stage, form.slug, query)).text
      .trim()
      .split("\r\n")
      .map((line) => line.split(",").slice(10));

  it("puts calculations after questions and before scores, the current version's first", async () => {
    const [header, newer, open, high, low] = await csv({ scores: true });
    expect(header).toEqual([
      "Question q1 [q1]",
      "Question q2 [q2]",
      "Age [calculation.age]",
      "Mood [calculation.mood]",
      "Mood [calculation.mood.band]",
      "Halved [calculation.halved]",
      "Gone [calculation.gone]",
      "score [q1]",
      "score [q2]",
    ]);
    expect([newer, open, high, low]).toEqual([
      ["9", "", "41", "7", "'=normal", "4", "", "9", ""],
      ["5", "", "", "3", "'=normal", "1.5", "", "5", ""],
      ["10", "8", "", "16", "high", "8", "9", "10", "8"],
      ["1", "0", "", "-1", "'=normal", "-0.5", "0.5", "1", "0"],
    ]);
  });

  it("reads points without score columns, and has the keys of bands as raw values", async () => {
    const [, newer] = await csv({ values: "raw" });
    expect(newer).toEqual(["9", "", "41", "7", "low", "4", ""]);
  });

  it("has them in each line of JSON", async () => {
    const lines = (await exported(stage, form.slug, { format: "json" })).text.trim().split("\n");
    const calculations = lines.map((line) => JSON.parse(line).calculations);
    expect(calculations).toEqual((await Promise.all(ids.toReversed().map(detailOf))).map((one) => one.calculations));
  });
});

describe("insights", () => {
  const insights = (query: object = {}) =>
    stage.call("analytics.insights", { caller: stage.caller, slug: form.slug, query });

  it("counts each completed session with its own version's value", async () => {
    const { calculations } = await insights();
    expect(calculations.map(({ key, answers }) => [key, answers])).toEqual([
      ["age", 1],
      ["mood", 3],
      ["halved", 3],
    ]);
    expect(calculations[1]).toMatchObject({
      title: "Mood",
      statistics: { min: -1, max: 16, mean: 22 / 3, median: 7 },
      bands: [
        { key: "low", label: "=normal", count: 2 },
        { key: "high", label: "high", count: 1 },
      ],
    });
    expect(calculations[1]?.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  });

  it("counts none of other sessions", async () => {
    const { calculations, score } = await insights({ status: "in_progress" });
    expect(calculations.map(({ answers, statistics }) => [answers, statistics.median])).toEqual(
      Array(3).fill([0, null]),
    );
    expect(score).toEqual({ min: null, median: null, max: null, histogram: [] });
  });

  it("shows those of the version that is asked for", async () => {
    const { calculations } = await insights({ version: 1 });
    expect(calculations.map(({ key, answers }) => [key, answers])).toEqual([
      ["mood", 2],
      ["halved", 2],
      ["gone", 2],
    ]);
  });

  it("has none without calculations", async () => {
    const plain = await stage.newForm(row);
    expect(
      (await stage.call("analytics.insights", { caller: stage.caller, slug: plain.slug, query: {} })).calculations,
    ).toEqual([]);
  });
});
