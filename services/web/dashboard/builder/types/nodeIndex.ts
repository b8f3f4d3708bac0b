import type { Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";

const known = new WeakMap<readonly GraphNode[], ReadonlyMap<string, GraphNode>>();

/** The node of that id; of an id that stands twice the first (decisions §4.4). Found without looking through all. */
export const nodeIn = ({ nodes }: Pick<Graph, "nodes">, id: string): GraphNode | undefined => nodesById(nodes).get(id);

/** A graph's nodes are never changed in place: so the index of a list is made once. */
export function nodesById(nodes: readonly GraphNode[]): ReadonlyMap<string, GraphNode> {
  const before = known.get(nodes);
  if (before) return before;
  const index = new Map<string, GraphNode>();
  for (const node of nodes) if (!index.has(node.id)) index.set(node.id, node);
  known.set(nodes, index);
  return index;
}
