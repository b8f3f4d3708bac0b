import type { Graph, GraphNode } from "./types.ts";

/** The graph that respondents get (decisions §4, §5): not where the editor draws it, nor what an answer is worth. */
export function publicGraph(graph: Graph): Graph {
  return { ...graph, nodes: graph.nodes.map(publicNode) };
}

function publicNode({ position: _position, ...node }: GraphNode): GraphNode {
  if (!node.data.config) return node;
  const { scoring: _scoring, ...config } = node.data.config;
  return { ...node, data: { ...node.data, config } };
}
