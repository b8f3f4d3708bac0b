import { idPattern } from "../../../../../shared/domain/formats.ts";
import { textOf } from "../../../../../shared/domain/graph/diff/values.ts";
import type { Edge, Graph } from "../../../../../shared/domain/graph/types.ts";

const pattern = new RegExp(idPattern);
const longest = 64;

/** decisions §4: the ids of nodes, edges, options, rows, columns and hidden fields */
export const isId = (text: string): boolean => pattern.test(text);

/** Returns a free id made of a text: `How old are you?` → `how_old_are_you`, `…_2`. */
export function freshId(wish: string, taken: { has(id: string): boolean }): string {
  const words = wish
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, longest - 8);
  const base = isId(words) ? words : "q";
  if (!taken.has(base)) return base;
  for (let number = 2; ; number++) if (!taken.has(`${base}_${number}`)) return `${base}_${number}`;
}

export const nodeIdsOf = ({ nodes }: Graph): Set<string> => new Set(nodes.map(({ id }) => id));
export const edgeIdsOf = ({ edges }: Graph): Set<string> => new Set(edges.flatMap(({ id }) => id ?? []));

/** An edge of the builder, where all have an id. */
export type NamedEdge = Edge & { id: string };

/**
 * Returns the graph with a unique id for every edge, which the API leaves optional (decisions §4). The first of duplicates keeps its
 * id. An edge without one gets that of the same edge in `like`. Returns the same graph if nothing is missing.
 */
export function withEdgeIds(graph: Graph, like?: Graph): Graph {
  const own = edgeIdsOf(graph);
  const known = idsByEdge(like, own);
  const taken = new Set([...own, ...(like ? edgeIdsOf(like) : [])]);
  const seen = new Set<string>();
  let changed = false;
  const edges = graph.edges.map((edge): Edge => {
    const isOwn = edge.id !== undefined && !seen.has(edge.id);
    const id = isOwn ? (edge.id as string) : (known(edge) ?? freshId("e", taken));
    changed ||= !isOwn;
    taken.add(id);
    seen.add(id);
    return isOwn ? edge : { ...edge, id };
  });
  return changed ? { ...graph, edges } : graph;
}

/** Ids of a graph's edges by their content, each used once. */
function idsByEdge(graph: Graph | undefined, own: ReadonlySet<string>): (edge: Edge) => string | undefined {
  const text = ({ from, to, condition }: Edge) => textOf([from, to, condition]);
  const edges = graph?.edges.filter(({ id }) => id !== undefined && !own.has(id)) ?? [];
  const ids = Map.groupBy(edges, text);
  return (edge) => (ids.size === 0 ? undefined : ids.get(text(edge))?.shift()?.id);
}
