import { groupOf, type Match, shownOf } from "../../../services/web/dashboard/builder/conditions/groups.ts";
import {
  comparisonOf,
  domainOf,
  firstComparison,
  operandsOf,
  operatorsOf,
  pathsOf,
  type Reading,
  readableNodes,
  withFirstPath,
  withOperator,
} from "../../../services/web/dashboard/builder/conditions/operands.ts";
import { depthOf, readCondition } from "../../../services/web/dashboard/builder/conditions/read.ts";
import { ruleText, sentenceOf } from "../../../services/web/dashboard/builder/conditions/sentence.ts";
import { type TriedValues, tryRules } from "../../../services/web/dashboard/builder/conditions/tried.ts";
import { fieldsOf } from "../../../services/web/dashboard/builder/inspector/fields.ts";
import { modesOf, startScoring } from "../../../services/web/dashboard/builder/inspector/scoring.ts";
import { tabOfKey, tabOfPlace } from "../../../services/web/dashboard/builder/inspector/tabs.ts";
import { schemaOf, starterConfig } from "../../../services/web/dashboard/builder/model/starterConfig.ts";
import { readable } from "../../../services/web/dashboard/builder/types/names.ts";
import { builtInTypes, type QuestionTable } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import { problemsBeside, problemsOf } from "../../../services/web/ui/fields/field.ts";
import { typeProblem } from "../../../shared/domain/graph/conditionTypes.ts";
import { parseCondition } from "../../../shared/domain/graph/parseCondition.ts";
import { reasonText } from "../../../shared/domain/graph/reasonText.ts";
import type { Condition, Graph, GraphNode, Operand } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import { questionTypes } from "../../../shared/domain/questions/question.ts";

/** The builder's inputs come from the domain's tables, so publishing accepts every choice that they offer. */
const nodeOf = (type: string): GraphNode => ({ id: type, question_type: type, data: { config: starterConfig(type) } });

const all = questionTypes.map(nodeOf);
const graph: Graph = {
  schema_version: "2.0",
  nodes: all,
  edges: all.slice(1).map(({ id }, at) => ({ id: `e${at}`, from: all[at]?.id ?? "", to: id, condition: null })),
  hidden_fields: ["plan"],
};
const reading: Reading = { graph, from: "records", table: builtInTypes };

test("offers only conditions that publishing accepts, except for a day or a pattern that is still empty", () => {
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
      if (fault && domain?.family === "date") expect(fault.reason).toMatchObject({ value: "" });
      else if (fault) throw new Error(`${JSON.stringify(comparison)}: ${reasonText(fault.reason)}`);
    }
  }
});

test("offers only earlier questions, and the paths of a matrix and a ranking", () => {
  const early = { ...reading, from: "email" };
  expect(readableNodes(early).map(({ id }) => id)).toEqual(["email", "short_text", "long_text"]);
  expect(pathsOf({ type: "answer", node_id: "matrix" }, reading)).toEqual(["row_1"]);
  expect(pathsOf({ type: "answer", node_id: "ranking" }, reading)).toEqual(["option_1", "option_2"]);
});

test("begins a condition before the answer with the nearest single choice, or else the nearest question", () => {
  const arriving = (from: string) => firstComparison({ ...reading, from, isOnArrival: true }).left;
  expect(arriving("file_upload")).toEqual({ type: "answer", node_id: "emoji_rating" });
  expect(arriving("long_text")).toEqual({ type: "answer", node_id: "short_text" });
  expect(firstComparison(reading).left).toBeUndefined();
});

test("writes conditions as sentences with the labels that respondents see", () => {
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
    "answered or (“Untitled (Checkboxes)” includes any of Option 1 and not (Row 1 of “Untitled (Matrix)” is Column 2)) or the score is between 1 and 5",
  );
  expect([depthOf(condition), readCondition(condition)]).toEqual([3, condition]);
  expect([readCondition({ all: [] }), readCondition({ op: 1 }), readCondition("x")]).toEqual([null, null, null]);
});

describe("a rule as a sentence", () => {
  const told = (condition: Condition | null, at: number) => ruleText({ condition }, at, { ...reading, from: "yes_no" });

  test("starts with If, and names the answer as respondents see it", () => {
    expect(told({ op: "eq", right: "no" }, 0)).toBe("If the answer is No");
    const other = { left: { type: "answer", node_id: "dropdown" }, op: "in", right: ["option_1"] } as const;
    expect(told({ not: { any: [other] } } as never, 1)).toBe("Unless “Untitled (Dropdown)” is Option 1");
  });

  test("lists the values that one field is compared with", () => {
    const plan = (right: string) => ({ left: { type: "hidden", key: "plan" }, op: "eq", right }) as const;
    const both = { all: [{ op: "answered" }, { any: [plan("pro"), plan("business")] }] };
    expect(told(both as never, 0)).toBe("If answered and plan is pro or business");
    const mixed = { any: [plan("pro"), { ...plan("free"), op: "neq" }] };
    expect(told(mixed as never, 0)).toBe("If plan is pro or plan isn’t free");
  });

  test("starts with Always without a condition if it is the first, else with Otherwise", () => {
    expect([told(null, 0), told(null, 1)]).toEqual(["Always", "Otherwise"]);
  });

  test("distinguishes an unreadable condition from a missing one", () => {
    expect(told({ any: [] }, 0)).toBe("If an unreadable condition");
  });
});

describe("a group of conditions", () => {
  const [one, two] = [
    { op: "eq", right: "yes" },
    { op: "eq", right: "no" },
  ];
  const groups: [Match, Condition][] = [
    ["all", { all: [one, two] }],
    ["any", { any: [one, two] }],
    ["none", { not: { any: [one, two] } }],
    ["notAll", { not: { all: [one, two] } }],
  ];

  test.each(groups)("matches %s, and is rebuilt from its parts", (match, condition) => {
    expect(shownOf(condition)).toEqual({ kind: "group", match, parts: [one, two] });
    expect(groupOf(match, [one, two])).toEqual(condition);
  });

  test("is dropped when one part is left, and keeps its negation", () => {
    expect(groups.map(([match]) => groupOf(match, [one]))).toEqual([one, one, { not: one }, { not: one }]);
    expect(groupOf("any", [])).toBeNull();
  });

  test("keeps a double negation readable", () => {
    expect(shownOf({ not: { not: one } })).toEqual({ kind: "group", match: "none", parts: [{ not: one }] });
    expect(shownOf({ not: one })).toEqual({ kind: "one", comparison: one, isNegated: true });
  });
});

describe("trying rules", () => {
  const from = "yes_no";
  const nodes = [nodeOf("yes_no"), nodeOf("number"), nodeOf("end_screen")];
  const plan = { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro" };
  const score = { left: { type: "score" }, op: "gte", right: 5 };
  const tried = (conditions: unknown[], values: Partial<TriedValues> = {}) => {
    const edges = conditions.map((condition, at) => ({ id: `e${at}`, from, to: "end_screen", condition }));
    const draft = { schema_version: "2.0", nodes, edges, hidden_fields: ["plan"] } as Graph;
    return tryRules(draft, from, { answers: {}, hidden: {}, score: 0, calculations: {}, ...values });
  };

  test("returns the first rule that matches answers, hidden fields and score", () => {
    const rules = [{ op: "eq", right: "no" }, plan, score, null];
    expect(tried(rules, { answers: { yes_no: "no" }, hidden: { plan: "pro" } }).edge).toBe(0);
    expect(tried(rules, { hidden: { plan: "pro" }, score: 9 }).edge).toBe(1);
    expect(tried(rules, { score: 5 }).edge).toBe(2);
    expect(tried(rules).edge).toBe(3);
    expect(tried([plan]).edge).toBeNull();
  });

  test("stops at a rule with an error", () => {
    expect(tried([{ op: "gt", right: 1 }, null])).toEqual({ edge: 0, isBroken: true });
  });

  test("asks for each operand once, without its row", () => {
    const row = (path: string) => ({ left: { type: "answer", node_id: "matrix", path }, op: "answered" });
    const edges = [{ all: [{ op: "eq", right: "no" }, row("a")] }, row("b"), plan].map((condition) => ({
      from,
      to: "x",
      condition,
    }));
    expect(operandsOf(edges as never, from)).toEqual([
      { type: "answer", node_id: "yes_no" },
      { type: "answer", node_id: "matrix" },
      { type: "hidden", key: "plan" },
    ]);
  });
});

test("sorts every setting of every type into a tab", () => {
  const advanced = questionTypes.map((type) => {
    const { properties } = schemaOf(type) as NonNullable<ReturnType<typeof schemaOf>>;
    const keys = Object.keys(properties).filter((key) => tabOfKey(key, properties[key] ?? {}) === "advanced");
    return [type, keys.filter((key) => !["scoring", "default"].includes(key)).join(" ")];
  });
  expect(advanced.filter(([, keys]) => keys !== "")).toEqual([
    ["end_screen", "outcome"],
    ["short_text", "min_length max_length pattern"],
    ["long_text", "min_length max_length pattern"],
    ["email", "allowed_domains blocked_domains"],
    ["phone", "allowed_countries"],
    ["number", "min max step decimals"],
    ["date", "min max"],
    ["multiple_choice", "other_max_length"],
    ["dropdown", "other_max_length"],
    ["checkbox", "min_selections max_selections"],
    ["ranking", "min_ranked"],
  ]);
  const scale = schemaOf("opinion_scale")?.properties;
  expect(
    ["config.min", "config.scoring", "rule:e1", "rules", "id", "title", null].map((place) => tabOfPlace(place, scale)),
  ).toEqual(["question", "advanced", "logic", "logic", "advanced", "question", "question"]);
});

test("gives every key of every type a labeled field, and starts a scoring mode as its schema requires", () => {
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

test("shows a problem of a list or a group at the affected part, and other problems beside the field", () => {
  const [url, label, whole] = [
    { at: [1, "image_url"], text: "must be an https URL" },
    { at: ["11", "label"], text: "must not be empty" },
    { at: [], text: "must have at least 2 items" },
  ];
  const problems = [url, label, whole];
  expect(problemsOf("1", problems)).toEqual([{ at: ["image_url"], text: "must be an https URL" }]);
  expect(problemsOf("image_url", problemsOf("1", problems))).toEqual([{ at: [], text: "must be an https URL" }]);
  expect(problemsBeside(["0", "1"], problems)).toEqual([label, whole]);
});

test("edits, compares and describes an unknown type by its schema and domain alone", () => {
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
      fields: null,
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
