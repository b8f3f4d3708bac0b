import { previewedGraph } from "../../../services/web/dashboard/builder/preview/previewed.ts";
import { problemText } from "../../../services/web/dashboard/builder/problems/problemText.ts";
import { builtInTypes } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Graph, Problem } from "../../../shared/domain/graph/types.ts";
import { walkableGraph } from "../../../shared/domain/graph/walkable.ts";
import { chain, edge, end, graphOf, node } from "../../support/sampleGraphs.ts";

/** The preview of a form with errors. */
const first = node("a", "yes_no", {}, true);

/** The end screens that stand in for errors. */
function stopsOf(graph: Graph, problems: readonly Problem[] = analyze(graph)) {
  const context = { graph, previous: null, table: builtInTypes };
  const previewed = previewedGraph(walkableGraph(graph), graph, problems, (problem) => problemText(problem, context));
  const own = new Set(graph.nodes.map(({ data }) => data));
  return previewed.nodes.filter(({ data }) => !own.has(data)).map(({ data }) => data);
}

test.each<[string, object]>([
  [
    "Preview stops here: 2 · About n",
    graphOf([first, node("n", "number", { min: 5, max: 1 }), end()], [edge("a", "n"), edge("n", "end")]),
  ],
  ["Preview stops here: 1 · About a, rule 1", graphOf([first, end()], [edge("a", "gone"), edge("a", "end")])],
  ["Preview stops here: 1 · About a", graphOf([first, end()], [edge("a", "end", { op: "eq", right: "yes" })])],
  [
    "Preview stops here: 1 · About a, rule 1",
    graphOf([first, end()], [edge("a", "a", { op: "eq", right: "yes" }), edge("a", "end")]),
  ],
  ["Preview stops here: Form", { ...chain(first), entry_node_id: null }],
])("says %j, and what to do", (title, graph) => {
  expect(stopsOf(graph as Graph)).toEqual([{ title, description: expect.stringMatching(/^[A-Z“].*\.$/) }]);
  // more problems may be there than are listed
  expect(stopsOf(graph as Graph, [])).toEqual([{ title, description: expect.stringMatching(/^[A-Z].*\.$/) }]);
});

test("gives the problem's own words at its place", () => {
  const graph = graphOf([first, end()], [edge("a", "end", { op: "eq", right: "maybe" }), edge("a", "end")]);
  expect(stopsOf(graph as Graph)[0]?.description).toBe("“maybe” isn’t an option. Choose another value.");
});
