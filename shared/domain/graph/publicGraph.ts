import type { Edge, Graph, GraphNode } from "./types.ts";

/** The graph that respondents get (decisions §4, §5): without the editor's edge ids and positions, and without scoring. */
export function publicGraph(graph: Graph): Graph {
  return { ...graph, nodes: graph.nodes.map(publicNode), edges: graph.edges.map(publicEdge) };
}

const publicEdge = ({ from, to, condition }: Edge): Edge => ({ from, to, condition });

function publicNode({ position: _position, ...node }: GraphNode): GraphNode {
  if (!node.data.config) return node;
  const { scoring: _scoring, ...config } = node.data.config;
  return { ...node, data: { ...node.data, config } };
}
