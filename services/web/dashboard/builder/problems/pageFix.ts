import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { pageOf } from "../model/pages.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";

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

/** Returns the fix as a function, with the name of the first question, or null. */
export function usePageFix(problem: Problem): { target: string; run(): void } | null {
  const graph = useGraph();
  const editor = useEditor();
  const fix = pageFixOf(problem, graph);
  const target = fix && nodeIn(graph, fix.to);
  if (!target) return null;
  const run = () =>
    fix.edge === null
      ? editor.perform("setEntry", { id: fix.to }, { label: steps.entry })
      : editor.perform("retarget", { id: fix.edge, to: fix.to }, { label: steps.target });
  return { target: nameOfNode(target), run };
}
