import { analyze, errorsOf } from "../../../shared/domain/graph/analyze.ts";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import { pagesByNode } from "../../../shared/domain/graph/pages.ts";
import { startWalk } from "../../../shared/domain/graph/traverse.ts";
import type { Graph, Json, Page } from "../../../shared/domain/graph/types.ts";
import { wordedProblems } from "../../support/problems.ts";
import { chain, edge, node } from "../../support/sampleGraphs.ts";
import { shownOnPage } from "../../support/shownOnPage.ts";

/** `graph.pages` (features §11.3). */
const sample = (pages: Page[], further: Partial<Graph> = {}): Graph =>
  ({
    ...chain(
      node("hello", "welcome_screen"),
      node("name", "short_text"),
      node("pets", "yes_no"),
      node("kind", "short_text"),
    ),
    pages,
    ...further,
  }) as Graph;
const page = (id: string, ...nodeIds: string[]): Page => ({ id, node_ids: nodeIds });

test("accepts pages that are entered at their first node", () => {
  const graph = sample([page("start", "hello", "name"), page("pets", "pets", "kind")]);
  expect(analyze(graph)).toEqual([]);
  expect(pagesByNode(graph).get("kind")?.id).toBe("pets");
});

test.each<[string, Graph, string[]]>([
  ["an unknown node", sample([page("p", "x")]), ["graph.pages.0.node_ids.0: node `x` not found"]],
  [
    "an end screen",
    sample([page("p", "kind", "end")]),
    ["graph.pages.0.node_ids.1: `end` is an end screen and can't be on a page"],
  ],
  [
    "a node on two pages",
    sample([page("p", "pets"), page("q", "pets")]),
    ["graph.pages.1.node_ids.0: `pets` is already on a page"],
  ],
  [
    "a node twice on a page",
    sample([page("p", "pets", "pets")]),
    ["graph.pages.0.node_ids.1: `pets` is already on a page"],
  ],
  [
    "an ID used twice",
    sample([page("p", "pets"), page("p", "kind")]),
    ["graph.pages.1.id: another page has the ID `p`"],
  ],
  ["an empty page", sample([page("p")]), ["graph.pages.0.node_ids: must have at least 1 item"]],
])("reports %s as bad_page", (_name, graph, messages) => {
  expect(wordedProblems(graph).map(({ code, message }) => `${code} ${message}`)).toEqual(
    messages.map((message) => `bad_page ${message}`),
  );
});

test("reports edges and entries into the middle of a page", () => {
  const graph = sample([page("p", "pets", "kind")]);
  const jumps = {
    ...graph,
    edges: [edge("name", "kind", { op: "answered" }), ...graph.edges, edge("pets", "end", { op: "answered" })],
  };
  expect(errorsOf(analyze(jumps))).toEqual([
    "graph.edges.0: leads into page `p`; it must lead to the page's first node",
  ]);
  expect(errorsOf(analyze(sample([page("p", "name", "hello")])))).toEqual([
    "graph.nodes.hello: `entry_node_id` `hello` isn't the first node of its page",
  ]);
});

test("reports recalls in a page's texts that can't be known at its first node", () => {
  const graph = sample([{ ...page("p", "pets", "kind"), title: "{{answer:name}}", description: "{{answer:pets}}" }]);
  expect(errorsOf(analyze(graph))).toEqual(["graph.pages.0: `pets` can't be answered before this point"]);
});

describe("shownOnPage", () => {
  const graph = sample([page("p", "hello", "name", "pets", "kind")], {
    edges: [
      edge("hello", "name"),
      edge("name", "pets"),
      edge("pets", "kind", { op: "eq", right: "yes" }),
      edge("pets", "end"),
      edge("kind", "end"),
    ],
  });
  const compiled = compileGraph(graph);
  const shown = (answers: Record<string, Json>) =>
    shownOnPage(compiled, startWalk(compiled), graph.pages?.[0] as Page, answers);

  test("shows follow-ups by the answers given so far", () => {
    expect(shown({})).toEqual(["hello", "name", "pets"]);
    expect(shown({ pets: "yes" })).toEqual(["hello", "name", "pets", "kind"]);
    expect(shown({ pets: "no" })).toEqual(["hello", "name", "pets"]);
  });

  test("stops where no edge matches yet", () => {
    const open = { ...graph, edges: graph.edges.filter(({ from, condition }) => from !== "pets" || condition) };
    const strict = compileGraph(open);
    expect(shownOnPage(strict, startWalk(strict), graph.pages?.[0] as Page, {})).toEqual(["hello", "name", "pets"]);
  });
});
