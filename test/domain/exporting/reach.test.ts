import { exported } from "../../../services/forms/exporting/export.ts";
import type { Condition, Edge, Graph, GraphNode } from "../../../shared/domain/graph/types.ts";

/** Edges become conditions of what they skip (wants §25). Conditions are written in SurveyJS, which is the easiest to read. */
const is = (nodeId: string, right: string): Condition => ({
  left: { type: "answer", node_id: nodeId },
  op: "eq",
  right,
});
const question = (id: string, data: GraphNode["data"] = {}): GraphNode => ({
  id,
  question_type: "yes_no",
  data: { title: id, ...data },
});
const end = (id: string): GraphNode => ({ id, question_type: "end_screen", data: { title: id } });
const edge = (from: string, to: string, condition: Condition | null = null): Edge => ({ from, to, condition });

const graphOf = (nodes: GraphNode[], edges: Edge[]): Graph => ({
  schema_version: "2.0",
  entry_node_id: nodes[0]?.id ?? null,
  fallback_end_node_id: "end",
  nodes: [...nodes, end("end")],
  edges,
});

interface Shown {
  pages: { elements: { name: string; visibleIf?: string }[] }[];
  calculatedValues?: { name: string; expression: string }[];
}

async function conditionsOf(graph: Graph) {
  const { file, losses } = await exported("surveyjs", { title: "Form", language: "en", graph });
  const { pages, calculatedValues = [] } = file as Shown;
  const elements = pages.flatMap(({ elements }) => elements);
  return {
    asked: Object.fromEntries(elements.map(({ name, visibleIf = "always" }) => [name, visibleIf])),
    named: Object.fromEntries(calculatedValues.map(({ name, expression }) => [name, expression])),
    losses,
  };
}

it("asks what a branch skips under its condition, and what follows both branches always", async () => {
  const graph = graphOf(
    [question("a"), question("b"), question("c"), question("d")],
    [edge("a", "b", is("a", "yes")), edge("a", "c"), edge("b", "d"), edge("c", "d"), edge("d", "end")],
  );
  expect((await conditionsOf(graph)).asked).toEqual({
    a: "always",
    b: "{a} = 'yes'",
    c: "!({a} = 'yes')",
    d: "always",
  });
});

it("lets the first edge that matches win", async () => {
  const graph = graphOf(
    [question("a"), question("b"), question("c")],
    [edge("a", "c", is("a", "no")), edge("a", "b", is("a", "yes")), edge("a", "c"), edge("b", "c"), edge("c", "end")],
  );
  expect((await conditionsOf(graph)).asked).toMatchObject({ b: "!({a} = 'no') and {a} = 'yes'", c: "always" });
});

it("asks the rest only of those who don't leave early", async () => {
  const graph = graphOf(
    [question("a"), question("b"), question("c", { show_if: is("a", "yes") })],
    [edge("a", "end", is("a", "no")), edge("a", "b"), edge("b", "c"), edge("c", "end")],
  );
  expect((await conditionsOf(graph)).asked).toMatchObject({
    b: "!({a} = 'no')",
    c: "(!({a} = 'no')) and ({a} = 'yes')",
  });
});

it("reads the score as it was when the edge was followed", async () => {
  const scored = { config: { scoring: { mode: "options", points: { yes: 1 } } } };
  const high: Condition = { left: { type: "score" }, op: "gte", right: 1 };
  const graph = graphOf(
    [question("a", scored), question("b", scored), question("c")],
    [edge("a", "b", high), edge("a", "c"), edge("b", "end"), edge("c", "end")],
  );
  const { asked, named } = await conditionsOf(graph);
  expect(asked).toMatchObject({ c: expect.stringContaining("{score_at_a} >= 1") });
  expect(named).toMatchObject({ score: expect.stringContaining("{score_at_a}") });
});

it("notes a condition that can't be said at the questions that it decides on", async () => {
  const starts: Condition = { left: { type: "answer", node_id: "a" }, op: "starts_with", right: "x" };
  const graph = graphOf(
    [{ ...question("a"), question_type: "short_text" }, question("b"), question("c")],
    [edge("a", "b", starts), edge("a", "c"), edge("b", "c"), edge("c", "end")],
  );
  const { asked, losses } = await conditionsOf(graph);
  expect(asked).toEqual({ a: "always", b: "always", c: "always" });
  expect(losses).toEqual([{ node_id: "b", reason: expect.stringContaining("beginning") }]);
});

it("grows with the edges of a form, not with its paths", async () => {
  const count = 300;
  const ids = Array.from({ length: count }, (_, at) => `q${at}`);
  const to = (at: number) => ids[at] ?? "end";
  const graph = graphOf(
    ids.map((id) => question(id)),
    ids.flatMap((id, at) => [
      edge(id, to(at + 3), is(ids[Math.max(0, at - 2)] as string, "yes")),
      edge(id, to(at + 2), is(id, "yes")),
      edge(id, to(at + 1)),
    ]),
  );
  const { file, losses } = await exported("surveyjs", { title: "Form", language: "en", graph });
  expect(losses).toEqual([]);
  expect(JSON.stringify(file).length).toBeLessThan(2_000 * count);
});

it("notes edges of an unfinished draft that lead back, and nodes that no edge leads to", async () => {
  const graph = graphOf(
    [question("a"), question("b"), question("c")],
    [edge("a", "b"), edge("b", "a", is("b", "yes")), edge("b", "end")],
  );
  const { asked, losses } = await conditionsOf(graph);
  expect(Object.keys(asked)).toEqual(["a", "b"]);
  expect(losses).toEqual([
    { node_id: "b", reason: "It leads back to `a`." },
    { node_id: "c", reason: "No path leads to it." },
  ]);
});
