import { type CompiledGraph, compileGraph } from "../../../shared/domain/graph/compile.ts";
import {
  maxScore,
  type Step,
  type Submission,
  scoreBreakdown,
  startWalk,
  takeStep,
  totalScore,
  type Walk,
} from "../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { edge, node } from "../../support/sampleGraphs.ts";

/** Rules of a walk (decisions §5). The questions' checks have separate tests. */

const context = { today: "2026-06-01", isIssuedFile: () => true };
const options = ["a", "b"].map((value) => ({ value, label: value, image_url: "https://example.com/", alt: "" }));

/** `hello → toString (a number) → picture → great` if score ≥ 7 or hidden plan is pro, else `text → end` or default */
const graph: Graph = {
  schema_version: "2.0",
  entry_node_id: "hello",
  fallback_end_node_id: "sorry",
  nodes: [
    node("hello", "welcome_screen"),
    node("toString", "number", { scoring: { mode: "value" } }, true),
    node("picture", "picture_choice", { options, scoring: { mode: "options", points: { a: 5 } } }),
    node("text", "short_text"),
    node("day", "date", { min: { days_from_today: 0 } }),
    node("great", "end_screen"),
    node("end", "end_screen"),
    node("sorry", "end_screen"),
  ],
  edges: [
    edge("hello", "toString"),
    edge("toString", "picture"),
    edge("picture", "great", {
      any: [
        { left: { type: "score" }, op: "gte", right: 7 },
        { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro" },
      ],
    }),
    edge("picture", "text"),
    edge("text", "day", { left: { type: "answer", node_id: "toString" }, op: "eq", right: 1 }),
    edge("text", "end", { op: "answered" }),
    edge("day", "end"),
  ],
  hidden_fields: ["plan"],
};
const compiled: CompiledGraph = compileGraph(graph);

function step(walk: Walk, nodeId: string, value?: Json, back?: boolean, day = context): Step {
  const submission: Submission = {
    node_id: nodeId,
    ...(value !== undefined && { value }),
    ...(back !== undefined && { back }),
  };
  return takeStep(compiled, walk, submission, day);
}

function walkAfter(walk: Walk, taken: Step): Walk {
  if (taken.kind !== "moved") throw new Error(JSON.stringify(taken));
  const visits = [...walk.visits.slice(0, taken.visits_kept), taken.visit];
  return { ...walk, visits, current_node_id: taken.next_node_id };
}

/** Returns the walk after these answers. */
function walked(answers: [string, Json?][], hidden = {}): Walk {
  return answers.reduce((walk, [id, value]) => walkAfter(walk, step(walk, id, value)), startWalk(compiled, hidden));
}

const start = startWalk(compiled);
const toText = walked([["hello"], ["toString", 1], ["picture", ["b"]]]);
const toEnd = walked([["hello"], ["toString", 2], ["picture", null], ["text", "x"]]);

test("startWalk starts at the entry without visits", () => {
  expect(startWalk(compiled, { plan: "pro" })).toEqual({
    visits: [],
    current_node_id: "hello",
    hidden: { plan: "pro" },
  });
});

describe("takeStep at the current node", () => {
  test("passes a screen without answer and score", () => {
    expect(step(start, "hello")).toEqual({
      kind: "moved",
      visits_kept: 0,
      visit: { node_id: "hello", answer: null, score_awarded: null },
      next_node_id: "toString",
      is_complete: false,
      total_score: 0,
      traversal_path: ["hello", "toString"],
    });
    expect(step(start, "hello", null).kind).toBe("moved");
  });

  test.each([["x"], [""], [[]], [0]])("a screen does not take %j", (value) => {
    expect(step(start, "hello", value)).toMatchObject({ kind: "invalid", message: expect.any(String) });
  });

  test("scores an answer and moves on", () => {
    expect(step(walked([["hello"]]), "toString", 3)).toMatchObject({
      visits_kept: 1,
      visit: { node_id: "toString", answer: 3, score_awarded: 3 },
      next_node_id: "picture",
      total_score: 3,
    });
  });

  test("doesn't move for an invalid value", () => {
    expect(step(walked([["hello"]]), "toString", "3")).toMatchObject({ kind: "invalid", message: expect.any(String) });
    expect(step(walked([["hello"]]), "toString", null)).toMatchObject({ kind: "invalid", message: expect.any(String) });
  });

  test("gives a skipped question neither answer nor score", () => {
    const skipped = { node_id: "picture", answer: null, score_awarded: null };
    expect(step(walked([["hello"], ["toString", 1]]), "picture", [])).toMatchObject({ visit: skipped, total_score: 1 });
  });

  test("includes the new answer in the score that an edge reads", () => {
    const walk = walked([["hello"], ["toString", 2]]);
    expect(step(walk, "picture", "a")).toMatchObject({
      visit: { answer: ["a"] },
      next_node_id: "great",
      is_complete: true,
      total_score: 7,
      traversal_path: ["hello", "toString", "picture", "great"],
    });
    expect(step(walk, "picture", "b")).toMatchObject({ next_node_id: "text", is_complete: false });
  });

  test("reads hidden fields", () => {
    const walk = walked([["hello"], ["toString", 0]], { plan: "pro" });
    expect(step(walk, "picture", "b")).toMatchObject({ next_node_id: "great" });
  });

  test("reads an earlier answer, takes the first matching edge, else the fallback", () => {
    expect(step(toText, "text", "x")).toMatchObject({ next_node_id: "day" });
    const other = walked([["hello"], ["toString", 2], ["picture", "b"]]);
    expect(step(other, "text", "x")).toMatchObject({ next_node_id: "end", is_complete: true });
    expect(step(other, "text", " ")).toMatchObject({ next_node_id: "sorry", is_complete: true });
  });

  test("ignores back", () => {
    expect(step(start, "hello", null, true)).toMatchObject({ kind: "moved", visits_kept: 0 });
  });
});

describe("takeStep at a passed node with the same value", () => {
  test.each<[string, Json | undefined, string[]]>([
    ["hello", undefined, ["hello", "toString"]],
    ["hello", null, ["hello", "toString"]],
    ["toString", 1.0, ["hello", "toString", "picture"]],
    ["picture", ["b"], ["hello", "toString", "picture", "text"]],
    ["picture", "b", ["hello", "toString", "picture", "text"]],
  ])("%s %j", (id, value, traversalPath) => {
    const repeat = {
      kind: "repeat",
      next_node_id: traversalPath.at(-1),
      is_complete: false,
      traversal_path: traversalPath,
    };
    expect(step(toText, id, value)).toEqual(repeat);
    expect(step(toText, id, value, true)).toEqual(repeat);
  });

  test.each([[undefined], [null], [""], ["  "], [[]], [{}]])("all empty values are equal: %j", (value) => {
    expect(step(toEnd, "picture", value)).toMatchObject({ kind: "repeat", next_node_id: "text" });
  });

  test("repeats the step before an end as complete", () => {
    expect(step(toEnd, "text", "x")).toEqual({
      kind: "repeat",
      next_node_id: "end",
      is_complete: true,
      traversal_path: ["hello", "toString", "picture", "text", "end"],
    });
  });

  test("repeats it even if the value would be invalid today", () => {
    const walk = walkAfter(toText, step(toText, "text", "x"));
    const passed = walkAfter(walk, step(walk, "day", "2026-06-01"));
    const tomorrow = { ...context, today: "2026-06-02" };
    expect(step(passed, "day", "2026-06-01", false, tomorrow)).toMatchObject({ kind: "repeat", next_node_id: "end" });
    expect(step(walk, "day", "2026-06-01", false, tomorrow)).toMatchObject({ kind: "invalid" });
  });

  test("ignores the order of a matrix's keys, but not of an array", () => {
    const rows = ["r1", "r2"].map((key) => ({ key, label: key }));
    const small = compileGraph({
      schema_version: "2.0",
      entry_node_id: "matrix",
      nodes: [
        node("matrix", "matrix", { rows, columns: options.map(({ value, label }) => ({ value, label })) }),
        node("ranking", "ranking", { options: options.map(({ value, label }) => ({ value, label })) }),
        node("end", "end_screen"),
      ],
      edges: [edge("matrix", "ranking"), edge("ranking", "end")],
    });
    const visits = [
      { node_id: "matrix", answer: { r1: "a", r2: "b" }, score_awarded: null },
      { node_id: "ranking", answer: ["a", "b"], score_awarded: null },
    ];
    const walk: Walk = { visits, current_node_id: "end", hidden: {} };
    const again = (nodeId: string, value: Json) => takeStep(small, walk, { node_id: nodeId, value }, context).kind;
    expect(again("matrix", { r2: "b", r1: "a" })).toBe("repeat");
    expect(again("matrix", { r1: "a" })).toBe("conflict");
    expect(again("ranking", ["a", "b"])).toBe("repeat");
    expect(again("ranking", ["b", "a"])).toBe("conflict");
  });
});

describe("takeStep at a passed node with another value", () => {
  test.each<[string, Json]>([
    ["toString", 5],
    ["picture", null],
  ])("without back: %s %j is a conflict", (id, value) => {
    expect(step(toText, id, value)).toEqual({ kind: "conflict", current_node_id: "text" });
    expect(step(toText, id, value, false).kind).toBe("conflict");
  });

  test.each<[string, Json]>([
    ["toString", "no number"],
    ["toString", null],
    ["hello", "x"],
  ])("rejects an invalid %s %j with and without back", (id, value) => {
    expect(step(toText, id, value).kind).toBe("invalid");
    expect(step(toText, id, value, true).kind).toBe("invalid");
  });

  test("with back: cuts the path there and moves on", () => {
    expect(step(toEnd, "toString", 9, true)).toEqual({
      kind: "moved",
      visits_kept: 1,
      visit: { node_id: "toString", answer: 9, score_awarded: 9 },
      next_node_id: "picture",
      is_complete: false,
      total_score: 9,
      traversal_path: ["hello", "toString", "picture"],
    });
  });

  test("with back: ignores later answers in conditions and score", () => {
    const back = walkAfter(toEnd, step(toEnd, "toString", -1, true));
    expect(totalScore(back.visits)).toBe(-1);
    expect(step(back, "text", "x")).toEqual({ kind: "conflict", current_node_id: "picture" });
  });

  test.each<[string, Json]>([
    ["toString", "9"],
    ["toString", null],
    ["hello", "x"],
  ])("with back: rejects %s %j and doesn't move", (id, value) => {
    expect(step(toEnd, id, value, true)).toMatchObject({ kind: "invalid", message: expect.any(String) });
  });
});

test.each([
  ["a node further on", start, "picture", "a"],
  ["an end node that is current", toEnd, "end", null],
  ["an end node that is not", toText, "great", null],
  ["an unknown node", start, "nowhere", null],
  ["a name that every object has", start, "hasOwnProperty", null],
])("%s is a conflict", (_name, walk, id, value) => {
  for (const back of [false, true]) {
    expect(step(walk, id, value, back)).toEqual({ kind: "conflict", current_node_id: walk.current_node_id });
  }
});

test("takeStep doesn't change the walk", () => {
  const before = structuredClone(toEnd);
  step(toEnd, "toString", 9, true);
  expect(toEnd).toEqual(before);
});

test("scoreBreakdown has the scored answers, whatever the node ids", () => {
  expect({ ...scoreBreakdown(toText.visits) }).toEqual({ toString: 1, picture: 0 });
  expect({ ...scoreBreakdown(toEnd.visits) }).toEqual({ toString: 2 });
  expect([totalScore([]), totalScore(toText.visits)]).toEqual([0, 1]);
});

test("compileGraph throws on an invalid graph", () => {
  const broken: [string, Graph][] = [
    ["entry", { ...graph, entry_node_id: "nowhere" }],
    ["fallback", { ...graph, fallback_end_node_id: "nowhere" }],
    ["edge", { ...graph, edges: [edge("hello", "nowhere")] }],
    ["condition", { ...graph, edges: [edge("hello", "end", { op: "?" })] }],
    ["screen's answer", { ...graph, edges: [edge("hello", "end", { op: "answered" })] }],
    ["config", { ...graph, nodes: [...graph.nodes, node("x", "dropdown")] }],
  ];
  for (const [, bad] of broken) expect(() => compileGraph(bad)).toThrow();
  const closed = compileGraph({ ...graph, fallback_end_node_id: null, edges: graph.edges.slice(0, 1) });
  const view = { answer: () => null, score: 0, hidden: {} };
  expect(() => closed.next("text", view)).toThrow();
});

describe("maxScore", () => {
  const path = (...ids: string[]) => ids.map((nodeId) => ({ node_id: nodeId, answer: null, score_awarded: null }));
  const scoredGraph = compileGraph({
    ...graph,
    entry_node_id: "stars",
    fallback_end_node_id: null,
    nodes: [
      node("stars", "star_rating", { scoring: { mode: "value" } }),
      node("required", "yes_no", { scoring: { mode: "options", points: { yes: -2, no: -3 } } }, true),
      node("optional", "yes_no", { scoring: { mode: "options", points: { yes: -2, no: -3 } } }),
      node("number", "number", { scoring: { mode: "value" } }),
      node("text", "short_text"),
    ],
    edges: [],
  });

  test.each<[string, string[], number | null]>([
    ["counts skipped questions", ["stars", "text"], 5],
    ["counts the best answer of a required question even if it costs points", ["stars", "required"], 3],
    ["counts nothing for an optional question whose answers all cost points", ["stars", "optional"], 5],
    ["is null if a question has no maximum", ["stars", "number"], null],
    ["is null if nothing is scored", ["text"], null],
  ])("%s", (_name, ids, expected) => {
    expect(maxScore(scoredGraph, { visits: path(...ids), hidden: {} })).toBe(expected);
  });

  test("counts only options that were offered", () => {
    const isVip = { left: { type: "hidden", key: "plan" }, op: "eq", right: "vip" };
    const seats: Json[] = [
      { value: "few", label: "Few" },
      { value: "many", label: "Many", show_if: isVip },
    ];
    const offering = compileGraph({
      ...graph,
      entry_node_id: "seats",
      edges: [],
      hidden_fields: ["plan"],
      nodes: [
        node(
          "seats",
          "multiple_choice",
          { options: seats, scoring: { mode: "options", points: { few: 1, many: 9 } } },
          true,
        ),
        node("end", "end_screen"),
      ],
      fallback_end_node_id: "end",
    });
    expect(maxScore(offering, { visits: path("seats"), hidden: {} })).toBe(1);
    expect(maxScore(offering, { visits: path("seats"), hidden: { plan: "vip" } })).toBe(9);
  });
});
