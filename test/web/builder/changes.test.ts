import fc from "fast-check";
import { changeLines } from "../../../services/web/dashboard/builder/changes/changeText.ts";
import { schemaOf } from "../../../services/web/dashboard/builder/model/starterConfig.ts";
import { builtInTypes } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import { diff } from "../../../shared/domain/graph/diff/diff.ts";
import type { Edge, Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { anyDraft } from "../../support/graphs.ts";

/** Changes between versions, as owners read them. */
const options = [
  { value: "pasta", label: "Pasta" },
  { value: "soup", label: "Soup" },
];
const main: GraphNode = {
  id: "main",
  question_type: "multiple_choice",
  data: { title: "Main course", config: { options } },
};
const age: GraphNode = { id: "age", question_type: "number", data: { title: "Age", config: { max: 99 } } };
const thanks: GraphNode = { id: "thanks", question_type: "end_screen", data: { title: "Thanks" } };
const edges: Edge[] = [
  { id: "one", from: "main", to: "thanks", condition: { op: "eq", right: "soup" } },
  { id: "two", from: "main", to: "age", condition: null },
  { id: "three", from: "age", to: "thanks", condition: null },
];
const form: Graph = { schema_version: "2.0", entry_node_id: "main", nodes: [main, age, thanks], edges };

const withConfig = (config: object): Partial<Graph> => ({
  nodes: [{ ...main, data: { ...main.data, config: { ...main.data.config, ...config } } }, age, thanks],
});
const withData = (data: object): Partial<Graph> => ({
  nodes: [{ ...main, data: { ...main.data, ...data } }, age, thanks],
});
const withEdge = (place: number, change: Partial<Edge>): Partial<Graph> => ({
  edges: edges.map((edge, at) => (at === place ? { ...edge, ...change } : edge)),
});

const lines = (from: Graph, to: Graph) =>
  changeLines(diff({ graph: from }, { graph: to }), { older: from, newer: to, table: builtInTypes });

const labelOf = (type: string, key: string) => schemaOf(type)?.properties[key]?.title;
const burger = { value: "burger", label: "Burger" };

test.each<[string[], Partial<Graph>]>([
  [["Option “Burger” added to “Main course”"], withConfig({ options: [...options, burger] })],
  [["Option “Soup” removed from “Main course”"], withConfig({ options: [options[0]] })],
  [
    ["Option “Soup” of “Main course” renamed to “Stew”"],
    withConfig({ options: [options[0], { value: "soup", label: "Stew" }] }),
  ],
  [["Options of “Main course” reordered"], withConfig({ options: options.toReversed() })],
  [[`“${labelOf("multiple_choice", "allow_other")}” enabled for “Main course”`], withConfig({ allow_other: true })],
  [["Scoring of “Main course” changed"], withConfig({ scoring: { mode: "options", points: { soup: 2 } } })],
  [["Title of question 1 changed from “Main course” to “Dish”"], withData({ title: "Dish" })],
  [["Description of “Main course” set to “Choose one.”"], withData({ description: "Choose one." })],
  [["“Main course” is now required"], withData({ is_required: true })],
  [["“Main course” is now personal data"], withData({ is_personal: true })],
  [
    ["Type of “Main course” changed from Multiple choice to Dropdown"],
    {
      nodes: [{ ...main, question_type: "dropdown" }, age, thanks],
    },
  ],
  [
    [`${labelOf("number", "max")} of “Age” changed from 99 to 120`],
    {
      nodes: [main, { ...age, data: { title: "Age", config: { max: 120 } } }, thanks],
    },
  ],
  [["“Age” moved from position 2 to 1"], { nodes: [age, main, thanks] }],
  [
    ["Form now starts with “Age”", "Default end screen is now “Thanks”", "Hidden fields “plan”, “source” added"],
    { entry_node_id: "age", fallback_end_node_id: "thanks", hidden_fields: ["plan", "source"] },
  ],
  [
    [
      "Question “Age” removed",
      "Rule removed from “Main course”: always go to “Age”",
      "Rule removed from “Age”: always go to “Thanks”",
    ],
    { nodes: [main, thanks], edges: edges.slice(0, 1) },
  ],
  [
    ["Rule added to “Main course”: if the answer is Pasta, go to “Age”"],
    { edges: [...edges, { id: "four", from: "main", to: "age", condition: { op: "eq", right: "pasta" } }] },
  ],
  [["A rule of “Main course” now goes to “Age” instead of “Thanks”"], withEdge(0, { to: "age" })],
  [
    ["Condition of the rule from “Main course” to “Thanks” changed from “the answer is Soup” to “the answer is Pasta”"],
    withEdge(0, { condition: { op: "eq", right: "pasta" } }),
  ],
  [["German added"], { translations: { de: { title: "Mittag" } } }],
  [["Page “Lunch” added"], { pages: [{ id: "p", title: "Lunch", node_ids: ["main"] }] }],
  [["Untitled page added"], { pages: [{ id: "p", node_ids: ["main"] }] }],
  [["Rules of “Main course” reordered"], { edges: [edges[1] as Edge, edges[0] as Edge, edges[2] as Edge] }],
])("says %j", (expected, change) => {
  expect(lines(form, { ...form, ...change }).map(({ text }) => text)).toEqual(expected);
});

test("says once that texts of a language or a page changed", () => {
  const translated = (texts: Record<string, string>): Graph => ({
    ...form,
    pages: [{ id: "p", node_ids: [texts.title ?? ""] }],
    translations: { de: texts },
  });
  expect(lines(translated({ title: "A", "age.title": "B" }), translated({ title: "C", "age.title": "D" }))).toEqual([
    { text: "Untitled page changed", step: null, kind: "changed", why: null },
    { text: "Texts in German changed", step: null, kind: "changed", why: null },
  ]);
  expect(lines(translated({}), { ...translated({}), translations: {} }).map(({ text }) => text)).toEqual([
    "German removed",
  ]);
});

test("keeps both values of a change apart from what they are of", () => {
  const [changed] = lines(form, { ...form, ...withData({ title: "Dish" }) });
  expect(changed?.step).toMatchObject({ of: "Title of question 1", before: "“Main course”", after: "“Dish”" });
});

test("gives the reason for a breaking change", () => {
  const to = { ...form, ...withConfig({ options: [options[0], burger] }) };
  expect(lines(form, to)).toEqual([
    { text: "Option “Burger” added to “Main course”", step: null, kind: "changed", why: null },
    {
      text: "Option “Soup” removed from “Main course”",
      step: null,
      kind: "changed",
      why: "Earlier responses that chose it keep their answer.",
    },
  ]);
});

const json = /[{[]"|undefined|null|\[object/;

/** Whether a draft's own text looks like JSON, which sentences quote. */
function quotesJson(drafts: Graph[]): boolean {
  let isFound = false;
  JSON.stringify(drafts, (_, value) => {
    isFound ||= typeof value === "string" && json.test(value);
    return value;
  });
  return isFound;
}

test("says each sentence once, without JSON, for any two drafts", () => {
  fc.assert(
    fc.property(anyDraft(), anyDraft(), (from, to) => {
      fc.pre(!quotesJson([from, to]));
      const told = lines(from, to).map(({ text }) => text);
      expect(new Set(told).size).toBe(told.length);
      for (const text of told) expect(text).not.toMatch(json);
    }),
  );
});
