import type { SubmittedGraph } from "../shapes/graph.ts";
import type { Graph, NodeData } from "./types.ts";

/** Fills in what a client may leave out of a draft (decisions §3); the order of its keys stays as it was sent. */
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
