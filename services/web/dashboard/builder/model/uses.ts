import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { renameHidden, withNodeNames } from "./rename.ts";

/** How many rules and how many texts read one of these nodes: of a graph that they were taken out of, what is left without them. */
export function usesOfNodes(graph: Graph, ids: readonly string[]): { rules: number; texts: number } {
  // whatever would follow a new name reads it
  const { nodes, edges } = withNodeNames(graph, new Map(ids.map((id) => [id, `${id}-`])));
  return {
    rules: edges.filter(({ condition }, at) => condition !== graph.edges[at]?.condition).length,
    texts: nodes.filter(({ data }, at) => data !== graph.nodes[at]?.data).length,
  };
}

/** How many rules and how many texts read a hidden field: what is left without it when it goes. */
export function usesOfHidden(graph: Graph, key: string): { rules: number; texts: number } {
  // whatever would follow a new name reads it; a name that is no field is given, since this graph is never seen
  const { nodes, edges } = renameHidden({ ...graph, hidden_fields: [key] }, { key, to: key === "x" ? "y" : "x" });
  return {
    rules: edges.filter((edge, at) => edge !== graph.edges[at]).length,
    texts: nodes.filter((node, at) => node !== graph.nodes[at]).length,
  };
}
