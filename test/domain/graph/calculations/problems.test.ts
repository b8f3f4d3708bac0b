import { analyze, errorsOf } from "../../../../shared/domain/graph/analyze.ts";
import type { Calculation, Graph, GraphNode } from "../../../../shared/domain/graph/types.ts";
import { wordedProblems } from "../../../support/problems.ts";

/** Problems of calculations (features §12 Proof). */
const node = (id: string, questionType: string, config: Record<string, unknown> = {}): GraphNode => ({
  id,
  question_type: questionType,
  data: { title: id, is_required: true, config },
});
const options = [{ value: "a", label: "A" }];
const nodes = [
  node("hello", "welcome_screen"),
  node("n", "number"),
  node("d", "date"),
  node("minute", "date", { precision: "minute" }),
  node("time", "date", { precision: "time" }),
  node("t", "short_text"),
  node("box", "checkbox", { options }),
  node("last", "number"),
];
const end: GraphNode = { id: "end", question_type: "end_screen", data: { title: "Bye", config: {} } };

function graphOf(
  calculations: Calculation[],
  changes: Partial<Record<string, Partial<GraphNode["data"]>>> = {},
): Graph {
  const all = [...nodes, end].map((one) => ({ ...one, data: { ...one.data, ...changes[one.id] } }));
  return {
    schema_version: "2.0",
    entry_node_id: "hello",
    hidden_fields: ["h"],
    nodes: all,
    edges: all.slice(1).map(({ id }, at) => ({ from: all[at]?.id ?? "", to: id, condition: null })),
    calculations,
  };
}
const problemsOf = (graph: Graph) => wordedProblems(graph).map(({ code, message }) => `${code} ${message}`);
const nested = (levels: number): unknown => (levels === 0 ? 1 : { abs: nested(levels - 1) });
const ones = (count: number) => Array.from({ length: count }, () => 1);

test.each<[unknown, string]>([
  [undefined, "value: is required"],
  [null, "value: must be a number or an object with one operation"],
  ["1", "value: must be a number or an object with one operation"],
  [{}, "value: must have one of the operations answer, points, selected,"],
  [{ power: [2, 3] }, "value: must have one of the operations"],
  [{ add: [1], sum: [1] }, "value: must have one operation, not `add` and `sum`"],
  [{ add: [] }, "value.add: must be an array of at least one part"],
  [{ add: 1 }, "value.add: must be an array of at least one part"],
  [{ add: [1, { min: [true] }] }, "value.add.1.min.0: must be a number"],
  [{ add: [1], at_least: 1 }, "value.at_least: unknown field"],
  [{ sum: [1], at_least: -1 }, "value.at_least: must be a whole number of at least 0"],
  [{ divide: [1, 2, 3] }, "value.divide: must be an array of 2 items"],
  [{ round: [1, 0.5] }, "value.round.1: must be a whole number from -15 to 15"],
  [{ if: [true, 1, 2] }, "value.if.0: condition"],
  [{ if: [{ op: "eq", right: 1 }, 1, 2] }, "value.if.0: each comparison needs a `left`"],
  [{ days: ["2026-02-30", "today"] }, "value.days.0: must be"],
  [{ days: [{ answer: "d", x: 1 }, "today"] }, "value.days.0: must be"],
  [{ total: 1 }, "value.total: must be true"],
  [{ calculation: "b" }, "value.calculation: calculation `b` must come before this one"],
  [{ calculation: "a" }, "value.calculation: calculation `a` must come before this one"],
  [{ calculation: "zzz" }, "value.calculation: calculation `zzz` not found"],
  [
    nested(17),
    "value.abs.abs.abs.abs.abs.abs.abs.abs.abs.abs.abs.abs.abs.abs.abs.abs: must nest at most 16 operations",
  ],
  [{ add: ones(200) }, "value: must have at most 200 parts"],
])("rejects the value %j with bad_calculation", (value, message) => {
  const [problem, ...others] = problemsOf(
    graphOf([
      { key: "a", value },
      { key: "b", value: 1 },
    ]),
  );
  expect(problem).toContain(`bad_calculation graph.calculations.0.${message}`);
  expect(others).toEqual([]);
});

test.each<[unknown]>([
  [{ answer: "time" }],
  [{ days: [{ answer: "minute" }, { answer: "d" }] }],
  [nested(16)],
  [{ add: ones(199) }],
  [{ answer: "n" }],
  [{ sum: [1], at_least: 0 }],
])("accepts the value %j", (value) => expect(problemsOf(graphOf([{ key: "a", value }]))).toEqual([]));

test("limits the parts of all calculations to 2,000", () => {
  const many = Array.from({ length: 11 }, (_, index) => ({ key: `k${index}`, value: { add: ones(199) } }));
  expect(problemsOf(graphOf(many.slice(0, 10)))).toEqual([]);
  expect(problemsOf(graphOf(many))).toEqual([
    "bad_calculation graph.calculations.10.value: all calculations together must have at most 2,000 parts",
  ]);
});

test.each<[unknown, string]>([
  [{ answer: "t" }, "condition_type graph.calculations.0.value.answer: the answer of `t` isn't a number"],
  [
    { add: [{ answer: "d" }] },
    "condition_type graph.calculations.0.value.add.0.answer: the answer of `d` isn't a number",
  ],
  [
    { years: [{ answer: "n" }, "today"] },
    "condition_type graph.calculations.0.value.years.0.answer: the answer of `n` isn't a date",
  ],
  [{ answer: "minute" }, "condition_type graph.calculations.0.value.answer: the answer of `minute` isn't a number"],
  [
    { days: [{ answer: "time" }, "today"] },
    "condition_type graph.calculations.0.value.days.0.answer: the answer of `time` isn't a date",
  ],
  [{ selected: "n" }, "condition_type graph.calculations.0.value.selected: the answer of `n` isn't a list of values"],
  [{ answer: "zzz" }, "condition_ref graph.calculations.0.value.answer: node `zzz` not found"],
  [{ points: "hello" }, "condition_ref graph.calculations.0.value.points: `hello` is a screen and has no answer"],
  [{ hidden: "zzz" }, "condition_ref graph.calculations.0.value.hidden: the hidden field `zzz` isn't declared"],
  [
    { if: [{ left: { type: "answer", node_id: "t" }, op: "gt", right: 1 }, 1, 2] },
    "condition_type graph.calculations.0.value.if.0: `gt` can't compare the answer of `t`, which is a text",
  ],
])("reports the operand %j", (value, problem) => {
  expect(problemsOf(graphOf([{ key: "a", value }]))).toEqual([problem]);
});

test("reports keys, decimals and bands", () => {
  const bands = [
    { key: "x", from: 0, to: 5 },
    { key: "x", from: 5, to: 9 },
    { key: "y", from: 20, to: 10 },
  ];
  const graph = graphOf([
    { key: "a", value: 1, decimals: 7, bands },
    { key: "a", value: 2 },
  ]);
  expect(problemsOf(graph).map((problem) => problem.replace("bad_calculation graph.calculations.", ""))).toEqual([
    "0.bands.1.key: `x` is used twice; keys must be unique",
    "0.bands.1: overlaps the band `x`",
    "0.bands.2.from: must be at most to (10)",
    "0.decimals: must be a whole number from 0 to 6",
    "1.key: `a` is used twice; keys must be unique",
  ]);
  expect(errorsOf(analyze(graph))[0]).toBe("graph.calculations.0.bands.1.key: `x` is used twice; keys must be unique");
});

describe("references to calculations", () => {
  const condition = (key: string) => ({ left: { type: "calculation", key }, op: "gt", right: 1 });
  const withEdge = (graph: Graph, from: string, key: string): Graph => ({
    ...graph,
    edges: [{ from, to: "end", condition: condition(key) }, ...graph.edges],
  });
  const late = [{ key: "a", value: { answer: "last" } }];

  it("rejects an unknown calculation in a condition", () => {
    expect(problemsOf(withEdge(graphOf(late), "n", "zzz"))).toEqual(["condition_ref calculation `zzz` not found"]);
  });
  it("rejects a condition that no question of its calculation can precede", () => {
    expect(problemsOf(withEdge(graphOf(late), "n", "a"))).toEqual([
      "condition_ref no question that the calculation `a` reads can be answered before this point",
    ]);
  });
  it("accepts a condition on the answer just given", () => {
    expect(problemsOf(withEdge(graphOf(late), "last", "a"))).toEqual([]);
  });
  it("rejects recalls of unknown, later and private calculations", () => {
    const graph = graphOf(
      [...late, { key: "p", value: { add: [{ points: "n" }] } }, { key: "q", value: { calculation: "p" } }],
      {
        t: { title: "{{calculation:zzz}} {{band:a}} {{calculation:q}}" },
      },
    );
    expect(problemsOf(graph)).toEqual([
      "condition_ref calculation `zzz` not found",
      "condition_ref no question that the calculation `a` reads can be answered before this point",
      "condition_ref the calculation `q` reads points or the score, so only end screens can show it",
    ]);
  });
  it("accepts private calculations on end screens, and rejects unknown ones there", () => {
    const config = { show_calculations: ["p", "zzz"] };
    const graph = graphOf([{ key: "p", value: { total: true } }], { end: { title: "{{band:p}}", config } });
    expect(problemsOf(graph)).toEqual(["condition_ref config.show_calculations.1: calculation `zzz` not found"]);
  });
});
