import type { Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";

const known = new WeakMap<readonly GraphNode[], ReadonlyMap<string, GraphNode>>();

/** Returns the node with this id, the first one of duplicates (decisions §4.4). */
export const nodeIn = ({ nodes }: Pick<Graph, "nodes">, id: string): GraphNode | undefined => nodesById(nodes).get(id);

/** Returns an index of the nodes. Lists never change in place, so each is indexed once. */
export function nodesById(nodes: readonly GraphNode[]): ReadonlyMap<string, GraphNode> {
  const before = known.get(nodes);
  if (before) return before;
  const index = new Map<string, GraphNode>();
  for (const node of nodes) if (!index.has(node.id)) index.set(node.id, node);
  known.set(nodes, index);
  return index;
}
