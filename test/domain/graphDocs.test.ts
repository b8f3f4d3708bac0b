import { readdirSync, readFileSync } from "node:fs";
import { operators } from "../../shared/domain/conditions/operators.ts";
import { analyze } from "../../shared/domain/graph/analyze.ts";
import { operations } from "../../shared/domain/graph/calculations/expression.ts";
import { compileGraph } from "../../shared/domain/graph/compile.ts";
import { problemCodes } from "../../shared/domain/graph/shapes/problem.ts";
import type { Simulation } from "../../shared/domain/graph/shapes/simulation.ts";
import { simulate } from "../../shared/domain/graph/simulate.ts";
import { startWalk } from "../../shared/domain/graph/traverse.ts";
import type {
  Condition,
  Edge,
  Example,
  Graph,
  GraphNode,
  Json,
  Page,
  Problem,
} from "../../shared/domain/graph/types.ts";
import { questionTypes } from "../../shared/domain/questions/question.ts";
import { scoringModes } from "../../shared/domain/questions/scoringModes.ts";
import { shownOnPage } from "../support/shownOnPage.ts";

/** docs/graphs.md and the pages of docs/graphs/ quote the files of docs/graphs/. Each file does what the page says. */
const folder = new URL("../../docs/graphs/", import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, folder), "utf8");
const read = <T>(path: string): T => JSON.parse(textOf(`${path}.json`)) as T;
const namesIn = (part: string): string[] =>
  readdirSync(new URL(`${part}/`, folder)).map((file) => file.replace(/\.json$/, ""));

const end = (id: string): GraphNode => ({ id, question_type: "end_screen", data: {} });
const edge = (from: string, to: string, condition: Condition | null = null): Edge => ({ from, to, condition });
const walk = (graph: Graph, { answers, hidden }: Example): Simulation =>
  simulate(graph, { answers, ...(hidden && { hidden }), today: "2026-06-01" });

/** A graph of consecutive nodes, then `edges`. */
function inRow(nodes: GraphNode[], ends: string[], edges: Edge[], hiddenFields: string[] = []): Graph {
  const row = nodes.slice(1).map(({ id }, at) => edge(nodes[at]?.id ?? "", id));
  const entryNodeId = nodes[0]?.id ?? null;
  return {
    schema_version: "2.0",
    entry_node_id: entryNodeId,
    hidden_fields: hiddenFields,
    nodes: [...nodes, ...ends.map(end)],
    edges: [...row, ...edges],
  };
}
const alone = (node: GraphNode): Graph =>
  node.question_type === "end_screen" ? inRow([node], [], []) : inRow([node], ["last"], [edge(node.id, "last")]);
const given = (node: GraphNode, value: Json): Example => ({ answers: value === null ? {} : { [node.id]: value } });

describe("the pages of graphs", () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
  const page = ["../graphs.md", ...names].map(textOf).join("\n");
  const quoted = new Map(
    [...page.matchAll(/^`graphs\/([\w/]+)\.json`:\n\n```json\n([\s\S]*?)```$/gm)].map(([, path, text]) => [path, text]),
  );
  const files = [
    "form",
    ...["types", "conditions", "scoring", "show", "calculations", "problems"].flatMap((part) =>
      namesIn(part).map((name) => `${part}/${name}`),
    ),
  ];

  test.each(files)("quote %s.json verbatim", (path) => expect(quoted.get(path)).toBe(textOf(`${path}.json`)));
  test("quote only existing files", () => expect([...quoted.keys()].sort()).toEqual(files.sort()));
});

test("the complete form is valid, and a walk through it ends", () => {
  const graph = read<Graph>("form");
  expect(analyze(graph)).toEqual([]);
  expect(walk(graph, { answers: { visit: "yes", nps: 9 }, hidden: { plan: "free" } })).toMatchObject({
    traversal_path: ["visit", "nps", "thanks"],
    total_score: 9,
  });
});

test.each(questionTypes)("%s has a valid example with accepted and rejected answers", (type) => {
  const { node, accepted, refused } = read<{ node: GraphNode; accepted: Json[]; refused: Json[] }>(`types/${type}`);
  expect(node.question_type).toBe(type);
  const graph = alone(node);
  expect(analyze(graph)).toEqual([]);
  const isScreen = type === "welcome_screen" || type === "end_screen";
  if (!isScreen) expect([accepted.length, refused.length]).not.toContain(0);
  if (isScreen) expect(walk(graph, { answers: {} })).toMatchObject({ is_complete: true });
  for (const value of accepted) expect([value, walk(graph, given(node, value)).stopped]).toEqual([value, null]);
  for (const value of refused) {
    expect([value, walk(graph, given(node, value)).stopped?.reason]).toEqual([value, "answer_invalid"]);
  }
});

interface Judged<Case> {
  name?: string;
  condition: Condition;
  true_for: Case[];
  false_for: Case[];
}

/** A graph whose condition chooses between two ends. */
function expectJudged(
  nodes: GraphNode[],
  { condition, true_for, false_for }: Judged<Example>,
  hidden?: string[],
): void {
  const last = nodes.at(-1)?.id ?? "";
  const graph = inRow(nodes, ["yes", "no"], [edge(last, "yes", condition), edge(last, "no")], hidden);
  expect(analyze(graph)).toEqual([]);
  expect([true_for.length, false_for.length]).not.toContain(0);
  const ends = (cases: Example[]) => cases.map((one) => [one, walk(graph, one).end_node_id]);
  expect(ends(true_for)).toEqual(true_for.map((one) => [one, "yes"]));
  expect(ends(false_for)).toEqual(false_for.map((one) => [one, "no"]));
}

type OfFamily = { node: GraphNode; examples: Judged<Json>[] };
const families = [...new Set([...operators.values()].flatMap((operator) => operator.families))];
const operatorsOf = (family: (typeof families)[number]) =>
  [...operators].flatMap(([name, operator]) => (operator.families.includes(family) ? [name] : []));
const opOf = (condition: Condition): string => ("op" in condition ? condition.op : "");

describe.each(families)("conditions on %s", (family) => {
  const { node, examples } = read<OfFamily>(`conditions/${family}`);
  test.each(operatorsOf(family))("%s has an example", (name) => {
    expect(examples.map(({ condition }) => opOf(condition))).toContain(name);
  });
  test.each(examples.map((example): [string, Judged<Json>] => [JSON.stringify(example.condition), example]))(
    "%s leads to the stated node",
    (_name, { condition, true_for, false_for }) => {
      const cases = (values: Json[]) => values.map((value) => given(node, value));
      expectJudged([node], { condition, true_for: cases(true_for), false_for: cases(false_for) });
    },
  );
});

describe("documents operands and how to combine conditions", () => {
  const { nodes, hidden_fields, examples } = read<{
    nodes: GraphNode[];
    hidden_fields: string[];
    examples: Judged<Example>[];
  }>("conditions/operands");
  test.each(["answer", "score", "hidden", "all", "any", "not"])("%s leads where it says", (name) => {
    const example = examples.find((one) => one.name === name);
    expect(JSON.stringify(example?.condition)).toContain(`"${name}"`);
    expectJudged(nodes, example as Judged<Example>, hidden_fields);
  });
});

test.each([...new Set(Object.values(scoringModes).flat())])("scoring %s gives the stated scores", (mode) => {
  const { node, scores } = read<{ node: GraphNode; scores: { answer: Json; score: number }[] }>(`scoring/${mode}`);
  expect(node.data.config?.scoring).toMatchObject({ mode });
  expect(analyze(alone(node))).toEqual([]);
  const found = scores.map(({ answer }) => ({ answer, score: walk(alone(node), given(node, answer)).total_score }));
  expect(found).toEqual(scores);
});

interface Shown {
  graph: Graph;
  walks: { answers: Record<string, Json>; path: string[]; refused?: string }[];
  shown?: { answers: Record<string, Json>; node_ids: string[] }[];
}

test.each(namesIn("show"))("the walks of show/%s take the stated paths", (name) => {
  const { graph, walks, shown = [] } = read<Shown>(`show/${name}`);
  expect(analyze(graph)).toEqual([]);
  for (const { answers, path, refused } of walks) {
    const { traversal_path, stopped } = walk(graph, { answers });
    expect([traversal_path, stopped?.message]).toEqual([path, refused]);
  }
  const compiled = compileGraph(graph);
  for (const { answers, node_ids } of shown) {
    expect(shownOnPage(compiled, startWalk(compiled), graph.pages?.[0] as Page, answers)).toEqual(node_ids);
  }
});

test("the form with calculations is valid, and its walks have the stated values", () => {
  const { graph, cases } = read<{ graph: Graph; cases: (Example & object)[] }>("calculations/form");
  expect(analyze(graph)).toEqual([]);
  for (const { answers, ...stated } of cases) expect(walk(graph, { answers })).toMatchObject(stated);
});

describe("operations of calculations", () => {
  const { nodes, hidden_fields, answers, hidden, today, examples } = read<
    Example & { nodes: GraphNode[]; hidden_fields: string[]; today: string; examples: { value: Json; result: Json }[] }
  >("calculations/operations");
  test.each(operations)("%s has an example", (name) => {
    expect(examples.flatMap(({ value }) => Object.keys(value as object))).toContain(name);
  });
  test.each(examples)("$value is $result", ({ value, result }) => {
    const row = inRow(nodes, ["last"], [edge(nodes.at(-1)?.id ?? "", "last")], hidden_fields);
    const graph = {
      ...row,
      calculations: [
        { key: "earlier", value: 3 },
        { key: "it", value },
      ],
    };
    expect(analyze(graph)).toEqual([]);
    const { calculations } = simulate(graph, { answers, ...(hidden && { hidden }), today });
    expect(calculations?.it).toEqual({ value: result, band: null });
  });
});

test.each(Object.keys(problemCodes))("problem %s is the only problem of its example", (code) => {
  const { graph, previous, problems } = read<{ graph: Graph; previous?: Graph; problems: string[] }>(
    `problems/${code}`,
  );
  const found = analyze(graph, previous);
  expect(problems).toContain(code);
  expect(found.map((problem) => problem.code)).toEqual(problems);
  for (const problem of found) if (problem.example) expectShown(problem, walk(graph, problem.example));
});

/** Returns whether the walk stops without a match, or passes the edge that is never taken. */
function expectShown({ node_id, edge_index }: Problem, { stopped, steps }: Simulation): void {
  if (edge_index === undefined) {
    expect(stopped).toMatchObject({ node_id, reason: "no_edge" });
  } else {
    const edges = steps.find((step) => step.node_id === node_id)?.edges;
    expect(edges?.find((one) => one.edge_index === edge_index)).toMatchObject({ result: false });
  }
}
