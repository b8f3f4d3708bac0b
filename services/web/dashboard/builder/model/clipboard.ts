import { edgeLimit, nodeLimit } from "../../../../../shared/domain/graph/limits.ts";
import type { Edge, Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { edgeIdsOf, freshId, nodeIdsOf } from "./ids.ts";
import { withNodeNames } from "./rename.ts";

/** Copied nodes with the edges among them. */
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
 * Inserts the fragment after the node `after`, or last, with new ids. Its edges, conditions and recalls follow, references to other
 * nodes stay. Returns the same graph if it would exceed the limits.
 */
export function paste(graph: Graph, { fragment, after = null }: { fragment: Fragment; after?: string | null }): Graph {
  const nodeCount = graph.nodes.length + fragment.nodes.length;
  if (nodeCount > nodeLimit || graph.edges.length + fragment.edges.length > edgeLimit) return graph;
  const { nodes, edges } = besides(graph, fragment);
  const [first] = nodes;
  if (!first) return graph;
  const at = graph.nodes.findIndex(({ id }) => id === after);
  return {
    ...graph,
    entry_node_id: graph.entry_node_id ?? first.id,
    nodes: graph.nodes.toSpliced(at < 0 ? graph.nodes.length : at + 1, 0, ...nodes),
    edges: edges.length === 0 ? graph.edges : [...graph.edges, ...edges],
  };
}

/** Returns the fragment with ids that are free in the graph. */
function besides(graph: Graph, fragment: Fragment): Fragment {
  const taken = nodeIdsOf(graph);
  const own = new Set(fragment.nodes.map(({ id }) => id));
  const names = new Map<string, string>();
  for (const id of own) {
    if (taken.has(id)) names.set(id, freshId(id, { has: (one) => taken.has(one) || own.has(one) }));
    taken.add(names.get(id) ?? id);
  }
  const renamed = withNodeNames({ schema_version: "2.0", nodes: fragment.nodes, edges: fragment.edges }, names);
  const edgeIds = edgeIdsOf(graph);
  const edges = renamed.edges.map((edge) => {
    const id = freshId(edge.id ?? "e", edgeIds);
    edgeIds.add(id);
    return { ...edge, id };
  });
  const nodes = renamed.nodes.map((node) =>
    node.position ? { ...node, position: { x: node.position.x + offset, y: node.position.y + offset } } : node,
  );
  return { nodes, edges };
}

/** Beside the last of them. */
export function duplicate(graph: Graph, { ids }: { ids: string[] }): Graph {
  const fragment = copyNodes(graph, ids);
  return paste(graph, { fragment, after: fragment.nodes.at(-1)?.id ?? null });
}
