import type { Graph } from "../../../../../../shared/domain/graph/types.ts";
import { removeNodes } from "../nodes.ts";
import { sameMember } from "./members.ts";
import type { Sides } from "./parts.ts";

/**
 * Returns the sides without the questions that one of them removed and the other left as they were. Otherwise the edges of two
 * neighbors, of which each side removed one, would lead to the one that is gone.
 */
export function withSameRemovals({ base, mine, theirs }: Sides<Graph>): Sides<Graph> {
  const [my, their] = [removedIn(base, mine), removedIn(base, theirs)];
  const ours = my.filter((id) => isAsBefore(id, base, theirs, their));
  const others = their.filter((id) => isAsBefore(id, base, mine, my));
  if (ours.length === 0 || others.length === 0) return { base, mine, theirs };
  const without = (graph: Graph, ids: string[]) => removeNodes(graph, { ids, reconnect: true });
  return { base: without(base, [...ours, ...others]), mine: without(mine, others), theirs: without(theirs, ours) };
}

function removedIn(base: Graph, now: Graph): string[] {
  const there = new Set(now.nodes.map(({ id }) => id));
  return base.nodes.flatMap(({ id }) => (there.has(id) ? [] : [id]));
}

/** Returns whether a side changed nothing of a question and its edges, except of those from and to what it removed. */
function isAsBefore(id: string, base: Graph, now: Graph, removed: readonly string[]): boolean {
  const nodeIn = ({ nodes }: Graph) => ({ ...nodes.find((node) => node.id === id), position: null });
  const old = new Map(base.edges.map((edge) => [edge.id, edge]));
  const isOfRemoved = (edge = "") =>
    [old.get(edge)?.from, old.get(edge)?.to].some((end) => removed.includes(end ?? ""));
  const edgesIn = ({ edges }: Graph) =>
    edges.filter((edge) => (edge.from === id || edge.to === id) && !isOfRemoved(edge.id));
  return sameMember(nodeIn(base), nodeIn(now)) && sameMember(edgesIn(base), edgesIn(now));
}
