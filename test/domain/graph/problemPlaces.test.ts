import { readFileSync } from "node:fs";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { problemCodes } from "../../../shared/domain/graph/shapes/problem.ts";
import type { Graph, Json, Problem, ProblemCode } from "../../../shared/domain/graph/types.ts";
import { ProblemReason, type ReasonKind } from "../../../shared/domain/reason.ts";
import { checker } from "../../../shared/domain/schema.ts";
import { partAt, wordedProblems } from "../../support/problems.ts";
import { chain, edge, end, graphOf, node } from "../../support/sampleGraphs.ts";

/** The path and the reason of problems (decisions §9.1). */

const samples: Record<ProblemCode, [path: string | null, kind: ReasonKind][]> = {
  bad_calculation: [["/calculations/0/value/multiply/1/calculation", "calculation_later"]],
  bad_condition: [["/edges/0/condition/op", "not_allowed"]],
  bad_config: [["/nodes/0/data/config/colour", "unknown_field"]],
  bad_page: [["/pages/0/node_ids/1", "page_has_end"]],
  bad_translation: [["/translations/not a tag", "language_invalid"]],
  breaking_change: [["/nodes/0/data/config/options", "field_changed"]],
  condition_ref: [["/edges/0/condition", "node_later"]],
  condition_type: [["/edges/1/condition", "operator_unfit"]],
  condition_unsatisfiable: [["/edges/0/condition", "never_true"]],
  cycle: [["/nodes/0", "cycle"]],
  dead_end: [["/nodes/1", "dead_end"]],
  duplicate_node_id: [["/nodes/2/id", "node_id_repeated"]],
  edge_dangling: [["/edges/0/to", "edge_ends_unknown"]],
  edge_shadowed: [["/edges/2", "shadowed_by"]],
  end_has_edges: [["/edges/2", "end_has_edges"]],
  entry_missing: [[null, "start_missing"]],
  fallback_not_end: [["/fallback_end_node_id", "fallback_not_end"]],
  hidden_reserved: [["/hidden_fields/1", "hidden_reserved"]],
  no_end_reachable: [
    ["/nodes/0", "cycle"],
    ["/nodes/0", "end_unreachable"],
  ],
  node_unreachable: [["/nodes/2", "unreachable"]],
  not_exhaustive: [["/nodes/0", "answers_unhandled"]],
  page_entry: [["/edges/0/to", "page_entered_late"]],
  title_missing: [["/nodes/0/data", "title_missing"]],
  translation_missing: [["/translations/de", "translations_missing"]],
  translation_unused: [["/translations/de", "translations_unused"]],
  type_changed_since_version: [["/nodes/0/question_type", "type_changed"]],
  unknown_type: [["/nodes/0/question_type", "type_unknown"]],
};

const reasonErrors = checker(ProblemReason);

test.each(Object.keys(problemCodes) as ProblemCode[])("places and names the problems of the sample %s", (code) => {
  const file = new URL(`../../../docs/graphs/problems/${code}.json`, import.meta.url);
  const { graph, previous } = JSON.parse(readFileSync(file, "utf8")) as { graph: Graph; previous?: Graph };
  const found = analyze(graph, previous);
  expect(found.map(({ path, reason }) => [path, reason.kind])).toEqual(samples[code]);
  for (const { path, reason } of found) {
    expect(partAt(graph, path)).toBeDefined();
    expect(reasonErrors(reason)).toEqual([]);
  }
});

const withConfig = (config: { [key: string]: Json }): Graph => chain(node("q", "short_text", config)) as Graph;
const onlyOf = (graph: Graph): Problem & { message: string } => {
  const [problem, ...others] = wordedProblems(graph);
  expect(others).toEqual([]);
  return problem as Problem & { message: string };
};

test.each([
  ["a/b", "/nodes/0/data/config/a~1b"],
  ["c~d", "/nodes/0/data/config/c~0d"],
  ["~1", "/nodes/0/data/config/~01"],
  ["", "/nodes/0/data/config/"],
  ["x.y", "/nodes/0/data/config/x.y"],
])("escapes the key %j in a path", (key, path) => {
  const graph = withConfig({ [key]: "here" });
  const problem = onlyOf(graph);
  expect(problem).toMatchObject({ path, reason: { kind: "unknown_field" } });
  expect(partAt(graph, problem.path)).toBe("here");
  expect(problem.message).toBe(`config.${key || '""'}: unknown field`);
});

test("leads to the part around a missing one, and names the rest", () => {
  const without = chain(node("q", "dropdown")) as Graph;
  expect(onlyOf(without)).toMatchObject({
    path: "/nodes/0/data/config",
    reason: { kind: "required", field: "options" },
    message: "config.options: is required",
  });
  const [first, ...others] = without.nodes;
  const bare = { ...without, nodes: [{ ...first, data: { title: "Q" } }, ...others] } as Graph;
  expect(onlyOf(bare)).toMatchObject({
    path: "/nodes/0/data",
    reason: { kind: "required", field: "config.options" },
    message: "config.options: is required",
  });
});

test("leads to the condition of an option", () => {
  const options: Json = [
    { value: "x", label: "X" },
    { value: "y", label: "Y", show_if: { left: { type: "answer", node_id: "gone" }, op: "answered" } },
  ];
  const graph = chain(node("first", "short_text"), node("q", "dropdown", { options })) as Graph;
  expect(onlyOf(graph)).toMatchObject({
    path: "/nodes/1/data/config/options/1/show_if",
    reason: { kind: "node_unknown", node_id: "gone" },
    message: "data.config.options.1.show_if: node `gone` not found",
  });
});

test("leads to the text that inserts an unknown answer", () => {
  const { nodes, ...rest } = withConfig({});
  const described = nodes.map((one) => ({ ...one, data: { ...one.data, description: "{{answer:gone}}" } }));
  const graph = { ...rest, nodes: [described[0], ...nodes.slice(1)] } as Graph;
  expect(onlyOf(graph)).toMatchObject({ path: "/nodes/0/data/description", reason: { kind: "node_unknown" } });
});

test("limits the path and the texts of a reason", () => {
  const long = "k".repeat(10_000);
  const unknown = onlyOf(withConfig({ [long]: 1 }));
  expect(unknown.path).toBe("/nodes/0/data/config");
  const left = { type: "answer", node_id: long };
  const graph = graphOf(
    [node("q", "short_text"), end()],
    [edge("q", "end", { left, op: "answered" }), edge("q", "end")],
  );
  for (const problem of [unknown, onlyOf(graph as Graph)]) expect(JSON.stringify(problem).length).toBeLessThan(2_000);
});
