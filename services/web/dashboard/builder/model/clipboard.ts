import type { Edge, Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { edgeIdsOf, freshId, nodeIdsOf } from "./ids.ts";
import { renameNode } from "./rename.ts";

/** Nodes with the edges among them: what is copied, and what a text on the clipboard holds as JSON. */
export interface Fragment {
  nodes: GraphNode[];
  edges: Edge[];
}

const offset = 40;

export function copyNodes(graph: Graph, ids: readonly string[]): Fragment {
  const chosen = new Set(ids);
  return {
    nodes: graph.nodes.filter(({ id }) => chosen.has(id)),
    edges: graph.edges.filter(({ from, to }) => chosen.has(from) && chosen.has(to)),
  };
}

/**
 * The fragment beside what is there, under ids that are free; edges, conditions and recalls within it follow. What it reads of
 * nodes outside it stays as it is.
 */
export function paste(graph: Graph, { fragment }: { fragment: Fragment }): Graph {
  const taken = nodeIdsOf(graph);
  const own = new Set(fragment.nodes.map(({ id }) => id));
  let renamed: Graph = { schema_version: "2.0", nodes: fragment.nodes, edges: fragment.edges };
  for (const id of own) {
    if (!taken.has(id)) {
      taken.add(id);
      continue;
    }
    const to = freshId(id, { has: (one) => taken.has(one) || own.has(one) });
    renamed = renameNode(renamed, { id, to });
    taken.add(to);
  }
  const edgeIds = edgeIdsOf(graph);
  const edges = renamed.edges.map((edge) => {
    const id = freshId(edge.id ?? "e", edgeIds);
    edgeIds.add(id);
    return { ...edge, id };
  });
  const nodes = renamed.nodes.map((node) =>
    node.position ? { ...node, position: { x: node.position.x + offset, y: node.position.y + offset } } : node,
  );
  return nodes.length === 0
    ? graph
    : { ...graph, nodes: [...graph.nodes, ...nodes], edges: [...graph.edges, ...edges] };
}

export function duplicate(graph: Graph, { ids }: { ids: string[] }): Graph {
  return paste(graph, { fragment: copyNodes(graph, ids) });
}
