import fc from "fast-check";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { type CompiledGraph, compileGraph } from "../../../shared/domain/graph/compile.ts";
import type { Explanation } from "../../../shared/domain/graph/shapes/simulation.ts";
import { inputProblems, simulate } from "../../../shared/domain/graph/simulate.ts";
import { scoreBreakdown, startWalk, takeStep, totalScore } from "../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { anyDraft, context, hiddenValues, publishableGraph, validAnswers } from "../../support/graphs.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";

/** Simulation (decisions §9.1): same results as a session, with explanations and stops. */
const today = "2026-06-01";
const tryOut = (graph: unknown, answers: Record<string, Json> = {}, hidden: Record<string, string> = {}) =>
  simulate(graph as Graph, { answers, hidden, today });

/** Returns a session's result with the same answers, or null if it rejects one. */
function session(compiled: CompiledGraph, answers: ReadonlyMap<string, Json>, hidden: Record<string, string>) {
  let walk = startWalk(compiled, hidden);
  while (!compiled.nodes.get(walk.current_node_id)?.question.is_end) {
    const submission = { node_id: walk.current_node_id, value: answers.get(walk.current_node_id) ?? null };
    const step = takeStep(compiled, walk, submission, context);
    if (step.kind !== "moved") return null;
    walk = { ...walk, visits: [...walk.visits, step.visit], current_node_id: step.next_node_id };
  }
  return {
    traversal_path: [...walk.visits.map(({ node_id }) => node_id), walk.current_node_id],
    end_node_id: walk.current_node_id,
    total_score: totalScore(walk.visits),
    score_breakdown: { ...scoreBreakdown(walk.visits) },
    is_complete: true,
    stopped: null,
  };
}

test("matches a session's path, scores and end, and the explanations match the path", () => {
  const sample = publishableGraph().chain((graph) => {
    const compiled = compileGraph(graph);
    const [answers, hidden] = [validAnswers(compiled), hiddenValues()];
    return fc.record({ graph: fc.constant(graph), compiled: fc.constant(compiled), answers, hidden });
  });
  fc.assert(
    fc.property(sample, ({ graph, compiled, answers, hidden }) => {
      const declared = Object.fromEntries(
        Object.entries(hidden).filter(([key]) => graph.hidden_fields?.includes(key) ?? false),
      );
      const simulation = tryOut(graph, Object.fromEntries(answers), declared);
      expect(simulation).toMatchObject(session(compiled, answers, declared) ?? {});
      expect(simulation.steps).toHaveLength(simulation.traversal_path.length - 1);
      for (const step of simulation.steps) {
        const results = step.edges.map(({ result }) => result);
        const isByEdge = step.taken !== "fallback";
        expect(results).toEqual([...Array(results.length - Number(isByEdge)).fill(false), ...(isByEdge ? [true] : [])]);
        for (const { because, result } of step.edges) if (because) expect(judged(because)).toBe(result);
      }
    }),
  );
});

/** Computes a tree's result from its parts. */
function judged(tree: Explanation): boolean {
  const inner = "all" in tree ? tree.all.every(judged) : "any" in tree ? tree.any.some(judged) : null;
  const result = "not" in tree ? !judged(tree.not) : (inner ?? tree.result);
  expect(tree.result).toBe(result);
  return result;
}

test("walks or stops at any draft within as many steps as there are nodes", () => {
  fc.assert(
    fc.property(anyDraft(), fc.dictionary(fc.string(), fc.jsonValue()), (graph, answers) => {
      const { stopped, is_complete, end_node_id, steps } = tryOut(graph, answers as Record<string, Json>);
      expect([is_complete, end_node_id !== null]).toEqual([stopped === null, stopped === null]);
      expect(steps.length).toBeLessThanOrEqual(graph.nodes.length);
    }),
  );
});

test("an example of a problem reproduces it", () => {
  fc.assert(
    fc.property(anyDraft(), (graph) => {
      for (const { code, node_id, edge_index, example } of analyze(graph)) {
        if (!example) continue;
        expect(inputProblems(graph, example)).toEqual([]);
        const { stopped, steps } = tryOut(graph, example.answers, example.hidden);
        if (code === "condition_unsatisfiable") {
          const { edges } = steps.find((step) => step.node_id === node_id) ?? {};
          expect(edges).toContainEqual(expect.objectContaining({ edge_index, result: false }));
        } else {
          // a fallback that isn't an end screen is an error of the graph
          const reason = graph.fallback_end_node_id == null ? "no_edge" : "invalid_graph";
          expect({ code, stopped }).toMatchObject({ stopped: { node_id, reason } });
        }
      }
    }),
    { numRuns: 500 },
  );
});

test("finds an example beside calculations of the day, and none if the day decides the path", () => {
  const calculations = [{ key: "age", value: { days: ["2000-01-01", "today"] } }];
  const deadEnd = (first: Json) => {
    const yes = edge("sure", "end", { op: "eq", right: "yes" });
    const nodes = [node("old", "welcome_screen"), node("sure", "yes_no", {}, true), end()];
    return {
      ...graphOf(nodes, [edge("old", "end", first), edge("old", "sure"), yes]),
      calculations,
    } as unknown as Graph;
  };
  const exampleOf = (graph: Graph) => analyze(graph).find(({ node_id }) => node_id === "sure")?.example;
  expect(exampleOf(deadEnd({ left: { type: "score" }, op: "gt", right: 9 }))).toEqual({ answers: { sure: "no" } });
  expect(exampleOf(deadEnd({ left: { type: "calculation", key: "age" }, op: "gt", right: 9 }))).toBeFalsy();
});

test("ignores an invalid condition of an unreachable node", () => {
  const graph = graphOf(
    [node("choice", "checkbox"), node("day", "date"), node("aside", "welcome_screen")],
    [
      edge("choice", "day", { op: "length_gte", right: 0 }),
      edge("aside", "nowhere", { op: "matches", right: "^a", left: { type: "answer", node_id: "day" } }),
    ],
  );
  expect(analyze(graph as Graph)).toContainEqual(
    expect.objectContaining({ code: "node_unreachable", node_id: "aside" }),
  );
});

test("finds an example even if the score decides the path", () => {
  const graph = graphOf(
    [
      node("hello", "welcome_screen"),
      node("rate", "opinion_scale", {}, true),
      node("sure", "yes_no", { scoring: { mode: "exact", correct: "yes", points: 3 } }, true),
      end(),
    ],
    [
      // the score is 0 there: every walk passes `rate`, which is required
      edge("hello", "sure", { left: { type: "score" }, op: "eq", right: 1 }),
      edge("hello", "rate"),
      edge("rate", "sure"),
      edge("sure", "end", { left: { type: "answer", node_id: "rate" }, op: "in", right: [1, 4] }),
      edge("sure", "end", {
        all: [
          { op: "eq", right: "no" },
          { op: "eq", right: "yes" },
        ],
      }),
    ],
  );
  const problems = analyze(graph as Graph);
  const [missed] = problems.filter(({ code }) => code === "not_exhaustive");
  expect(tryOut(graph, missed?.example?.answers).stopped).toMatchObject({ node_id: "sure", reason: "no_edge" });
  const [never] = problems.filter(({ edge_index }) => edge_index === 4);
  const { steps } = tryOut(graph, never?.example?.answers);
  expect(steps.at(-1)?.edges).toContainEqual(expect.objectContaining({ edge_index: 4, result: false }));
});

const plan = graphOf(
  [
    node("seats", "number", { min: 1 }, true),
    node("why", "short_text"),
    node("tools", "checkbox", {
      options: [
        { value: "a", label: "A" },
        { value: "b", label: "B" },
      ],
    }),
    end(),
  ],
  [
    edge("seats", "why", {
      any: [
        { op: "gt", right: 9 },
        { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro" },
      ],
    }),
    edge("seats", "end"),
    edge("why", "tools"),
    edge("tools", "end", { not: { op: "includes_any", right: ["a"] } }),
  ],
  { hidden_fields: ["plan"] },
);

test("explains every edge up to the taken one with the compared value", () => {
  const { steps } = tryOut(plan, { seats: 3 }, { plan: "free" });
  expect(steps).toEqual([
    {
      node_id: "seats",
      answer: 3,
      score_awarded: null,
      taken: 1,
      next_node_id: "end",
      edges: [
        {
          edge_index: 0,
          to: "why",
          result: false,
          because: {
            any: [
              { left: { type: "answer", node_id: "seats" }, op: "gt", right: 9, actual: 3, result: false },
              { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro", actual: "free", result: false },
            ],
            result: false,
          },
        },
        { edge_index: 1, to: "end", result: true, because: null },
      ],
    },
  ]);
});

test("skips an optional node without an answer, and compares an unanswered operand as null", () => {
  const { traversal_path, steps } = tryOut(plan, { seats: 10 });
  expect(traversal_path).toEqual(["seats", "why", "tools", "end"]);
  expect(steps[2]?.edges[0]?.because).toEqual({
    not: { left: { type: "answer", node_id: "tools" }, op: "includes_any", right: ["a"], actual: null, result: false },
    result: true,
  });
});

describe("stops", () => {
  const text = (id: string) => node(id, "short_text");
  const withCheck = (given: ReturnType<typeof text>, condition: object) => ({
    ...given,
    data: { ...given.data, valid_if: [{ condition, message: "No." } as never] },
  });
  const cases: [string, unknown, Record<string, Json>, object, string[]][] = [
    ["without a required answer", plan, {}, { node_id: "seats", reason: "answer_missing" }, ["seats"]],
    ["at an answer that next refuses", plan, { seats: 0 }, { node_id: "seats", reason: "answer_invalid" }, ["seats"]],
    [
      "where no edge is true",
      plan,
      { seats: 10, tools: ["a"] },
      { node_id: "tools", reason: "no_edge" },
      ["seats", "why", "tools"],
    ],
    [
      "in a circle",
      graphOf([text("a"), text("b")], [edge("a", "b"), edge("b", "a")]),
      {},
      { node_id: "a", reason: "invalid_graph" },
      ["a", "b", "a"],
    ],
    [
      "at an edge to nowhere",
      graphOf([text("a")], [edge("a", "x")]),
      {},
      { node_id: "a", reason: "invalid_graph" },
      ["a"],
    ],
    ...["missing", "a"].map((fallback): [string, unknown, Record<string, Json>, object, string[]] => [
      `where no edge is true and the fallback "${fallback}" isn't an end screen`,
      { ...graphOf([text("a"), end()], [edge("a", "end", { op: "eq", right: "x" })]), fallback_end_node_id: fallback },
      {},
      { node_id: "a", reason: "invalid_graph" },
      ["a"],
    ]),
    [
      "at an unknown type",
      graphOf([text("a"), node("b", "hologram" as never)], [edge("a", "b")]),
      {},
      { node_id: "b", reason: "invalid_graph" },
      ["a"],
    ],
    [
      "at a wrong config",
      graphOf([node("a", "short_text", { max_length: -1 })], []),
      {},
      { node_id: "a", reason: "invalid_graph" },
      [],
    ],
    [
      "at a wrong condition",
      graphOf([text("a"), end()], [edge("a", "end", { op: "sounds_like", right: "x" })]),
      {},
      { node_id: "a", reason: "invalid_graph" },
      ["a"],
    ],
    [
      "at a wrong check of an answer",
      graphOf([withCheck(text("a"), { op: "gt", right: 3 }), end()], [edge("a", "end")]),
      {},
      { node_id: "a", reason: "invalid_graph" },
      ["a"],
    ],
    ...(
      [
        ["check", withCheck(text("b"), { op: "gt", right: 3 })],
        ["show_if", { ...text("b"), data: { ...text("b").data, show_if: { op: "sounds_like" } as never } }],
      ] as const
    ).map(([part, next]): [string, unknown, Record<string, Json>, object, string[]] => [
      `at a wrong ${part} of a later question`,
      graphOf([text("a"), next, end()], [edge("a", "b"), edge("b", "end")]),
      {},
      { node_id: "b", reason: "invalid_graph" },
      ["a", "b"],
    ]),
    [
      "without an entry",
      { ...graphOf([text("a")], []), entry_node_id: null },
      {},
      { node_id: null, reason: "invalid_graph" },
      [],
    ],
  ];
  test.each(cases)("%s", (_where, graph, answers, stopped, path) => {
    const simulation = tryOut(graph, answers);
    expect(simulation.stopped).toEqual({ ...stopped, message: expect.stringMatching(/\S/) });
    expect(simulation).toMatchObject({ is_complete: false, end_node_id: null, traversal_path: path });
  });
});

test("includes the last answer if no edge matches", () => {
  const { steps } = tryOut(plan, { seats: 10, tools: ["a"] });
  expect(steps.at(-1)).toMatchObject({ node_id: "tools", answer: ["a"], taken: null, next_node_id: null });
});

test("rejects an explanation that repeats a long answer thousands of times", () => {
  const ids = Array.from({ length: 20 }, (_, index) => `n${index}`);
  const asks = {
    any: Array.from({ length: 40 }, () => ({ left: { type: "answer", node_id: "n0" }, op: "eq", right: "x" })),
  };
  const nodes = [...ids.map((id) => node(id, "long_text", { max_length: 20_000 })), end()];
  const edges = ids.flatMap((id, index) => [edge(id, "end", asks), edge(id, ids[index + 1] ?? "end")]);
  expect(() => tryOut(graphOf(nodes, edges), { n0: "y".repeat(20_000) })).toThrow("shorter answers");
});

test("names unknown answers and hidden fields", () => {
  const input = { answers: { seats: 1, nothing: 2 }, hidden: { plan: "pro", other: "x" } };
  expect(inputProblems(plan as unknown as Graph, input)).toEqual([
    "answers.nothing: no such node",
    "hidden.other: unknown field",
  ]);
});
