import { publicGraph } from "../../../shared/domain/graph/publicGraph.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";

/** Graphs for respondents (decisions §4, §5). */
const graph: Graph = {
  schema_version: "2.0",
  entry_node_id: "q",
  fallback_end_node_id: null,
  nodes: [
    {
      id: "q",
      question_type: "opinion_scale",
      data: { title: "Q", is_required: true, config: { max: 10, default: 3, scoring: { mode: "value" } } },
      position: { x: 1, y: 2 },
    },
    { id: "end", question_type: "end_screen", data: {} },
  ],
  edges: [{ id: "e1", from: "q", to: "end", condition: { op: "gt", right: 3 } }],
  hidden_fields: ["plan"],
};

test("publicGraph removes positions, edge ids and scoring", () => {
  expect(publicGraph(graph)).toEqual({
    ...graph,
    nodes: [
      {
        id: "q",
        question_type: "opinion_scale",
        data: { title: "Q", is_required: true, config: { max: 10, default: 3 } },
      },
      { id: "end", question_type: "end_screen", data: {} },
    ],
    edges: [{ from: "q", to: "end", condition: { op: "gt", right: 3 } }],
  });
});

test("publicGraph doesn't change the version", () => {
  const before = structuredClone(graph);
  publicGraph(graph);
  expect(graph).toEqual(before);
});
