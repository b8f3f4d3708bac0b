import type { Edge, Graph, GraphNode } from "./types.ts";

/** Returns the graph for respondents, without edge ids, positions and scoring (decisions §4, §5). */
export function publicGraph(graph: Graph): Graph {
  return { ...graph, nodes: graph.nodes.map(publicNode), edges: graph.edges.map(publicEdge) };
}

const publicEdge = ({ from, to, condition }: Edge): Edge => ({ from, to, condition });

function publicNode({ position: _position, ...node }: GraphNode): GraphNode {
  if (!node.data.config) return node;
  const { scoring: _scoring, ...config } = node.data.config;
  return { ...node, data: { ...node.data, config } };
}
