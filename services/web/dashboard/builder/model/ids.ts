import { idPattern } from "../../../../../shared/domain/formats.ts";
import { matchedEdges } from "../../../../../shared/domain/graph/diff/matchedEdges.ts";
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
 * id. An edge without one gets that of its counterpart in `like`, as versions are compared (decisions §9.1). Returns the same graph
 * if nothing is missing.
 */
export function withEdgeIds(graph: Graph, like?: Graph): Graph {
  const seen = new Set<string>();
  const isNamed = graph.edges.map(({ id }) => id !== undefined && !seen.has(id) && Boolean(seen.add(id)));
  if (isNamed.every(Boolean)) return graph;
  const bare = graph.edges.map((edge, at): Edge => (isNamed[at] ? edge : { ...edge, id: undefined }));
  const counterparts = matchedEdges(like?.edges ?? [], bare);
  const taken = new Set([...seen, ...(like ? edgeIdsOf(like) : [])]);
  const free = () => {
    const id = freshId("e", taken);
    taken.add(id);
    return id;
  };
  const idOf = (at: number) => like?.edges[counterparts.get(at) ?? -1]?.id ?? free();
  return { ...graph, edges: graph.edges.map((edge, at) => (isNamed[at] ? edge : { ...edge, id: idOf(at) })) };
}
