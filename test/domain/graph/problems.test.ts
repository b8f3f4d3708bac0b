import { analyze, errorsOf } from "../../../shared/domain/graph/analyze.ts";
import type { Graph, GraphNode, Problem, ProblemCode } from "../../../shared/domain/graph/types.ts";
import { edge } from "../../support/sampleGraphs.ts";

/** A minimal graph with each problem code, and one without it (decisions §4.4). */

type Draft = Partial<Graph>;
const node = (id: string, questionType: string, data: GraphNode["data"] = { title: id }): GraphNode => {
  return { id, question_type: questionType, data };
};
const answered = { op: "answered" };
const answerOf = (nodeId: string) => ({ left: { type: "answer", node_id: nodeId }, op: "answered" });

const [a, b, c] = [node("a", "short_text"), node("b", "number"), node("c", "yes_no")];
const end = node("end", "end_screen", {});
/** a name that can't be a type */
const noType = "no type";
const hello = node("hello", "welcome_screen", {});
/** a → end */
const sound: Draft = { entry_node_id: "a", nodes: [a, end], edges: [edge("a", "end")] };
/** a → b → end */
const two: Draft = { entry_node_id: "a", nodes: [a, b, end], edges: [edge("a", "b"), edge("b", "end")] };

const graphOf = (draft: Draft): Graph => ({ schema_version: "2.0", nodes: [], edges: [], ...draft });
const problemsOf = (draft: Draft, previous?: Draft) => analyze(graphOf(draft), previous && graphOf(previous));

/** Formats `code node` or `code node #edge`, with the severity in front of warnings. */
const shortForm = ({ code, severity, node_id, edge_index }: Problem) =>
  [severity === "warning" ? "warning" : [], code, node_id ?? [], edge_index === undefined ? [] : `#${edge_index}`]
    .flat()
    .join(" ");

const withTitle = (title: string, description?: string): GraphNode =>
  node("b", "number", { title, ...(description !== undefined && { description }) });
const withCondition = (condition: unknown, more: Draft = {}): Draft => ({
  ...two,
  edges: [edge("a", "b"), edge("b", "end", condition), edge("b", "end")],
  ...more,
});

const table: [ProblemCode, string, Draft, string[]][] = [
  ["entry_missing", "no node at all", {}, ["entry_missing"]],
  ["entry_missing", "null", { ...sound, entry_node_id: null }, ["entry_missing"]],
  ["entry_missing", "an unknown node", { ...sound, entry_node_id: "toString" }, ["entry_missing"]],
  ["entry_missing", "hides what depends on it", { nodes: [a, b], edges: [] }, ["entry_missing"]],
  ["entry_missing", "an end is an entry", { entry_node_id: "end", nodes: [end] }, []],
  ["duplicate_node_id", "", { ...sound, nodes: [a, end, node("a", noType)] }, ["duplicate_node_id a"]],
  ["unknown_type", "", { ...sound, nodes: [node("a", "toString"), end] }, ["unknown_type a"]],
  [
    "bad_config",
    "each problem",
    { ...sound, nodes: [node("a", "dropdown", { title: "A", config: { options: [], colour: 1 } }), end] },
    ["bad_config a", "bad_config a"],
  ],
  [
    "bad_config",
    "a type that no file has",
    {
      ...sound,
      nodes: [
        node("a", "file_upload", { title: "A", config: { accept: ["image/jpg", "image/jpe", "text/*", "x/*"] } }),
        end,
      ],
    },
    ["warning bad_config a", "warning bad_config a"],
  ],
  [
    "bad_config",
    "an end with one is still an end",
    { ...sound, nodes: [a, node("end", "end_screen", { config: { x: 1 } })] },
    ["bad_config end"],
  ],
  ["bad_condition", "", withCondition({ op: "?" }), ["bad_condition b #1"]],
  ["bad_condition", "false is none", withCondition(false), ["bad_condition b #1"]],
  ["bad_condition", "absent is always true", withCondition(undefined), ["warning edge_shadowed b #2"]],
  ["title_missing", "", { ...sound, nodes: [node("a", "short_text", { title: " " }), end] }, ["title_missing a"]],
  [
    "title_missing",
    "screens need none",
    { entry_node_id: "hello", nodes: [hello, end], edges: [edge("hello", "end")] },
    [],
  ],
  [
    "edge_dangling",
    "to",
    { ...sound, edges: [edge("a", "end"), edge("a", "x", answered)] },
    ["edge_dangling a #1", "warning edge_shadowed a #1"],
  ],
  ["edge_dangling", "from", { ...sound, edges: [edge("toString", "end"), edge("a", "end")] }, ["edge_dangling #0"]],
  [
    "end_has_edges",
    "",
    { ...sound, nodes: [a, end, node("z", "end_screen")], edges: [edge("a", "end"), edge("end", "z")] },
    ["end_has_edges end #1"],
  ],
  ["fallback_not_end", "a question", { ...sound, fallback_end_node_id: "a" }, ["fallback_not_end"]],
  ["fallback_not_end", "an unknown node", { ...sound, fallback_end_node_id: "x" }, ["fallback_not_end"]],
  ["fallback_not_end", "an end", { ...sound, fallback_end_node_id: "end" }, []],
  ["cycle", "of two", { ...two, edges: [edge("a", "b"), edge("b", "a", answered), edge("b", "end")] }, ["cycle a"]],
  ["cycle", "of one", { ...sound, edges: [edge("a", "a", answered), edge("a", "end")] }, ["cycle a"]],
  [
    "cycle",
    "each once",
    {
      entry_node_id: "a",
      nodes: [c, b, a, end],
      edges: [edge("a", "b"), edge("b", "a", answered), edge("b", "c"), edge("c", "c", answered), edge("c", "end")],
    },
    ["cycle c", "cycle b"],
  ],
  ["node_unreachable", "", { ...sound, nodes: [a, end, b] }, ["node_unreachable b"]],
  [
    "node_unreachable",
    "reports only this",
    {
      ...sound,
      nodes: [a, node("x", noType, {}), node("y", "dropdown", { title: "{{answer:z}}" }), end],
      edges: [edge("a", "end"), edge("x", "y", { op: "?" }), edge("y", "x")],
    },
    ["node_unreachable x", "node_unreachable y"],
  ],
  [
    "node_unreachable",
    "the fallback is an edge",
    { ...sound, nodes: [a, end, node("other", "end_screen", {})], fallback_end_node_id: "other" },
    [],
  ],
  ["dead_end", "", { ...two, edges: [edge("a", "b", answered), edge("a", "end")] }, ["dead_end b"]],
  ["dead_end", "a fallback leads on", { ...sound, edges: [], fallback_end_node_id: "end" }, []],
  [
    "no_end_reachable",
    "",
    { entry_node_id: "a", nodes: [a, b], edges: [edge("a", "b"), edge("b", "a")] },
    ["cycle a", "no_end_reachable a"],
  ],
  ["not_exhaustive", "", { ...sound, edges: [edge("a", "end", answered)] }, ["not_exhaustive a"]],
  [
    "not_exhaustive",
    "a fallback takes the rest",
    { ...sound, edges: [edge("a", "end", answered)], fallback_end_node_id: "end" },
    [],
  ],
  ["condition_ref", "an earlier node", withCondition(answerOf("a")), []],
  ["condition_ref", "the node itself", withCondition(answerOf("b")), []],
  ["condition_ref", "an unknown node", withCondition(answerOf("toString")), ["condition_ref b #1"]],
  [
    "condition_ref",
    "a later node",
    { ...two, edges: [edge("a", "b", answerOf("b")), ...(two.edges ?? [])] },
    ["condition_ref a #0"],
  ],
  [
    "condition_ref",
    "a node of another branch",
    {
      entry_node_id: "a",
      nodes: [a, b, c, end],
      edges: [
        edge("a", "b", answered),
        edge("a", "c"),
        edge("b", "end"),
        edge("c", "end", answerOf("b")),
        edge("c", "end"),
      ],
    },
    ["condition_ref c #3"],
  ],
  [
    "condition_ref",
    "a node that may have been passed",
    {
      entry_node_id: "a",
      nodes: [c, b, a, end],
      edges: [
        edge("a", "b", answered),
        edge("a", "c"),
        edge("b", "c"),
        edge("c", "end", answerOf("b")),
        edge("c", "end"),
      ],
    },
    [],
  ],
  [
    "condition_ref",
    "a screen",
    { entry_node_id: "hello", nodes: [hello, end], edges: [edge("hello", "end", answered), edge("hello", "end")] },
    ["condition_ref hello #0"],
  ],
  [
    "condition_ref",
    "an undeclared hidden field",
    withCondition({ left: { type: "hidden", key: "toString" }, op: "answered" }),
    ["condition_ref b #1"],
  ],
  [
    "condition_ref",
    "a declared one",
    withCondition({ left: { type: "hidden", key: "toString" }, op: "answered" }, { hidden_fields: ["toString"] }),
    [],
  ],
  ["condition_ref", "a recall of an earlier answer", { ...two, nodes: [a, withTitle("So {{answer:a}}?"), end] }, []],
  ["condition_ref", "of its own", { ...two, nodes: [a, withTitle("So {{answer:b}}?"), end] }, ["condition_ref b"]],
  [
    "condition_ref",
    "of an unknown node and field, in the description",
    { ...two, nodes: [a, withTitle("B", "{{answer:}} {{hidden:plan}} {{other:x}}"), end] },
    ["condition_ref b", "condition_ref b"],
  ],
  [
    "condition_ref",
    "in an end that the fallback leads to",
    { ...two, nodes: [a, b, node("end", "end_screen", { title: "{{answer:b}}" })], fallback_end_node_id: "end" },
    [],
  ],
  [
    "condition_ref",
    "the order is not known without an entry",
    { ...two, entry_node_id: null, nodes: [a, withTitle("{{answer:b}} {{answer:x}}"), end] },
    ["entry_missing", "condition_ref b"],
  ],
  ["condition_type", "", withCondition({ op: "contains", right: "a" }), ["condition_type b #1"]],
  [
    "condition_type",
    "said once for equal comparisons",
    withCondition({ all: [{ op: "eq", right: "1" }, { not: { op: "eq", right: "1" } }, { op: "gt", right: "1" }] }),
    ["condition_type b #1"],
  ],
  [
    "condition_type",
    "no guess about a node whose config is wrong",
    {
      ...withCondition({ op: "contains", right: "a" }),
      nodes: [a, node("b", "number", { title: "B", config: { min: "x" } }), end],
    },
    ["bad_config b"],
  ],
  [
    "edge_shadowed",
    "",
    { ...two, edges: [...(two.edges ?? []), edge("a", "end", answered), edge("b", "end")] },
    ["warning edge_shadowed a #2", "warning edge_shadowed b #3"],
  ],
  [
    "condition_unsatisfiable",
    "",
    { ...withCondition({ op: "gt", right: 5 }), nodes: [a, node("b", "star_rating"), end] },
    ["warning condition_unsatisfiable b #1"],
  ],
  [
    "condition_unsatisfiable",
    "4 may be",
    { ...withCondition({ op: "gt", right: 4 }), nodes: [a, node("b", "star_rating"), end] },
    [],
  ],
];

test.each(table)("%s: %s", (_code, _name, draft, expected) => {
  expect(problemsOf(draft).map(shortForm)).toEqual(expected);
});

describe("type_changed_since_version", () => {
  const before: Draft = { ...sound, nodes: [node("a", "dropdown"), end, node("gone", "date")] };
  test("warns of a different type with the same id", () => {
    expect(problemsOf(sound, before).map(shortForm)).toEqual([
      "warning type_changed_since_version a",
      "warning breaking_change gone",
    ]);
  });
  test("doesn't warn of the same type or a new node", () => expect(problemsOf(two, sound)).toEqual([]));
});

test("lists errors before warnings, and the graph before nodes before edges", () => {
  const draft: Draft = {
    entry_node_id: "a",
    fallback_end_node_id: "a",
    nodes: [node("b", "star_rating", {}), node("a", noType, {}), end],
    edges: [edge("a", "b"), edge("a", "end"), edge("b", "end", { op: "gt", right: 9 }), edge("b", "x")],
  };
  expect(problemsOf(draft).map(shortForm)).toEqual([
    "fallback_not_end",
    "title_missing b",
    "unknown_type a",
    "edge_dangling b #3",
    "warning edge_shadowed a #1",
    "warning condition_unsatisfiable b #2",
  ]);
});

test("lists at most 100 problems, and warnings never displace errors", () => {
  const shadowed = Array.from({ length: 200 }, () => edge("a", "end", answered));
  const draft = { ...sound, edges: [edge("a", "end"), ...shadowed, edge("a", "x")] };
  const problems = problemsOf(draft);
  expect(problems).toHaveLength(100);
  expect(problems[0]?.code).toBe("edge_dangling");
});

test("names the field in the errors of the API", () => {
  const draft: Draft = {
    fallback_end_node_id: "a",
    nodes: [a, node("b", noType), end],
    edges: [edge("a", "end"), edge("a", "end"), edge("b", "x")],
  };
  expect(errorsOf(problemsOf(draft))).toEqual([
    expect.stringMatching(/^graph\.entry_node_id: ./),
    expect.stringMatching(/^graph\.fallback_end_node_id: ./),
    expect.stringMatching(/^graph\.nodes\.b: ./),
    expect.stringMatching(/^graph\.edges\.2: ./),
  ]);
});

describe("analyze, for a large graph", () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `n${index}`);
  const nodes = ids.map((id, index) => (index < 999 ? node(id, "number") : node(id, "end_screen")));
  const far = (index: number, step: number) => `n${Math.min(999, index + step)}`;
  const sum = (id: string, index: number) => ({
    all: Array.from({ length: 10 }, (_, back) => ({
      left: { type: "answer", node_id: `n${Math.max(0, index - back * 37)}` },
      op: "gt",
      right: id.length,
    })),
  });

  test.each([
    [
      "in a row with jumps",
      (id: string, index: number) => [
        ...[2, 30, 400, 7].map((step) => edge(id, far(index, step), sum(id, index))),
        edge(id, far(index, 1)),
      ],
      0,
    ],
    ["one long cycle", (id: string, index: number) => [edge(id, far(index, 1)), edge(id, "n0", answered)], 1],
  ])("analyzes %s completely", (_name, edgesOf, errors) => {
    const draft = graphOf({ entry_node_id: "n0", nodes, edges: ids.slice(0, 999).flatMap(edgesOf) });
    expect(errorsOf(analyze(draft))).toHaveLength(errors);
  });
});
