import { compileGraph } from "../../../../shared/domain/graph/compile.ts";
import { diff, isBreaking } from "../../../../shared/domain/graph/diff/diff.ts";
import { publicGraph } from "../../../../shared/domain/graph/publicGraph.ts";
import { SubmittedGraph } from "../../../../shared/domain/graph/shapes/graph.ts";
import { simulate } from "../../../../shared/domain/graph/simulate.ts";
import type { Calculation, Graph } from "../../../../shared/domain/graph/types.ts";
import { walkableGraph } from "../../../../shared/domain/graph/walkable.ts";
import { checker } from "../../../../shared/domain/schema.ts";
import { wordedProblems } from "../../../support/problems.ts";

/** How calculations are submitted, compared, published and simulated (features §12). */
const scale = (id: string) => ({
  id,
  question_type: "number_scale",
  data: { title: id, config: { min: 0, max: 3, scoring: { mode: "value" } } },
});
const end = (id: string) => ({ id, question_type: "end_screen", data: { config: {} } });
const graphOf = (calculations?: Calculation[]): Graph => ({
  schema_version: "2.0",
  entry_node_id: "a",
  nodes: [scale("a"), end("high"), end("low")],
  edges: [
    { from: "a", to: "high", condition: { left: { type: "calculation", key: "sum" }, op: "gte", right: 2 } },
    { from: "a", to: "low", condition: null },
  ],
  ...(calculations && { calculations }),
});
const sum: Calculation = { key: "sum", title: "Sum", value: { add: [{ answer: "a" }, 0.5] } };

describe("a draft", () => {
  const check = checker(SubmittedGraph, "graph");
  const errors = (calculation: unknown) => check({ ...graphOf(), calculations: [calculation] });

  it.each<[unknown]>([[{ key: "x" }], [{ key: "x", value: [true, "?"], decimals: 99 }], [sum]])("accepts %j", (one) =>
    expect(errors(one)).toEqual([]),
  );
  it.each<[unknown, string]>([
    [{ value: 1 }, "calculations.0.key: is required"],
    [{ key: "a b" }, "calculations.0.key: must be 1–64 of A–Z, a–z, 0–9, _ and -"],
    [{ key: "x", title: 1 }, "calculations.0.title: must be a string"],
    [{ key: "x", title: "x".repeat(501) }, "calculations.0.title: must be at most 500 characters long"],
    [{ key: "x", decimals: "2" }, "calculations.0.decimals: must be a number"],
    [{ key: "x", is_private: true }, "calculations.0.is_private: unknown field"],
    [{ key: "x", bands: [{ key: "b", from: 0 }] }, "calculations.0.bands.0.to: is required"],
    [{ key: "x", bands: [{ key: "b", from: 0, to: 1, color: "red" }] }, "calculations.0.bands.0.color: unknown field"],
    [
      { key: "x", bands: Array.from({ length: 21 }, (_, at) => ({ key: `b${at}`, from: at, to: at })) },
      "calculations.0.bands: must have at most 20 items",
    ],
    [null, "calculations.0: must not be null"],
  ])("rejects %j", (one, error) => expect(errors(one)).toEqual([error]));
  it("rejects more than 100", () => {
    const calculations = Array.from({ length: 101 }, (_, at) => ({ key: `k${at}`, value: at }));
    expect(check({ ...graphOf(), calculations })).toEqual(["calculations: must have at most 100 items"]);
  });
});

describe("diff", () => {
  const bands = [{ key: "low", from: 0, to: 1, label: "Low" }];
  const changes = (before?: Calculation[], after?: Calculation[]) =>
    diff({ graph: graphOf(before) }, { graph: graphOf(after) }).map(({ subject, change, field, impact }) => [
      subject,
      change,
      field,
      impact,
    ]);

  it.each<[Calculation[] | undefined, Calculation[] | undefined, string, string]>([
    [[], [sum], "calculations.sum", "safe"],
    [[sum], undefined, "calculations.sum", "breaking"],
    [[sum], [{ ...sum, title: "Total" }], "calculations.sum.title", "safe"],
    [[sum], [{ ...sum, bands }], "calculations.sum.bands", "safe"],
    [[sum], [{ ...sum, decimals: 1 }], "calculations.sum.decimals", "breaking"],
    [[sum], [{ ...sum, value: 1 }], "calculations.sum.value", "breaking"],
  ])("from %j to %j changes one field", (before, after, field, impact) => {
    expect(changes(before, after)).toEqual([["form", "changed", field, impact]]);
  });
  it("doesn't list defaults that are written out", () => {
    expect(changes([sum], [{ ...sum, decimals: 2, bands: [] }])).toEqual([]);
  });
  it("warns about breaking changes since the current version", () => {
    const before = graphOf([sum]);
    const after = graphOf([{ ...sum, value: 3 }]);
    expect(isBreaking(diff({ graph: before }, { graph: after }))).toBe(true);
    expect(wordedProblems(after, before).map(({ code, message }) => [code, message])).toContainEqual([
      "breaking_change",
      "calculations.sum.value: The same answers give a different value. Values can't be compared.",
    ]);
  });
});

it("leaves only the key and title of private calculations in the public graph", () => {
  const calculations: Calculation[] = [
    sum,
    { key: "p", title: "P", value: { points: "a" }, bands: [] },
    { key: "q", value: { add: [{ calculation: "p" }, 1] } },
    { key: "s", value: { if: [{ left: { type: "score" }, op: "gt", right: 1 }, 1, 0] } },
    { key: "t", value: { if: [{ left: { type: "calculation", key: "s" }, op: "gt", right: 1 }, 1, 0] } },
  ];
  expect(publicGraph(graphOf(calculations)).calculations).toEqual([
    sum,
    { key: "p", title: "P", is_private: true },
    { key: "q", is_private: true },
    { key: "s", is_private: true },
    { key: "t", is_private: true },
  ]);
  expect(publicGraph(graphOf())).not.toHaveProperty("calculations");
});

describe("a simulation", () => {
  const walk = (graph: Graph, answers = {}) => simulate(graph, { answers, today: "2026-06-01" });

  it("follows conditions on calculations, with the answer just given, and explains them", () => {
    const { end_node_id, calculations, steps } = walk(graphOf([sum]), { a: 2 });
    expect([end_node_id, calculations]).toEqual(["high", { sum: { value: 2.5, band: null } }]);
    expect(steps[0]?.edges[0]?.because).toMatchObject({ left: { key: "sum" }, actual: 2.5, result: true });
    expect(walk(graphOf([sum]))).toMatchObject({
      end_node_id: "low",
      calculations: { sum: { value: null, band: null } },
    });
  });
  it("stops at a condition on an invalid calculation, and shows the others", () => {
    const graph = graphOf([
      { key: "ok", value: 7 },
      { ...sum, value: { answer: "zzz" } },
    ]);
    expect(walk(graph, { a: 1 })).toMatchObject({
      stopped: { reason: "invalid_graph", message: "edge 0: its condition reads an invalid calculation" },
      calculations: { ok: { value: 7, band: null }, sum: { value: null, band: null } },
    });
  });
  it("has no calculations if the graph has none", () => {
    const { edges, ...plain } = graphOf();
    expect(walk({ ...plain, edges: edges.slice(1) })).not.toHaveProperty("calculations");
  });
});

it("previews a draft without its invalid calculations", () => {
  const { graph, stops } = walkableGraph(
    graphOf([
      { key: "ok", value: 7 },
      { ...sum, value: "?" },
    ]),
  );
  expect(graph.calculations).toEqual([{ key: "ok", value: 7 }]);
  expect(stops.map(({ reason }) => reason)).toEqual(["edge"]);
  expect(() => compileGraph(graph)).not.toThrow();
});
