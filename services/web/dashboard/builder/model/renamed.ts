import { sameValue } from "../../../../../shared/domain/graph/diff/values.ts";
import type { Edge, Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { nodeIdsOf } from "./ids.ts";
import { withNodeNames } from "./rename.ts";

/** The three graphs of a merge with one name for each node, whoever has given it another one. */
export interface Aligned {
  base: Graph;
  mine: Graph;
  theirs: Graph;
  /** the nodes, by the name that they have now, which one side or both call otherwise than `base` did */
  renamed: ReadonlySet<string>;
  /** of nodes that both have given another name: by mine, which stands, theirs */
  namedTwice: ReadonlyMap<string, string>;
}

/**
 * A new name is followed to the other side, where the node may have been written or new rules may lead to it. One that the other
 * side has given to something else is not.
 */
export function align(base: Graph, mine: Graph, theirs: Graph): Aligned {
  const [here, there] = [renamesOf(base, mine), renamesOf(base, theirs)];
  const [myIds, theirIds] = [nodeIdsOf(mine), nodeIdsOf(theirs)];
  const names = { base: new Map<string, string>(), mine: new Map<string, string>(), theirs: new Map<string, string>() };
  const namedTwice = new Map<string, string>();
  for (const [id, name] of here) {
    const other = there.get(id) ?? id;
    if (other !== name && theirIds.has(name)) continue;
    names.base.set(id, name);
    if (other !== name) names.theirs.set(other, name);
    if (other !== name && other !== id) namedTwice.set(name, other);
  }
  for (const [id, name] of there) {
    if (here.has(id) || myIds.has(name)) continue;
    names.base.set(id, name);
    names.mine.set(id, name);
  }
  return {
    base: withNames(base, names.base),
    mine: withNames(mine, names.mine),
    theirs: withNames(theirs, names.theirs),
    renamed: new Set(names.base.values()),
    namedTwice,
  };
}

const withNames = (graph: Graph, names: ReadonlyMap<string, string>): Graph =>
  names.size === 0 ? graph : withNodeNames(graph, names);

/** By its old id the new one of each node that has another: its edges lead to and from it as before, or it says the same. */
function renamesOf(base: Graph, side: Graph): Map<string, string> {
  const [was, is] = [nodeIdsOf(base), nodeIdsOf(side)];
  const gone = base.nodes.filter(({ id }) => !is.has(id));
  const news = side.nodes.filter(({ id }) => !was.has(id));
  const names = new Map<string, string>();
  const taken = new Set<string>();
  if (gone.length === 0 || news.length === 0) return names;
  const edges = new Map(side.edges.map((edge) => [edge.id, edge]));
  const touching = Map.groupBy(
    base.edges.flatMap((edge) => [edge.from, edge.to].map((id) => ({ id, edge }))),
    ({ id }) => id,
  );
  for (const node of gone) {
    const own = touching.get(node.id)?.map(({ edge }) => edge) ?? [];
    const next = news.find(
      (one) =>
        !taken.has(one.id) &&
        one.question_type === node.question_type &&
        (isAlike(node, one) || isSameByEdges(own, edges, node.id, one.id)),
    );
    if (!next) continue;
    names.set(node.id, next.id);
    taken.add(next.id);
  }
  return names;
}

function isSameByEdges(own: Edge[], edges: ReadonlyMap<unknown, Edge>, id: string, name: string): boolean {
  const follows = (edge: Edge) => {
    const now = edges.get(edge.id);
    return now !== undefined && (edge.from !== id || now.from === name) && (edge.to !== id || now.to === name);
  };
  return own.length > 0 && own.every(follows);
}

const isAlike = ({ data: a }: GraphNode, { data: b }: GraphNode): boolean => sameValue(a, b);
