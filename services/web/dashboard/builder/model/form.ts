import { sameValue } from "../../../../../shared/domain/graph/diff/values.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { withEdgeIds } from "./ids.ts";
import { withMembers } from "./share.ts";

/** Sets the start. */
export function setEntry(graph: Graph, { id }: { id: string | null }): Graph {
  return withMembers(graph, { entry_node_id: id });
}

/** Sets the default end screen. */
export function setFallback(graph: Graph, { id }: { id: string | null }): Graph {
  return withMembers(graph, { fallback_end_node_id: id });
}

/** Sets the hidden fields in their order. */
export function setHidden(graph: Graph, { keys }: { keys: string[] }): Graph {
  return withMembers(graph, { hidden_fields: keys.length === 0 && !graph.hidden_fields ? undefined : keys });
}

/** Turns markup of the texts on or off. */
export function setMarkup(graph: Graph, { isOn }: { isOn: boolean }): Graph {
  return withMembers(graph, { markup: isOn ? "inline" : undefined });
}

/** Replaces the graph, by an import or a version. Unchanged parts stay the same objects. */
export function replace(graph: Graph, { graph: wanted }: { graph: Graph }): Graph {
  const next = withEdgeIds(wanted, graph);
  const none = Object.fromEntries(Object.keys(graph).map((key) => [key, undefined]));
  return withMembers(graph, {
    ...none,
    ...next,
    nodes: shared(graph.nodes, next.nodes),
    edges: shared(graph.edges, next.edges),
  });
}

function shared<T extends { id?: string }>(before: T[], after: T[]): T[] {
  const was = new Map(before.map((item) => [item.id, item]));
  const list = after.map((item) => {
    const old = was.get(item.id);
    return old !== undefined && sameValue(old, item) ? old : item;
  });
  return list.length === before.length && list.every((item, at) => item === before[at]) ? before : list;
}
