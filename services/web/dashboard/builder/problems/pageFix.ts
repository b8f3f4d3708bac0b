import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { pageOf } from "../model/pages.ts";

/** Sends the edge or the start of a `page_entry` problem to the first node of the page. */
export type PageFix = { edge: string; to: string } | { edge: null; to: string };

/** Returns the operation that fixes a problem, or null if the owner has to decide. */
export function pageFixOf({ code, edge_index }: Problem, graph: Graph): PageFix | null {
  if (code !== "page_entry") return null;
  const edge = edge_index === undefined ? null : graph.edges[edge_index];
  const to = pageOf(graph, edge ? edge.to : graph.entry_node_id)?.node_ids[0];
  if (to === undefined || edge === undefined || (edge && edge.id === undefined)) return null;
  return { edge: edge?.id ?? null, to };
}
