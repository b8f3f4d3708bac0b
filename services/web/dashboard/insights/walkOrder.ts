import type { Graph } from "../../../../shared/domain/graph/types.ts";

/** Nodes with equally many others before them on the longest path. `next`: targets of their edges. */
export interface Step {
  nodes: readonly { id: string; next: readonly string[] }[];
}

/**
 * Returns a published graph in the order of a walk: each node one step after the last node that leads to it. Such a graph has no
 * cycles. Nodes of one step are branches, in the form's order. Nodes without an edge to them, such as the fallback end, come
 * last.
 */
export function walkOrder({
  nodes,
  edges,
  entry_node_id: entry,
}: Pick<Graph, "nodes" | "edges" | "entry_node_id">): Step[] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const depths = depthsOf(nodes, edges);
  const isEntered = new Set(edges.map(({ to }) => to));
  const last = Math.max(0, ...depths.values());
  const stepOf = (id: string) =>
    isEntered.has(id) || id === (entry ?? nodes[0]?.id) ? (depths.get(id) ?? last) : last;
  const steps = Map.groupBy(nodes, ({ id }) => stepOf(id));
  return [...steps]
    .toSorted(([a], [b]) => a - b)
    .map(([, level]) => ({
      nodes: level.map(({ id }) => ({ id, next: [...new Set((next.get(id) ?? []).map(({ to }) => to))] })),
    }));
}

/** Returns the greatest number of nodes before each. */
function depthsOf(nodes: Graph["nodes"], edges: Graph["edges"]): Map<string, number> {
  const next = Map.groupBy(edges, ({ from }) => from);
  const open = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { to } of edges) open.set(to, (open.get(to) ?? 0) + 1);
  const ready = nodes.map(({ id }) => id).filter((id) => open.get(id) === 0);
  const depths = new Map(ready.map((id) => [id, 0]));
  for (const id of ready) {
    for (const { to } of next.get(id) ?? []) {
      depths.set(to, Math.max(depths.get(to) ?? 0, (depths.get(id) ?? 0) + 1));
      const left = (open.get(to) ?? 0) - 1;
      open.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return depths;
}
