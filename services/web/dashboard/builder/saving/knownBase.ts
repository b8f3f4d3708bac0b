import { sameValue } from "../../../../../shared/domain/graph/diff/values.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";

/**
 * What a merge with the service's draft begins with, where saves went out whose answer never came. Whatever stands there as it
 * was sent is no change of somebody else: it is known, so that what was done here since then counts. The rest is as in `base`,
 * the last draft that is known to have been there.
 */
export function knownBase(base: Graph, unanswered: readonly Graph[], theirs: Graph): Graph {
  if (unanswered.length === 0) return base;
  const known = <T>(of: (graph: Graph) => T): T =>
    unanswered.some((sent) => sameValue(of(sent), of(theirs))) ? of(theirs) : of(base);
  const items = <T extends { id?: string }>(list: (graph: Graph) => T[]): T[] => {
    const ids = known((graph) => list(graph).map(({ id }) => id));
    const all = new Set([...ids, ...list(base).map(({ id }) => id), ...list(theirs).map(({ id }) => id)]);
    return [...all].flatMap((id) => known((graph) => list(graph).find((item) => item.id === id) ?? null) ?? []);
  };
  return {
    ...base,
    entry_node_id: known((graph) => graph.entry_node_id ?? null),
    fallback_end_node_id: known((graph) => graph.fallback_end_node_id ?? null),
    nodes: items((graph) => graph.nodes),
    edges: items((graph) => graph.edges),
    hidden_fields: known((graph) => graph.hidden_fields ?? []),
  };
}
