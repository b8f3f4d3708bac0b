import { readdirSync, readFileSync } from "node:fs";
import { schemaOf } from "../../../services/web/dashboard/builder/model/starterConfig.ts";
import { fieldOf, placeOf } from "../../../services/web/dashboard/builder/problems/place.ts";
import { problemText } from "../../../services/web/dashboard/builder/problems/problemText.ts";
import { fieldProblem } from "../../../services/web/dashboard/builder/problems/settingProblem.ts";
import { builtInTypes } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import type { Fault } from "../../../shared/domain/fault.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Graph, Problem } from "../../../shared/domain/graph/types.ts";
import { configFaults } from "../../../shared/domain/questions/read.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";

/** Problems in the builder: by titles, rules and labels, never by ids or edges. */
const samples = new URL("../../../docs/graphs/problems/", import.meta.url);
interface Sample {
  graph: Graph;
  previous?: Graph;
}

const told = ({ graph, previous = null as never }: Sample) =>
  analyze(graph, previous ?? undefined).map((problem) =>
    problemText(problem, { graph, previous, table: builtInTypes }),
  );

test.each(readdirSync(samples))("words %s without ids, edges and nodes", (file) => {
  const sample = JSON.parse(readFileSync(new URL(file, samples), "utf8")) as Sample;
  for (const text of told(sample)) {
    expect(text).toMatch(/^[A-Z\d“].*\.$/s);
    expect(text).not.toMatch(/`|\bedges?\b|\bnodes?\b|fallback|_|\bdata\b/);
  }
});

const options = [
  { value: "x", label: "Burger" },
  { value: "y", label: "Soup of the day" },
];
const pick = node("p", "multiple_choice", { options }, true);
const age = node("n", "number", {}, true);
const grid = node("g", "matrix", { rows: [{ key: "r", label: "R" }], columns: options });
/** Returns a graph of a question with a rule of this condition, and another question after it. */
const withRule = (first: ReturnType<typeof node>, condition: object) =>
  graphOf(
    [first, node("later", "short_text"), end()],
    [edge(first.id, "later", condition), edge(first.id, "end"), edge("later", "end")],
  );

test.each<[string, ReturnType<typeof node>, object]>([
  ["“Soup” isn’t an option. Choose another value.", pick, { op: "eq", right: "Soup" }],
  ["Enter a value.", pick, { op: "eq" }],
  ["Enter at least one value.", pick, { op: "in", right: [] }],
  ["Enter both values.", age, { op: "between", right: 3 }],
  ["“many” isn’t a number. Enter another value.", age, { op: "gt", right: "many" }],
  [
    "The operator “contains” doesn’t work with “About n”. Choose another operator.",
    age,
    { op: "contains", right: "x" },
  ],
  [
    "The operator “contains” doesn’t work with the score. Choose another operator.",
    age,
    { left: { type: "score" }, op: "contains", right: "x" },
  ],
  [
    "“About later” can’t be answered before this. Choose an earlier question.",
    age,
    { left: { type: "answer", node_id: "later" }, op: "answered" },
  ],
  [
    "“About end” is a screen without an answer. Choose an earlier question.",
    age,
    { left: { type: "answer", node_id: "end" }, op: "answered" },
  ],
  [
    "The question that this reads doesn’t exist. Choose an earlier question.",
    age,
    { left: { type: "answer", node_id: "gone" }, op: "answered" },
  ],
  [
    "The hidden field “plan” doesn’t exist. Add it under Hidden fields in the builder.",
    age,
    { left: { type: "hidden", key: "plan" }, op: "answered" },
  ],
  [
    "“About n” has no rows or ranked options to compare.",
    age,
    { left: { type: "answer", node_id: "n", path: "r" }, op: "answered" },
  ],
  [
    "“About g” has no “gone”. Choose another one.",
    grid,
    { left: { type: "answer", node_id: "g", path: "gone" }, op: "eq", right: "c" },
  ],
  ["Choose a row or an option to compare.", grid, { op: "eq", right: "c" }],
  [
    "Enter a regular expression in RE2 syntax, up to 1,000 characters.",
    node("t", "short_text"),
    { op: "matches", right: "(" },
  ],
  ["“Ignore case” only works with text.", pick, { op: "eq", right: "x", ci: true }],
  ["Enter a whole number of 0 or more.", node("c", "checkbox", { options }), { op: "count_gte", right: -1 }],
  ["The condition isn’t complete. Enter it again.", age, { op: "almost" }],
])("says %j", (text, first, condition) => {
  expect(told({ graph: withRule(first, condition) as Graph })).toEqual([text]);
});

test("gives the answers that no rule matches", () => {
  const graph = graphOf([pick, age, end()], [edge("p", "n"), edge("n", "end", { op: "gt", right: 3 })]) as Graph;
  expect(told({ graph })).toEqual([
    expect.stringMatching(
      /^No rule matches if “About n” is -?\d.*\. Add an “Otherwise” rule or choose a default end screen\.$/,
    ),
  ]);
});

test("names settings by their labels", () => {
  const titleOf = (key: string) => schemaOf("number")?.properties[key]?.title;
  const graph = graphOf([node("n", "number", { min: 5, max: 1 }), end()], [edge("n", "end")]) as Graph;
  expect(told({ graph })).toEqual([`${titleOf("min")}: must be at most “${titleOf("max")}” (1).`]);
  const empty = {
    options: [
      { value: "x", label: "" },
      { value: "y", label: "Y" },
    ],
  };
  const list = graphOf([node("p", "multiple_choice", empty), end()], [edge("p", "end")]) as Graph;
  expect(told({ graph: list })).toEqual(["Options 1, Label: must not be empty."]);
});

test("names the shortest circle by titles", () => {
  const graph = graphOf([pick, age, end()], [edge("p", "n"), edge("n", "p"), edge("n", "end")]) as Graph;
  expect(told({ graph })).toContain(
    "The rules return to this question: “About p” → “About n” → “About p”. Change one of them.",
  );
});

test("gives the place by number, title and rule, and the field to fix", () => {
  const graph = withRule(age, { op: "eq" }) as Graph;
  graph.edges = graph.edges.map((one, at) => ({ ...one, id: `e${at}` }));
  const [problem] = analyze(graph) as [Problem];
  expect([placeOf(problem, graph), fieldOf(problem, graph)]).toEqual(["1 · About n, rule 1", "rule:e0"]);
  const placeless = analyze({ ...graph, entry_node_id: null })[0] as Problem;
  expect([placeOf(placeless, graph), fieldOf(placeless, graph)]).toEqual(["Form", "entry"]);
  const settings = graphOf([node("n", "number", { min: 5, max: 1 }), end()], [edge("n", "end")]) as Graph;
  expect(fieldOf(analyze(settings)[0] as Problem, settings)).toBe("config.min");
  const reserved = { ...settings, hidden_fields: ["lang"] };
  const named = analyze(reserved).find(({ code }) => code === "hidden_reserved") as Problem;
  expect([placeOf(named, reserved), fieldOf(named, reserved)]).toEqual(["Form", "hidden"]);
});

test("checks the bounds of a question that no respondent can reach", () => {
  const lost = node("lost", "number", { min: 5, max: 1 });
  const graph = graphOf([pick, lost, end()], [edge("p", "end"), edge("lost", "end")]) as Graph;
  expect(analyze(graph).map(({ code }) => code)).toEqual(["node_unreachable"]);
  const [fault] = configFaults(graph.nodes[1] as Graph["nodes"][number]);
  expect(fault).toEqual({ at: ["min"], reason: { kind: "above_setting", setting: "max", limit: 1 } });
  expect(fieldProblem(fault as Fault, schemaOf("number"))).toEqual({
    at: ["min"],
    text: expect.stringMatching(/^must be at most “/),
  });
});

test("tells which part of a form takes too long", () => {
  const left = { type: "answer", node_id: "t" };
  const searches = { all: Array.from({ length: 45 }, (_, at) => ({ left, op: "contains", right: `x${at}` })) };
  const shown = options.map((option, at) => (at === 0 ? option : { ...option, show_if: searches }));
  const many = (count: number, config: typeof options, conditions: object[] = []) => {
    const nodes = [
      node("t", "long_text", { max_length: 20_000 }),
      ...Array.from({ length: count }, (_, at) => node(`q${at}`, "multiple_choice", { options: config })),
      end(),
    ];
    const rules = nodes.slice(0, -1).flatMap(({ id }, at) => {
      const to = nodes[at + 1]?.id ?? "";
      return [...(at > 0 ? conditions : []), null].map((condition) => edge(id, to, condition));
    });
    return graphOf(nodes, rules);
  };
  const slow = { left, op: "matches", right: "[ab].{500}x" };
  const calculations = [{ key: "c", title: "Risk", value: { if: [slow, 1, 0] } }];
  const texts = (graph: object) => new Set(told({ graph: graph as Graph }).filter((text) => text.includes("too long")));
  expect(texts({ ...many(1, options), calculations })).toEqual(
    new Set(["The text conditions of scores take too long together. Shorten patterns or remove some conditions."]),
  );
  expect(texts(many(100, shown))).toContain(
    "The conditions of options up to this question take too long together. Shorten patterns or remove some conditions.",
  );
  expect(texts(many(60, options, [searches, searches]))).toEqual(
    new Set(["The 50 questions up to this one take too long together. Shorten patterns or remove some conditions."]),
  );
});
