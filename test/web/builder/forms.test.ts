import {
  comparisonOf,
  domainOf,
  operatorsOf,
  pathsOf,
  type Reading,
  readableNodes,
  withFirstPath,
  withOperator,
} from "../../../services/web/dashboard/builder/conditions/operands.ts";
import { depthOf, readCondition } from "../../../services/web/dashboard/builder/conditions/read.ts";
import { sentenceOf } from "../../../services/web/dashboard/builder/conditions/sentence.ts";
import { fieldsOf } from "../../../services/web/dashboard/builder/inspector/fields.ts";
import { modesOf, startScoring } from "../../../services/web/dashboard/builder/inspector/scoring.ts";
import { rulesOf } from "../../../services/web/dashboard/builder/list/rules.ts";
import { schemaOf, starterConfig } from "../../../services/web/dashboard/builder/model/starterConfig.ts";
import { readable } from "../../../services/web/dashboard/builder/types/names.ts";
import { builtInTypes, type QuestionTable } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import { problemsAt, problemsBeside, problemsOf } from "../../../services/web/ui/fields/field.ts";
import { typeProblem } from "../../../shared/domain/graph/conditionTypes.ts";
import { parseCondition } from "../../../shared/domain/graph/parseCondition.ts";
import type { Condition, Graph, GraphNode, Operand } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import { questionTypes } from "../../../shared/domain/questions/question.ts";

/** The builder's forms come from the domain's tables: what they offer is what publishing takes. */
const nodeOf = (type: string): GraphNode => ({ id: type, question_type: type, data: { config: starterConfig(type) } });

const all = questionTypes.map(nodeOf);
const graph: Graph = {
  schema_version: "2.0",
  nodes: all,
  edges: all.slice(1).map(({ id }, at) => ({ id: `e${at}`, from: all[at]?.id ?? "", to: id, condition: null })),
  hidden_fields: ["plan"],
};
const reading: Reading = { graph, from: "file_upload", table: builtInTypes };

test("whatever is chosen of what a condition's form offers fits, but for a day or a pattern that has yet to be entered", () => {
  const questions = new Map(all.map((node) => [node.id, compileQuestion(node)]));
  const operands: Operand[] = [
    ...readableNodes(reading).map(({ id }) => withFirstPath({ type: "answer", node_id: id }, reading)),
    { type: "score" },
    { type: "hidden", key: "plan" },
  ];
  expect(operands).toHaveLength(questionTypes.length);
  for (const left of operands) {
    const domain = domainOf(left, reading);
    for (const op of operatorsOf(domain as NonNullable<typeof domain>)) {
      const offered = withOperator(comparisonOf(left, reading), op, reading);
      const comparison = offered.op === "matches" ? { ...offered, right: "^a+$" } : offered;
      expect(parseCondition(comparison)).toEqual({ ok: true, value: comparison });
      const fault = typeProblem(comparison, reading.from, questions);
      if (fault && domain?.family === "date") expect(fault.message).toContain('""');
      else if (fault) throw new Error(`${JSON.stringify(comparison)}: ${fault.message}`);
    }
  }
});

test("only what can come before is offered, and the paths of a matrix and a ranking", () => {
  const early = { ...reading, from: "email" };
  expect(readableNodes(early).map(({ id }) => id)).toEqual(["email", "short_text", "long_text"]);
  expect(pathsOf({ type: "answer", node_id: "matrix" }, reading)).toEqual(["row_1"]);
  expect(pathsOf({ type: "answer", node_id: "ranking" }, reading)).toEqual(["option_1", "option_2"]);
});

test("conditions are told as sentences, with the labels that respondents see", () => {
  const condition: Condition = {
    any: [
      { op: "answered" },
      {
        all: [
          { left: { type: "answer", node_id: "checkbox" }, op: "includes_any", right: ["option_1"] },
          { not: { left: { type: "answer", node_id: "matrix", path: "row_1" }, op: "eq", right: "column_2" } },
        ],
      },
      { left: { type: "score" }, op: "between", right: [1, 5] },
    ],
  };
  expect(sentenceOf(condition, reading)).toBe(
    "the answer is answered or (“Untitled (Checkboxes)” includes any of Option 1 and not (Row 1 of “Untitled (Matrix)” is Column 2)) or the score is between 1 and 5",
  );
  expect([depthOf(condition), readCondition(condition)]).toEqual([3, condition]);
  expect([readCondition({ all: [] }), readCondition({ op: 1 }), readCondition("x")]).toEqual([null, null, null]);
});

test("a node's ways on are told in the order in which they are tried, and where none is left", () => {
  const nodes = [nodeOf("yes_no"), nodeOf("number"), nodeOf("end_screen")];
  const edges = [
    { id: "a", from: "yes_no", to: "end_screen", condition: { op: "eq", right: "no" } },
    { id: "b", from: "yes_no", to: "gone", condition: null },
  ];
  const rules = (fallback: string | null) =>
    nodes.map(rulesOf({ schema_version: "2.0", nodes, edges, fallback_end_node_id: fallback }, builtInTypes));
  expect(rules(null)).toEqual([
    "If the answer is No → Untitled (End screen)\nOtherwise → “gone” (missing)",
    "No next step yet.",
    "",
  ]);
  expect(rules("end_screen")[1]).toBe("Otherwise → Untitled (End screen)");
});

test("every key of every type has a field with a label, and a mode of scoring begins as its schema asks", () => {
  for (const type of questionTypes) {
    for (const field of fieldsOf(schemaOf(type) as NonNullable<ReturnType<typeof schemaOf>>)) {
      expect([field.key, field.schema["x-editor"]]).toEqual([field.key, field.kind]);
      expect(field.label).not.toBe("");
    }
  }
  const modes = modesOf(schemaOf("number")?.properties.scoring ?? {});
  expect(modes.map(startScoring)).toEqual([
    { mode: "ranges", ranges: [{ from: 0, to: 0, points: 0 }] },
    { mode: "value" },
    { mode: "exact", correct: "", points: 0 },
  ]);
});

test("what is wrong with a key is said at its field", () => {
  const messages = ["config.options.1.value: must match", "config.max: must be a number", "a question needs a title"];
  expect(problemsAt("options", messages)).toEqual(["1.value: must match"]);
  expect(problemsAt("max", messages)).toEqual(["must be a number"]);
});

test("of a list and a group, what is wrong is said at the very part, and what no part shows beside them", () => {
  const messages = ["1.image_url: must be an https URL", "11.label: must not be empty", "must have at least 2 items"];
  expect(problemsOf("1", messages)).toEqual(["image_url: must be an https URL"]);
  expect(problemsOf("image_url", problemsOf("1", messages))).toEqual(["must be an https URL"]);
  expect(problemsBeside(["0", "1"], messages)).toEqual(["11.label: must not be empty", "must have at least 2 items"]);
});

test("a type that nobody has heard of is edited, compared and told from its schema and domain alone", () => {
  const schema = {
    properties: {
      moods: { type: "array", "x-editor": "choice_list", title: "Moods", minItems: 2, items: { type: "object" } },
      strength: { type: "integer", minimum: 1 },
      is_loud: { type: "boolean", title: "Loud", description: "Out loud." },
      pace: { enum: ["slow", "quick"] },
    },
    required: ["moods"],
  };
  const table: QuestionTable = {
    names: ["mood_wheel"],
    schemaOf: () => schema,
    factsOf: () => ({
      domain: { family: "one", values: ["calm", "wild"], open: false },
      labels: new Map([["calm", "Quite calm"]]),
      isScreen: false,
      isEnd: false,
    }),
  };
  expect(fieldsOf(schema).map(({ key, kind, label, isRequired }) => [key, kind, label, isRequired])).toEqual([
    ["moods", "choice_list", "Moods", true],
    ["strength", "integer", "Strength", false],
    ["is_loud", "boolean", "Loud", false],
    ["pace", "choice", "Pace", false],
  ]);
  const nodes = [{ id: "m", question_type: "mood_wheel", data: {} }];
  const here: Reading = { graph: { schema_version: "2.0", nodes, edges: [] }, from: "m", table };
  const comparison = comparisonOf({ type: "answer", node_id: "m" }, here);
  expect(comparison).toEqual({ op: "eq", right: "calm" });
  expect(sentenceOf(comparison, here)).toBe("the answer is Quite calm");
  expect(readable("mood_wheel")).toBe("Mood wheel");
});
