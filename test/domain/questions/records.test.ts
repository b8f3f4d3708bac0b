import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import { correct } from "../../../shared/domain/graph/correct.ts";
import { diff } from "../../../shared/domain/graph/diff/diff.ts";
import { needs } from "../../../shared/domain/graph/needs.ts";
import { recalledAnswer } from "../../../shared/domain/graph/recalled.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import { localized, originalsOf } from "../../../shared/domain/graph/translations/translations.ts";
import { maxScore, startWalk, takeStep, viewOf } from "../../../shared/domain/graph/traverse.ts";
import type { Calculation, Graph, GraphNode, Json } from "../../../shared/domain/graph/types.ts";
import type { QuestionType } from "../../../shared/domain/questions/question.ts";
import { refusalError } from "../../../shared/domain/questions/refusalError.ts";
import { runToEnd } from "../../../shared/domain/runToEnd.ts";
import { wordedProblems } from "../../support/problems.ts";
import { type Config, compile, context, labelled, node, problemsOf, reply } from "./support.ts";

const field = (key: string, questionType: string, more: object = {}) => ({
  key,
  title: `The ${key}`,
  question_type: questionType,
  ...more,
});

const household = {
  fields: [
    field("name", "short_text", { is_required: true }),
    field("age", "number", { config: { min: 0, max: 120, decimals: 0 } }),
    field("school", "yes_no", { config: { yes_label: "At school" } }),
    field("meals", "checkbox", { config: { options: labelled("a", "b") } }),
  ],
};

describe("config", () => {
  const types = "short_text long_text number date email phone multiple_choice dropdown yes_no checkbox".split(" ");
  const options = { config: { options: labelled("a", "b") } };
  const needsOptions = new Set(["multiple_choice", "dropdown", "checkbox"]);

  test.each(types)("a field can be a %s", (type) => {
    expect(problemsOf("records", { fields: [field("f", type, needsOptions.has(type) ? options : {})] })).toEqual([]);
  });

  test.each<[string, Config, string]>([
    ["no field", { fields: [] }, "fields: must have at least 1 item"],
    [
      "21 fields",
      { fields: Array.from({ length: 21 }, (_, at) => field(`f${at}`, "number")) },
      "fields: must have at most 20 items",
    ],
    ["another type", { fields: [field("f", "matrix")] }, `fields.0.question_type: must be one of ${types.join(", ")}`],
    [
      "a nested group",
      { fields: [field("f", "records")] },
      `fields.0.question_type: must be one of ${types.join(", ")}`,
    ],
    [
      "a key twice",
      { fields: [field("f", "number"), field("f", "date")] },
      'fields.1.key: "f" is used twice; values must be unique',
    ],
    ["a blank title", { fields: [field("f", "number", { title: " " })] }, "fields.0.title: must not be blank"],
    [
      "a setting of another type",
      { fields: [field("f", "number", { config: { max_length: 3 } })] },
      "fields.0.config.max_length: unknown field",
    ],
    [
      "settings that disagree",
      { fields: [field("f", "number", { config: { min: 3, max: 1 } })] },
      "fields.0.config.min: must be at most max (1)",
    ],
    [
      "scoring",
      { fields: [field("f", "yes_no", { config: { scoring: { mode: "options", points: {} } } })] },
      "fields.0.config.scoring: unknown field",
    ],
    [
      "a condition on an option",
      { fields: [field("f", "dropdown", { config: { options: [{ ...labelled("a")[0], show_if: null }] } })] },
      "fields.0.config.options.0.show_if: unknown field",
    ],
    ["51 rows", { ...household, max_rows: 51 }, "max_rows: must be at most 50"],
    ["no rows", { ...household, max_rows: 0 }, "max_rows: must be at least 1"],
    [
      "fewer rows than the minimum",
      { ...household, min_rows: 3, max_rows: 2 },
      "min_rows: must be at most max_rows (2)",
    ],
    [
      "scoring of its own",
      { ...household, scoring: { mode: "exact", correct: [], points: 1 } },
      "scoring: unknown field",
    ],
    [
      "a default that a field refuses",
      { ...household, default: [{ name: "Ada" }, { name: "Bo", age: 130 }] },
      "default.1.age: must be at most 120",
    ],
  ])("refuses %s", (_, config, problem) => {
    expect(problemsOf("records", config)).toEqual([problem]);
  });

  test("takes the largest form of 20 fields and 50 rows", () => {
    const fields = Array.from({ length: 20 }, (_, at) => field(`f${at}`, types[at % types.length] ?? "", options));
    const valid = fields.map((one) => (needsOptions.has(one.question_type) ? one : { ...one, config: {} }));
    const graph = formOf({ fields: valid, max_rows: 50 });
    expect(wordedProblems(graph)).toEqual([]);
  });
});

describe("an answer", () => {
  const question = compile("records", household);
  const errorOf = (value: Json, config: Config = household) => {
    const refused = reply(compile("records", config), value);
    return refused.kind === "problem" ? refusalError("value", refused) : refused.kind;
  };

  test("is rows, without empty fields, in the order of the fields", () => {
    const given: Json = [
      { age: null, name: "Ada", school: "", meals: [] },
      { meals: ["b"], age: 0, name: "Bo" },
    ];
    expect(reply(question, given)).toEqual({
      kind: "answer",
      answer: [{ name: "Ada" }, { name: "Bo", age: 0, meals: ["b"] }],
    });
  });

  test.each<[Json, string]>([
    ["Ada", "value: must be an array of objects"],
    [{ name: "Ada" }, "value: must be an array of objects"],
    [["Ada"], "value.0: must be an object of field keys and values"],
    [[null], "value.0: must be an object of field keys and values"],
    [[{ name: "Ada" }, {}], "value.1.name: is required"],
    [[{ name: "Ada" }, { name: " " }], "value.1.name: is required"],
    [[{ name: "Ada" }, { name: "Bo" }, { name: "Cy", age: "x" }], "value.2.age: must be a number"],
    [[{ name: "Ada", age: 121 }], "value.0.age: must be at most 120"],
    [[{ name: "Ada", height: 2 }], "value.0.height: unknown field"],
    [[{ name: "Ada", toString: 2 }], "value.0.toString: unknown field"],
    [Array.from({ length: 11 }, () => ({ name: "Ada" })), "value: must have at most 10 rows"],
  ])("%j is refused: %s", (value, error) => {
    expect(errorOf(value)).toBe(error);
  });

  test("may be absent even with min_rows, which binds who answers", () => {
    const config = { ...household, min_rows: 2 };
    for (const value of [null, [], ""]) expect(errorOf(value, config)).toBe("skip");
    expect(errorOf([{ name: "Ada" }], config)).toBe("value: must have at least 2 rows");
    expect(errorOf([{ name: "Ada" }, { name: "Bo" }], config)).toBe("answer");
  });

  test("has at least one row if it is required", () => {
    const required = compile("records", household, true);
    expect(reply(required, [])).toMatchObject({ kind: "problem", message: "is required" });
    expect(reply(required, [{ name: "Ada" }])).toMatchObject({ kind: "answer" });
  });

  test("is in exports JSON with titles and labels, or as stored", () => {
    const answer: Json = [{ name: "Ada", age: 41, school: "yes", meals: ["a", "b"] }, { name: "Bo" }];
    expect(question.cells(answer, "labels").map((cell) => JSON.parse(cell))).toEqual([
      [{ "The name": "Ada", "The age": 41, "The school": "At school", "The meals": ["A", "B"] }, { "The name": "Bo" }],
    ]);
    expect(question.cells(answer, "values")).toEqual([JSON.stringify(answer)]);
  });

  test("keeps fields of the same title apart", () => {
    const same = compile("records", {
      fields: [field("a", "number", { title: "Age" }), field("b", "number", { title: "Age" })],
    });
    expect(same.cells([{ a: 1, b: 2 }], "labels")).toEqual(['[{"Age":1,"Age [b]":2}]']);
  });

  test("is text for people, also of what an older version stored", () => {
    const answer: Json = [{ name: "Ada", school: "no", meals: ["a", "b"] }, { name: "Bo" }];
    expect(question.rowTexts?.(answer)).toEqual(["The name: Ada, The school: No, The meals: A; B", "The name: Bo"]);
    expect(recalledAnswer(question, answer)).toBe("The name: Ada, The school: No, The meals: A; B; The name: Bo");
    expect(question.rowTexts?.("an older text")).toEqual([]);
  });
});

const end: GraphNode = { id: "end", question_type: "end_screen", data: {} };
const asked = (config: Config, required = false): GraphNode => node("records" as QuestionType, config, required);

function formOf(config: Config, more: Partial<Graph> = {}, required = false): Graph {
  return {
    schema_version: "2.0",
    entry_node_id: "q",
    fallback_end_node_id: null,
    nodes: [asked(config, required), end],
    edges: [{ from: "q", to: "end", condition: null }],
    ...more,
  };
}

describe("in a form", () => {
  test("conditions read the number of rows, and proofs know its limits", () => {
    const many: GraphNode = { ...end, id: "many" };
    const branching = (right: number, required: boolean) =>
      formOf(
        { ...household, min_rows: 2, max_rows: 4 },
        {
          nodes: [asked({ ...household, min_rows: 2, max_rows: 4 }, required), many, end],
          edges: [
            { from: "q", to: "many", condition: { op: "count_gte", right } },
            { from: "q", to: "end", condition: { op: "count_lte", right: right - 1 } },
          ],
        },
        required,
      );
    expect(wordedProblems(branching(3, true))).toEqual([]);
    const [problem] = wordedProblems(branching(5, true));
    expect(problem).toMatchObject({ code: "condition_unsatisfiable" });
    // not answered
    expect(wordedProblems(branching(3, false))).toMatchObject([{ code: "not_exhaustive" }]);
    const graph = compileGraph(branching(3, true));
    const next = (count: number) =>
      takeStep(
        graph,
        startWalk(graph),
        { node_id: "q", value: Array.from({ length: count }, () => ({ name: "Ada" })) },
        context,
      );
    expect(next(2)).toMatchObject({ next_node_id: "end" });
    expect(next(3)).toMatchObject({ next_node_id: "many" });
  });

  test("an example has rows that the question accepts", () => {
    const graph = formOf(
      { ...household, min_rows: 2 },
      { edges: [{ from: "q", to: "end", condition: { op: "count_gte", right: 3 } }] },
      true,
    );
    const [problem] = wordedProblems(graph);
    expect(problem).toMatchObject({
      code: "not_exhaustive",
      example: { answers: { q: [{ name: "x" }, { name: "x" }] } },
    });
  });

  const calculation = (value: Json, more: Partial<Calculation> = {}): Calculation => ({ key: "c", value, ...more });
  const resultOf = (value: Json, answer: Json) => {
    const graph = compileGraph(formOf(household, { calculations: [calculation(value)] }));
    const visits = [{ node_id: "q", answer, score_awarded: null }];
    return graph.calculations?.reader(viewOf(graph, visits, { hidden: {} }))("c");
  };
  const ages: Json = [{ name: "A", age: 40 }, { name: "B" }, { name: "C", age: 7 }];

  test.each<[string, Json, Json, number | null]>([
    ["sum", { sum_of: { node: "q", field: "age" } }, ages, 47],
    ["mean", { mean_of: { node: "q", field: "age" } }, ages, 23.5],
    ["sum of nothing", { sum_of: { node: "q", field: "age" } }, [{ name: "A" }], 0],
    ["sum without an answer", { sum_of: { node: "q", field: "age" } }, null, 0],
    ["mean of nothing", { mean_of: { node: "q", field: "age" } }, [{ name: "A" }], null],
    ["sum of enough", { sum_of: { node: "q", field: "age" }, at_least: 2 }, ages, 47],
    ["sum of too few", { sum_of: { node: "q", field: "age" }, at_least: 3 }, ages, null],
    ["mean of too few", { mean_of: { node: "q", field: "age" }, at_least: 3 }, ages, null],
    ["number of rows", { selected: "q" }, ages, 3],
    ["difference", { subtract: [{ sum_of: { node: "q", field: "age" } }, 7] }, ages, 40],
  ])("calculates a %s", (_, value, answer, expected) => {
    expect(resultOf(value, answer)).toBe(expected);
  });

  test.each<[Json, string, string]>([
    [{ sum_of: { node: "x", field: "age" } }, "condition_ref", "value.sum_of.node: node `x` not found"],
    [{ sum_of: { node: "q", field: "x" } }, "condition_ref", "value.sum_of.field: `q` has no field `x`"],
    [
      { mean_of: { node: "q", field: "name" } },
      "condition_type",
      "value.mean_of.field: the field `name` of `q` isn't a number",
    ],
    [{ sum_of: { node: "q" } }, "bad_calculation", "value.sum_of.field: must be a key"],
    [{ sum_of: "q" }, "bad_calculation", "value.sum_of.node: must be the ID of a node"],
    [{ sum_of: { node: "q", field: "age", op: 1 } }, "bad_calculation", "value.sum_of.op: unknown field"],
    [{ answer: "q" }, "condition_type", "value.answer: the answer of `q` isn't a number"],
  ])("refuses %j", (value, code, message) => {
    const problems = wordedProblems(formOf(household, { calculations: [calculation(value)] }));
    expect(problems).toMatchObject([{ code, message: `graph.calculations.0.${message}` }]);
  });

  test("refuses fields of a question that has none", () => {
    const graph = formOf(household, { calculations: [calculation({ sum_of: { node: "n", field: "age" } })] });
    graph.nodes.splice(1, 0, { ...node("number"), id: "n" });
    graph.edges = [
      { from: "q", to: "n", condition: null },
      { from: "n", to: "end", condition: null },
    ];
    expect(wordedProblems(graph)).toMatchObject([
      { message: "graph.calculations.0.value.sum_of.node: the answer of `n` isn't records" },
    ]);
  });

  test("proofs know the range of a sum", () => {
    const condition = (right: number) => ({ left: { type: "calculation" as const, key: "c" }, op: "gte", right });
    const problemsAt = (right: number) =>
      wordedProblems(
        formOf(household, {
          calculations: [calculation({ sum_of: { node: "q", field: "age" } })],
          edges: [
            { from: "q", to: "end", condition: condition(right) },
            { from: "q", to: "end", condition: null },
          ],
        }),
      ).map(({ code }) => code);
    expect(problemsAt(1200)).toEqual([]);
    expect(problemsAt(1201)).toEqual(["condition_unsatisfiable"]);
    expect(problemsAt(0)).toEqual(["edge_shadowed"]);
  });

  test("has no points", () => {
    const graph = compileGraph(formOf(household));
    expect(graph.nodes.get("q")?.question.is_scored).toBe(false);
    expect(maxScore(graph, { visits: [{ node_id: "q", answer: ages, score_awarded: null }], hidden: {} })).toBeNull();
  });

  test("simulations and corrections name the row and field", () => {
    const graph = formOf(household);
    const answers: Record<string, Json> = { q: [{ name: "Ada" }, { name: "Bo", age: -1 }] };
    expect(simulate(graph, { answers, today: "2026-06-01" })).toMatchObject({
      stopped: { node_id: "q", reason: "answer_invalid", message: "1.age: must be at least 0" },
    });
    const walk = { visits: [], current_node_id: "q", hidden: {} };
    const corrected = runToEnd(correct(compileGraph(graph), walk, { answers, isCompleted: true }, context));
    expect(corrected).toMatchObject({
      kind: "invalid",
      problems: [{ node_id: "q", at: [1, "age"], message: "must be at least 0" }],
    });
  });

  test("a repeat with empty fields is the same answer", () => {
    const graph = compileGraph(formOf(household));
    const walk = { ...startWalk(graph), visits: [{ node_id: "q", answer: [{ name: "Ada" }], score_awarded: null }] };
    const again = { node_id: "q", value: [{ age: null, name: "Ada" }] };
    expect(takeStep(graph, { ...walk, current_node_id: "end" }, again, context)).toMatchObject({ kind: "repeat" });
  });

  const pattern = (config: object) => ({ fields: [field("f", "long_text", { config })], max_rows: 50 });

  test("patterns of all rows count as one step", () => {
    const slow = pattern({ pattern: "[a-z]*[ab].{20}x", max_length: 1000 });
    expect(wordedProblems(formOf({ ...slow, max_rows: 1 }))).toEqual([]);
    expect(wordedProblems(formOf(slow))).toMatchObject([
      {
        code: "bad_config",
        path: "/nodes/0/data/config/fields/0/config/pattern",
        reason: { kind: "pattern_too_slow" },
      },
    ]);
  });

  test("patterns of fields count among those of the form, and load with it", () => {
    const large = (at: number) => field(`f${at}`, "short_text", { config: { pattern: `x{${900 + at}}` } });
    const graph = formOf({ fields: Array.from({ length: 20 }, (_, at) => large(at)), max_rows: 1 });
    expect(wordedProblems(graph)[0]).toMatchObject({ reason: { kind: "patterns_too_large" } });
    expect(needs(formOf(pattern({ pattern: "x" })))).toMatchObject({
      records: true,
      patterns: true,
      phoneNumbers: false,
    });
    expect(needs(formOf({ fields: [field("f", "phone")] }))).toMatchObject({ patterns: false, phoneNumbers: true });
  });

  test("texts of fields are translated", () => {
    const texts = originalsOf(formOf({ ...household, add_label: "Add a person" }));
    expect(Object.fromEntries(texts)).toMatchObject({
      "q.add_label": "Add a person",
      "q.fields.name": "The name",
      "q.fields.school": "The school",
      "q.fields.school.yes_label": "At school",
      "q.fields.meals.options.a": "A",
    });
    const german = {
      "q.fields.name": "Vorname",
      "q.fields.meals.options.a": "Mittag",
      "q.fields.school.no_label": "Nein",
      "q.add_label": "Person hinzufügen",
    };
    const { graph, untranslated } = localized(formOf({ ...household, add_label: "Add a person" }), german);
    expect(graph.nodes[0]?.data.config).toMatchObject({
      add_label: "Person hinzufügen",
      fields: [
        { key: "name", title: "Vorname" },
        { title: "The age" },
        { config: { no_label: "Nein" } },
        { config: { options: [{ label: "Mittag" }, { label: "B" }] } },
      ],
    });
    expect(untranslated).toContain("q.fields.age");
  });

  test("a field that was removed or has another type is a breaking change", () => {
    const changed = {
      fields: [
        field("name", "long_text", { is_required: true }),
        { ...household.fields[1], title: "Years" },
        field("meals", "checkbox", { config: { options: labelled("a") } }),
        field("email", "email"),
      ],
    };
    const settings = { title: "T", language: "en" };
    const changes = diff(
      { ...settings, graph: formOf(household) } as never,
      { ...settings, graph: formOf(changed) } as never,
    );
    expect(changes.map(({ field, impact }) => [field, impact])).toEqual([
      ["data.config.fields.name.question_type", "breaking"],
      ["data.config.fields.age.title", "safe"],
      ["data.config.fields.meals.config.options.b", "breaking"],
      ["data.config.fields.email", "safe"],
      ["data.config.fields.school", "breaking"],
    ]);
  });
});
