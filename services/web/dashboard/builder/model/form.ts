import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { withEdgeIds } from "./ids.ts";
import { withMembers } from "./share.ts";

/** Where the form begins; null: nowhere yet. */
export function setEntry(graph: Graph, { id }: { id: string | null }): Graph {
  return withMembers(graph, { entry_node_id: id });
}

/** The end that is taken when no edge of a node is true; null: none. */
export function setFallback(graph: Graph, { id }: { id: string | null }): Graph {
  return withMembers(graph, { fallback_end_node_id: id });
}

/** The hidden fields that a link may carry, in their order. */
export function setHidden(graph: Graph, { keys }: { keys: string[] }): Graph {
  return withMembers(graph, { hidden_fields: keys.length === 0 && !graph.hidden_fields ? undefined : keys });
}

/** Another graph altogether: an import, a version that is restored. */
export function replace(_graph: Graph, { graph }: { graph: Graph }): Graph {
  return withEdgeIds(graph);
}
