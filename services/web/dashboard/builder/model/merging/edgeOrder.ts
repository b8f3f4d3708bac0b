import type { Edge, Graph } from "../../../../../../shared/domain/graph/types.ts";
import { mergeOrder } from "../mergeOrder.ts";
import type { Part } from "./parts.ts";

/** The edge ids of a node on each side. */
export interface EdgeOrder {
  node: string;
  was: string[];
  ours: string[];
  others: string[];
}

export function edgeOrders(base: Graph, mine: Graph, theirs: Graph): EdgeOrder[] {
  const idsByNode = (graph: Graph) => {
    const groups = Map.groupBy(graph.edges, ({ from }) => from);
    return (id: string) => groups.get(id)?.map((edge) => edge.id ?? "") ?? [];
  };
  const [was, ours, others] = [idsByNode(base), idsByNode(mine), idsByNode(theirs)];
  const nodes = new Set([...mine.edges, ...theirs.edges].map(({ from }) => from));
  return [...nodes].map((node) => ({ node, was: was(node), ours: ours(node), others: others(node) }));
}

/** Returns whether both sides ordered the same keys differently. */
export function isOrderedTwice(was: readonly string[], ours: readonly string[], others: readonly string[]): boolean {
  const all = [was, ours, others].map((keys) => new Set(keys));
  const [before, my, their] = [was, ours, others].map((keys) =>
    JSON.stringify(keys.filter((key) => all.every((side) => side.has(key)))),
  );
  return my !== their && my !== before && their !== before;
}

export const orderConflict = ({ node, was, ours, others }: EdgeOrder): Part[] =>
  isOrderedTwice(was, ours, others) ? [{ path: ["edges", node], mine: ours, theirs: others, isOrder: true }] : [];

/** Returns my order with their additions, until the owner chooses. */
export const mergedOrder = ({ was, ours, others }: EdgeOrder): string[] =>
  mergeOrder(isOrderedTwice(was, ours, others) ? others : was, ours, others);

/** Puts a node's edges in this order, at the indexes that they have now. */
export function withEdgeOrder(edges: Edge[], node: string, order: readonly string[]): Edge[] {
  const rank = new Map(order.map((id, at) => [id, at]));
  const rankOf = ({ id }: Edge) => rank.get(id ?? "") ?? order.length;
  const sorted = edges
    .filter((edge) => edge.from === node)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .values();
  return edges.map((edge) => (edge.from === node ? (sorted.next().value ?? edge) : edge));
}
