import { operators } from "../../../shared/domain/conditions/operators.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { typeProblem } from "../../../shared/domain/graph/conditionTypes.ts";
import type { Comparison, Condition, Graph, Json } from "../../../shared/domain/graph/types.ts";
import type { QuestionType } from "../../../shared/domain/questions/question.ts";
import { readQuestion } from "../../../shared/domain/questions/read.ts";
import { faultTexts } from "../../support/problems.ts";

/** condition_type and condition_unsatisfiable per comparison (decisions §4.4). */

const options = ["a", "b", "c"].map((value) => ({ value, label: value }));
const withNone = [...options, { value: "none", label: "none", exclusive: true }];
const nodes: [string, QuestionType, object][] = [
  ["welcome", "welcome_screen", {}],
  ["text", "short_text", {}],
  ["num", "number", { min: 0, max: 10 }],
  ["stars", "star_rating", {}],
  ["even", "number_scale", { min: 0, max: 10, step: 2 }],
  ["date", "date", { min: "2026-01-01", max: "2026-12-31" }],
  ["minute", "date", { precision: "minute" }],
  ["time", "date", { precision: "time", min: "08:00" }],
  ["one", "dropdown", { options }],
  ["open", "multiple_choice", { options, allow_other: true }],
  ["many", "checkbox", { options, min_selections: 2 }],
  ["alone", "checkbox", { options: withNone, min_selections: 2 }],
  ["rank", "ranking", { options }],
  ["row", "matrix", { rows: [{ key: "r1", label: "r1" }], columns: options }],
  ["count", "file_upload", { max_files: 2 }],
];
const questions = new Map(
  nodes.map(([id, questionType, config]) => {
    const parsed = readQuestion({
      question_type: questionType,
      data: { is_required: true, config: { ...config } },
    });
    if (!parsed.ok) throw new Error(faultTexts(parsed.faults).join());
    return [id, parsed.value];
  }),
);

const at = (nodeId: string, path?: string) => ({ type: "answer", node_id: nodeId, ...(path && { path }) }) as const;
const leaf = (id: string, op: string, right?: Json, rest: Partial<Comparison> = {}): [string, Comparison] => {
  return [id, { op, ...(right !== undefined && { right }), ...rest }];
};

/** Operators per family (decisions §4.2). */
const fitting: Record<string, string[]> = {
  text: ["eq", "neq", "contains", "not_contains", "starts_with", "ends_with", "matches", "length_gte", "length_lte"],
  num: ["eq", "neq", "gt", "gte", "lt", "lte", "between", "in"],
  date: ["eq", "before", "after", "on_or_before", "on_or_after", "between"],
  one: ["eq", "neq", "in", "not_in"],
  many: ["includes_any", "includes_all", "includes_none", "equals_set", "count_gte", "count_lte"],
  count: ["count_gte", "count_lte"],
};
const operandOf: Record<string, Json> = { text: "a", num: 3, date: "2026-02-03", one: "a", many: "a", count: 1 };

describe.each(Object.keys(fitting))("%s", (family) => {
  test.each([...operators.keys()])("%s", (op) => {
    const { takes = "nothing" } = operators.get(op) ?? {};
    const value = operandOf[family] as Json;
    const right = { nothing: undefined, value, count: 1, pair: [value, value], list: [value], pattern: "a" }[takes];
    const fits = takes === "nothing" || fitting[family]?.includes(op);
    const problem = typeProblem(...flipped(leaf(family, op, right)), questions);
    expect(problem).toEqual(fits ? null : { code: "condition_type", reason: expect.objectContaining({ op }) });
  });
});

function flipped([id, comparison]: [string, Comparison]): [Comparison, string] {
  return [comparison, id];
}

test.each([
  leaf("rank", "lte", 2, { left: at("rank", "a") }),
  leaf("row", "in", ["a", "b"], { left: at("row", "r1") }),
  leaf("rank", "answered"),
  leaf("row", "not_answered", undefined, { left: at("row", "r1") }),
  leaf("open", "eq", "anything"),
  leaf("text", "neq", "A", { ci: true }),
  leaf("text", "gt", 3, { left: { type: "score" } }),
  leaf("num", "ends_with", "x", { left: { type: "hidden", key: "k" } }),
  leaf("num", "eq", "x", { left: at("nowhere") }),
  leaf("welcome", "eq", "x"),
])("%s accepts %j", (id, comparison) => expect(typeProblem(comparison, id, questions)).toBeNull());

test.each([
  ["condition_type", ...leaf("num", "eq", "3")],
  ["condition_type", ...leaf("num", "gt", Number.POSITIVE_INFINITY)],
  ["condition_type", ...leaf("text", "eq", 3)],
  ["condition_type", ...leaf("text", "length_gte", "3")],
  ["condition_type", ...leaf("text", "length_gte", -1)],
  ["condition_type", ...leaf("date", "eq", "2026-02-30")],
  ["condition_type", ...leaf("date", "eq", "2026-02-28T14:30")],
  ["condition_type", ...leaf("minute", "after", "2026-02-28")],
  ["condition_type", ...leaf("time", "between", ["08:00", "24:00"])],
  ["condition_type", ...leaf("date", "between", ["2026-01-01", "tomorrow"])],
  ["condition_type", ...leaf("one", "eq", "z")],
  ["condition_type", ...leaf("one", "in", ["a", "z"])],
  ["condition_type", ...leaf("one", "eq", 1)],
  ["condition_type", ...leaf("open", "eq", 1)],
  ["condition_type", ...leaf("many", "includes_any", ["z"])],
  ["condition_type", ...leaf("many", "count_gte", 1.5)],
  ["condition_type", ...leaf("num", "eq", 3, { ci: true })],
  ["condition_type", ...leaf("num", "eq", 3, { left: at("num", "a") })],
  ["condition_type", ...leaf("rank", "eq", 1, { left: at("rank", "z") })],
  ["condition_type", ...leaf("rank", "eq", "a", { left: at("rank", "a") })],
  ["condition_type", ...leaf("row", "eq", "a", { left: at("row", "toString") })],
  ["condition_type", ...leaf("row", "eq", "z", { left: at("row", "r1") })],
  ["condition_type", ...leaf("rank", "includes_any", ["a"])],
  ["condition_type", ...leaf("num", "in", ["a"], { left: { type: "hidden", key: "k" } })],
  ["bad_condition", ...leaf("rank", "eq", 1)],
  ["bad_condition", ...leaf("row", "eq", "a")],
] as const)("%s: %s %j", (code, id, comparison) => {
  expect(typeProblem(comparison, id, questions)).toEqual({ code, reason: expect.any(Object) });
});

/** Returns the problems of an edge from the last of these questions. */
function isUnsatisfiable(condition: Condition, id: string): boolean {
  const inOrder = [...nodes.filter(([other]) => other !== id), ...nodes.filter(([other]) => other === id)];
  const ids = [...inOrder.map(([other]) => other), "end"];
  const graph: Graph = {
    schema_version: "2.0",
    entry_node_id: ids[0] ?? null,
    hidden_fields: ["k"],
    nodes: [
      ...inOrder.map(([node, questionType, config]) => ({
        id: node,
        question_type: questionType,
        data: { title: "?", is_required: true, config: { ...config } },
      })),
      { id: "end", question_type: "end_screen", data: {} },
    ],
    edges: [
      { from: id, to: "end", condition },
      ...ids.slice(1).map((to, index) => ({ from: ids[index] ?? "", to, condition: null })),
    ],
  };
  return analyze(graph).some(({ code, edge_index }) => code === "condition_unsatisfiable" && edge_index === 0);
}

describe("warns of", () => {
  test.each([
    leaf("num", "eq", 11),
    leaf("num", "gt", 10),
    leaf("num", "lt", 0),
    leaf("num", "gte", 10.5),
    leaf("num", "lte", -1),
    leaf("num", "between", [11, 12]),
    leaf("num", "between", [7, 6]),
    leaf("num", "in", [-1, 11]),
    leaf("stars", "eq", 2.5),
    leaf("even", "in", [3, 5]),
    leaf("text", "eq", 0.5, { left: { type: "score" } }),
    leaf("date", "after", "2026-12-31"),
    leaf("date", "before", "2026-01-01"),
    leaf("many", "count_gte", 4),
    leaf("many", "count_lte", 1),
    leaf("many", "equals_set", ["a"]),
    leaf("alone", "includes_all", ["none", "a"]),
    leaf("count", "count_gte", 3),
    leaf("count", "count_lte", 0),
    leaf("rank", "eq", 4, { left: at("rank", "a") }),
    leaf("text", "eq", " "),
    leaf("text", "length_lte", 0),
    leaf("text", "eq", "", { left: { type: "hidden", key: "k" } }),
    leaf("text", "not_answered"),
    leaf("text", "not_answered", undefined, { left: { type: "score" } }),
    leaf("text", "lt", -100, { left: { type: "score" } }),
    leaf("many", "includes_none", ["a", "b", "c"]),
    leaf("rank", "not_answered", undefined, { left: at("rank", "a") }),
    // every walk has answered it before
    leaf("text", "not_answered", undefined, { left: at("num") }),
  ])("%s %j", (id, comparison) => {
    expect(typeProblem(comparison, id, questions)).toBeNull();
    expect(isUnsatisfiable(comparison, id)).toBe(true);
    expect(isUnsatisfiable({ all: [{ op: "answered" }, comparison] }, id)).toBe(true);
    expect(isUnsatisfiable({ any: [{ op: "answered" }, comparison] }, id)).toBe(false);
    expect(isUnsatisfiable({ any: [comparison, comparison] }, id)).toBe(true);
    expect(isUnsatisfiable({ not: comparison }, id)).toBe(false);
  });
});

describe("doesn't warn of", () => {
  test.each([
    leaf("num", "eq", 10),
    leaf("num", "eq", 2.5),
    leaf("num", "gte", 10),
    leaf("num", "neq", 11),
    leaf("num", "between", [10, 20]),
    leaf("num", "in", [10, 11]),
    leaf("even", "in", [3, 4]),
    leaf("date", "on_or_after", "2026-12-31"),
    leaf("many", "count_lte", 2),
    leaf("alone", "count_lte", 1),
    leaf("alone", "equals_set", ["none"]),
    leaf("text", "eq", " ", { left: { type: "hidden", key: "k" } }),
  ])("%s %j", (id, comparison) => expect(isUnsatisfiable(comparison, id)).toBe(false));
});
