import type { SubmittedGraph } from "./shapes/graph.ts";
import type { Graph, NodeData } from "./types.ts";

/** Fills in optional fields of a draft (decisions §3). Keeps the order of keys. */
export function normalizeGraph(submitted: SubmittedGraph): Graph {
  return {
    ...submitted,
    nodes: submitted.nodes.map((node) => ({
      ...node,
      question_type: node.question_type ?? "",
      data: (node.data ?? {}) as NodeData,
    })),
    edges: submitted.edges.map((edge) => ({ ...edge, condition: edge.condition ?? null })),
  };
}
