import fc from "fast-check";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import { type OutlineNode, outlineOf } from "../../../shared/domain/graph/outline.ts";
import { Budget, unlessGivenUp } from "../../../shared/domain/graph/proof/budget.ts";
import { calculationRanges } from "../../../shared/domain/graph/proof/calculationRanges.ts";
import { inOrder, type ProofContext } from "../../../shared/domain/graph/proof/context.ts";
import { arrivalsOfKeys } from "../../../shared/domain/graph/proof/exhaustive.ts";
import { scoreRanges } from "../../../shared/domain/graph/proof/scoreRange.ts";
import { reachabilityOf } from "../../../shared/domain/graph/reachability.ts";
import { startWalk, takeStep } from "../../../shared/domain/graph/traverse.ts";
import type { Condition, Graph, Json } from "../../../shared/domain/graph/types.ts";
import { readQuestion } from "../../../shared/domain/questions/read.ts";
import { context, soundCondition } from "../../support/graphs.ts";
import { wordedProblems } from "../../support/problems.ts";

/** not_exhaustive (decisions §4.4): exact for finite domains, and earlier answers count. */
const options = ["a", "b", "c"].map((value) => ({ value, label: value }));
const end = { id: "end", question_type: "end_screen", data: {} };
const node = (id: string, questionType: string, config: object = {}, isRequired = true) => ({
  id,
  question_type: questionType,
  data: { title: id, is_required: isRequired, config: { ...config } },
});
const edge = (from: string, to: string, condition: Condition | null = null) => ({ from, to, condition });
const graphOf = (nodes: Graph["nodes"], edges: Graph["edges"], rest: Partial<Graph> = {}): Graph => ({
  schema_version: "2.0",
  entry_node_id: nodes[0]?.id ?? null,
  nodes: [...nodes, end],
  edges,
  ...rest,
});

/** A graph of one question whose edges all lead to the end. */
const asking = (question: Graph["nodes"][number], ...conditions: Condition[]): Graph =>
  graphOf(
    [question],
    conditions.map((condition) => edge(question.id, "end", condition)),
  );
const messages = (graph: Graph) =>
  wordedProblems(graph).flatMap(({ code, message }) => (code === "not_exhaustive" ? message : []));

test.each<[string, Graph]>([
  [
    "every option",
    asking(node("q", "multiple_choice", { options }), ...options.map(({ value }) => ({ op: "eq", right: value }))),
  ],
  [
    "an option and its opposite",
    asking(
      node("q", "dropdown", { options, allow_other: true }),
      { op: "in", right: ["a"] },
      { op: "not_in", right: ["a"] },
    ),
  ],
  ["yes and no", asking(node("q", "yes_no"), { op: "eq", right: "yes" }, { op: "eq", right: "no" })],
  ["skipped and not", asking(node("q", "long_text", {}, false), { op: "answered" }, { op: "not_answered" })],
  ["a scale in two", asking(node("q", "opinion_scale"), { op: "lte", right: 6 }, { op: "gte", right: 7 })],
  [
    "a number in two, its middle on one side",
    asking(node("q", "number"), { op: "lt", right: 0.3 }, { op: "gte", right: 0.3 }),
  ],
  [
    "a number by steps of 0.1",
    asking(node("q", "number", { min: 0, max: 1, step: 0.1 }), { op: "lte", right: 0.3 }, { op: "gte", right: 0.4 }),
  ],
  [
    "days before and after",
    asking(node("q", "date"), { op: "before", right: "2026-03-01" }, { op: "on_or_after", right: "2026-03-01" }),
  ],
  [
    "days next to each other",
    asking(node("q", "date"), { op: "on_or_before", right: "2026-02-28" }, { op: "on_or_after", right: "2026-03-01" }),
  ],
  [
    "sets by how many",
    asking(
      node("q", "checkbox", { options, min_selections: 2 }),
      { op: "count_lte", right: 2 },
      { op: "equals_set", right: ["a", "b", "c"] },
    ),
  ],
  [
    "sets by what they include",
    asking(
      node("q", "checkbox", { options }),
      { op: "includes_any", right: ["a", "b"] },
      { op: "equals_set", right: ["c"] },
    ),
  ],
  [
    "an exclusive option",
    asking(
      node("q", "checkbox", { options: [...options, { value: "none", label: "none", exclusive: true }] }),
      { op: "equals_set", right: ["none"] },
      { op: "includes_none", right: ["none"] },
    ),
  ],
  [
    "places of a ranking",
    asking(
      node("q", "ranking", { options }),
      ...[1, 2, 3].map((right) => ({ left: { type: "answer", node_id: "q", path: "b" } as const, op: "eq", right })),
    ),
  ],
  [
    "cells of a matrix",
    asking(
      node("q", "matrix", { rows: [{ key: "r", label: "r" }], columns: options }),
      { left: { type: "answer", node_id: "q", path: "r" }, op: "in", right: ["a", "b"] },
      { left: { type: "answer", node_id: "q", path: "r" }, op: "eq", right: "c" },
    ),
  ],
  ["a text and every other text", asking(node("q", "short_text"), { op: "eq", right: "x" }, { op: "neq", right: "x" })],
  [
    "what a pattern may say and its opposite",
    asking(node("q", "short_text"), { op: "matches", right: "^a" }, { not: { op: "matches", right: "^a" } }),
  ],
  ["contains and not", asking(node("q", "email"), { op: "contains", right: "x" }, { op: "not_contains", right: "x" })],
  ["lengths", asking(node("q", "short_text"), { op: "length_lte", right: 3 }, { op: "length_gte", right: 4 })],
  [
    "the score of its options",
    asking(
      node("q", "yes_no", { scoring: { mode: "options", points: { yes: 3, no: -2 } } }),
      { left: { type: "score" }, op: "gte", right: 0 },
      { left: { type: "score" }, op: "between", right: [-2, -1] },
    ),
  ],
  [
    "the score of options that all earn something",
    asking(node("q", "yes_no", { scoring: { mode: "options", points: { yes: 5, no: 1 } } }), {
      left: { type: "score" },
      op: "between",
      right: [1, 5],
    }),
  ],
  [
    "the score of a set of which one at least is chosen",
    asking(node("q", "checkbox", { options, scoring: { mode: "options", points: { a: 2, b: 3, c: 4 } } }), {
      left: { type: "score" },
      op: "between",
      right: [2, 9],
    }),
  ],
])("proves %s", (_name, graph) => expect(messages(graph)).toEqual([]));

test.each<[string, RegExp, Graph]>([
  ["a forgotten option", /is "c"/, asking(node("q", "multiple_choice", { options }), { op: "in", right: ["a", "b"] })],
  [
    "other text",
    /some other text/,
    asking(node("q", "multiple_choice", { options, allow_other: true }), { op: "in", right: ["a", "b", "c"] }),
  ],
  [
    "the score of other text",
    /score is 0/,
    asking(
      node("q", "multiple_choice", {
        options,
        allow_other: true,
        scoring: { mode: "options", points: { a: 2, b: 3, c: 4 } },
      }),
      { left: { type: "score" }, op: "gte", right: 1 },
    ),
  ],
  [
    "the score of an option without points",
    /score is 0/,
    asking(node("q", "yes_no", { scoring: { mode: "options", points: { yes: 5 } } }), {
      left: { type: "score" },
      op: "gte",
      right: 1,
    }),
  ],
  [
    "a skipped question",
    /is missing/,
    asking(node("q", "yes_no", {}, false), { op: "eq", right: "yes" }, { op: "eq", right: "no" }),
  ],
  ["a gap between numbers", /is 6\.5/, asking(node("q", "number"), { op: "lte", right: 6 }, { op: "gte", right: 7 })],
  [
    "a number on the border",
    /is 6$|is 6;/,
    asking(node("q", "number"), { op: "lt", right: 6 }, { op: "gt", right: 6 }),
  ],
  [
    "a day",
    /is "2026-03-01"/,
    asking(node("q", "date"), { op: "before", right: "2026-03-01" }, { op: "after", right: "2026-03-01" }),
  ],
  ["a set", /is \["c"\]/, asking(node("q", "checkbox", { options }), { op: "includes_any", right: ["a", "b"] })],
  [
    "an option that is not ranked",
    /is \[/,
    asking(node("q", "ranking", { options, min_ranked: 1 }), {
      left: { type: "answer", node_id: "q", path: "b" },
      op: "gte",
      right: 1,
    }),
  ],
  ["a text", /is "X"/, asking(node("q", "short_text"), { op: "contains", right: "x" })],
  [
    "a hidden field that a link lacks",
    /`plan` is missing/,
    {
      ...asking(
        node("q", "yes_no"),
        { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro" },
        { left: { type: "hidden", key: "plan" }, op: "neq", right: "pro" },
      ),
      hidden_fields: ["plan"],
    },
  ],
])("finds %s as an example that matches no edge", (_name, example, graph) => {
  expect(messages(graph)).toEqual([expect.stringMatching(example)]);
});

test("relies only on the answers that led to the node", () => {
  const toLeft = { op: "eq", right: "yes" };
  const nodes = [node("way", "yes_no"), node("left", "short_text"), node("both", "short_text")];
  const asksWay = (right: string): Condition => ({ left: { type: "answer", node_id: "way" }, op: "eq", right });
  const graph = graphOf(nodes, [
    edge("way", "left", toLeft),
    edge("way", "both", { op: "eq", right: "no" }),
    edge("left", "both", asksWay("yes")),
    edge("both", "end", asksWay("no")),
    edge("both", "end", asksWay("yes")),
  ]);
  expect(messages(graph)).toEqual([]);
  const wrong = graphOf(nodes, [...graph.edges.slice(0, 4)]);
  expect(messages(wrong)).toEqual([expect.stringMatching(/`way` is "yes"/)]);
});

test("treats an earlier answer as missing if a path skips its question", () => {
  const nodes = [node("way", "yes_no"), node("detour", "yes_no"), node("last", "short_text")];
  const asks = (right: string): Condition => ({ left: { type: "answer", node_id: "detour" }, op: "eq", right });
  const edges = [
    edge("way", "detour", { op: "eq", right: "yes" }),
    edge("way", "last"),
    edge("detour", "last"),
    edge("last", "end", asks("yes")),
    edge("last", "end", asks("no")),
  ];
  expect(messages(graphOf(nodes, edges))).toEqual([expect.stringMatching(/`detour` is missing/)]);
  const closed = [...edges, edge("last", "end", { left: { type: "answer", node_id: "detour" }, op: "not_answered" })];
  expect(messages(graphOf(nodes, closed))).toEqual([]);
});

/** Questions with few answers, each with all of its answers. */
const finite: [Graph["nodes"][number], Json[]][] = [
  [node("q", "yes_no", {}, false), [null, "yes", "no"]],
  [node("q", "dropdown", { options }), ["a", "b", "c"]],
  [node("q", "star_rating", { max: 4 }), [1, 2, 3, 4]],
  [node("q", "number", { min: 0, max: 1, step: 0.25 }, false), [null, 0, 0.25, 0.5, 0.75, 1]],
  [
    node("q", "checkbox", { options, max_selections: 2 }, false),
    [null, ["a"], ["b"], ["c"], ["a", "b"], ["a", "c"], ["b", "c"]],
  ],
  [
    node("q", "ranking", { options, min_ranked: 2 }),
    [["a", "b"], ["b", "a"], ["a", "c"], ["c", "a"], ["b", "c"], ["c", "b"], ...permutations(["a", "b", "c"])],
  ],
];

function permutations(values: string[]): string[][] {
  if (values.length <= 1) return [values];
  return values.flatMap((value) =>
    permutations(values.filter((other) => other !== value)).map((rest) => [value, ...rest]),
  );
}

test.each(finite)("decides %j exactly, like trying every answer", (question, answers) => {
  const compiled = readQuestion(question);
  if (!compiled.ok || !compiled.value.domain) throw new Error("no domain");
  const { domain } = compiled.value;
  const conditions = fc.array(soundCondition([["q", domain]]), { minLength: 1, maxLength: 4 });
  const verdicts = { proven: 0, not: 0 };
  fc.assert(
    fc.property(conditions, (list) => {
      const graph = asking(question, ...list);
      const sound = graphOf([question], [...graph.edges, edge("q", "end", null)]);
      if (analyze(sound).some(({ severity }) => severity === "error")) return;
      const taken = (value: Json) => {
        const walked = compileGraph({
          ...graph,
          nodes: [...graph.nodes, { ...end, id: "missed" }],
          fallback_end_node_id: "missed",
        });
        const step = takeStep(walked, startWalk(walked), { node_id: "q", value }, context);
        return step.kind === "moved" && step.next_node_id === "end";
      };
      const isExhaustive = answers.every(taken);
      expect(messages(graph).length === 0).toBe(isExhaustive);
      verdicts[isExhaustive ? "proven" : "not"] += 1;
    }),
    { numRuns: 400 },
  );
  expect(Math.min(verdicts.proven, verdicts.not)).toBeGreaterThan(5);
});

describe("states of some variables at all nodes", () => {
  const row = Array.from({ length: 20 }, (_, at) => node(`q${at}`, "yes_no"));
  const outline = outlineOf(
    graphOf(
      row,
      row.flatMap(({ id }, at) => [
        edge(id, row[at + 1]?.id ?? "end", { op: "eq", right: "yes" }),
        edge(id, row[at + 1]?.id ?? "end"),
      ]),
    ),
  );
  let [reads, judged] = [0, 0];
  const counted = (node: OutlineNode): OutlineNode =>
    Object.create(node, {
      edges: {
        get() {
          reads += 1;
          return node.edges;
        },
      },
    });
  const proof = (): ProofContext => {
    const reachability = reachabilityOf(outline);
    const order = inOrder(outline, reachability).map(counted);
    const isSound = () => {
      judged += 1;
      return true;
    };
    const scores = scoreRanges(outline, order);
    const calculation = calculationRanges({ outline, reachability, order, scores });
    [reads, judged] = [0, 0];
    return { outline, reachability, order, isSound, scores, calculation, calculations: null };
  };
  const statesOf = (context: ProofContext, at: number, budget: Budget) =>
    unlessGivenUp(() => arrivalsOfKeys([`answer q${at}`], context, budget));

  test("read the graph once before they ask the budget", () => {
    const context = proof();
    const spent = new Budget(0);
    expect(statesOf(context, 0, spent)).toBeNull();
    const once = reads;
    for (const at of row.keys()) expect(statesOf(context, at, spent)).toBeNull();
    expect(reads).toBe(once);
  });

  test("judge each condition once", () => {
    const context = proof();
    const enough = new Budget(1_000_000);
    for (const at of row.keys()) statesOf(context, at, enough);
    expect(judged).toBe(outline.edges.length);
  });
});
