import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { renameHidden, withNodeNames } from "./rename.ts";

/** Counts the rules and texts that read one of these nodes. */
export function usesOfNodes(graph: Graph, ids: readonly string[]): { rules: number; texts: number } {
  // a rename changes exactly what reads the node
  const { nodes, edges } = withNodeNames(graph, new Map(ids.map((id) => [id, `${id}-`])));
  return {
    rules: edges.filter(({ condition }, at) => condition !== graph.edges[at]?.condition).length,
    texts: nodes.filter(({ data }, at) => data !== graph.nodes[at]?.data).length,
  };
}

/** Counts the rules and texts that read a hidden field. */
export function usesOfHidden(graph: Graph, key: string): { rules: number; texts: number } {
  // a rename changes exactly what reads the field; this graph is discarded
  const { nodes, edges } = renameHidden({ ...graph, hidden_fields: [key] }, { key, to: key === "x" ? "y" : "x" });
  return {
    rules: edges.filter((edge, at) => edge !== graph.edges[at]).length,
    texts: nodes.filter((node, at) => node !== graph.nodes[at]).length,
  };
}
