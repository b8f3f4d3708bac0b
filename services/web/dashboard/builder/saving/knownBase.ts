import { sameValue, textOf } from "../../../../../shared/domain/graph/diff/values.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { type Merge, merge } from "../model/merge.ts";

/**
 * Returns the base of a merge with the service's draft if responses to saves were lost. Parts of the draft that equal what was sent
 * count as known, the others as in `base`, so that a lost save isn't taken for a change made elsewhere.
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
  const { markup: _, ...rest } = base;
  return {
    ...rest,
    entry_node_id: known((graph) => graph.entry_node_id ?? null),
    fallback_end_node_id: known((graph) => graph.fallback_end_node_id ?? null),
    nodes: items((graph) => graph.nodes),
    edges: items((graph) => graph.edges),
    hidden_fields: known((graph) => graph.hidden_fields ?? []),
    ...withoutNothing(known((graph) => graph.markup ?? null)),
    ...((base.calculations || theirs.calculations) && {
      calculations: items(keyed).map(({ calculation }) => calculation),
    }),
  };
}

/** An absent key stays absent. */
const withoutNothing = (markup: Graph["markup"] | null) => (markup ? { markup } : {});

/** Calculations have keys instead of ids. */
const keyed = ({ calculations = [] }: Graph) =>
  calculations.map((calculation) => ({ id: calculation.key, calculation }));

/**
 * Returns the ids that were sent without a response and are new since `base`, if any part of what was sent is in the draft: then
 * all of it has arrived. Someone else may have used the same ids since, so a merge asks.
 */
export function arrived(base: Graph, unanswered: readonly Graph[], theirs: Graph): ReadonlySet<string> {
  const [was, is] = [new Map(textsById(base)), new Map(textsById(theirs))];
  const news = unanswered.flatMap(textsById).filter(([key, text]) => was.get(key) !== text);
  if (!news.some(([key, text]) => is.get(key) === text)) return new Set();
  return new Set(news.flatMap(([key]) => (was.has(key) ? [] : key.slice(key.indexOf(" ") + 1))));
}

const textsById = ({ nodes, edges, calculations = [] }: Graph): [string, string][] => [
  ...nodes.map((node): [string, string] => [`node ${node.id}`, textOf(node)]),
  ...edges.map((edge): [string, string] => [`edge ${edge.id}`, textOf(edge)]),
  ...calculations.map((one): [string, string] => [`calculation ${one.key}`, textOf(one)]),
];

interface Unsaved {
  base: Graph;
  graph: Graph;
  sent: readonly Graph[];
}

/** Merges unsaved changes into the current draft. */
export const keptMerge = ({ base, graph, sent }: Unsaved, theirs: Graph): Merge =>
  merge(knownBase(base, sent, theirs), graph, theirs, arrived(base, sent, theirs));
