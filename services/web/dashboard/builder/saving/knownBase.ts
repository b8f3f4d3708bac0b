import { sameValue, textOf } from "../../../../../shared/domain/graph/diff/values.ts";
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

/**
 * The ids of what was sent without an answer and is new since `base`, where something that was sent stands there: then it has
 * arrived, and what stands under these ids is that same thing, though somebody may have changed it since. It cannot be told from
 * something else that others have made and called alike, so that a merge asks.
 */
export function arrived(base: Graph, unanswered: readonly Graph[], theirs: Graph): ReadonlySet<string> {
  const [was, is] = [new Map(textsById(base)), new Map(textsById(theirs))];
  const news = unanswered.flatMap(textsById).filter(([key, text]) => was.get(key) !== text);
  if (!news.some(([key, text]) => is.get(key) === text)) return new Set();
  return new Set(news.flatMap(([key]) => (was.has(key) ? [] : key.slice(key.indexOf(" ") + 1))));
}

const textsById = ({ nodes, edges }: Graph): [string, string][] => [
  ...nodes.map((node): [string, string] => [`node ${node.id}`, textOf(node)]),
  ...edges.map((edge): [string, string] => [`edge ${edge.id}`, textOf(edge)]),
];
