import type { Outline, OutlineEdge, OutlineNode } from "../../../shared/domain/graph/outline.ts";
import { pagesByNode } from "../../../shared/domain/graph/pages.ts";
import type { Graph, Page } from "../../../shared/domain/graph/types.ts";
import type { Losses } from "./losses.ts";

/** A way from a node to another one. */
export interface Way {
  /** Null for the way to the default end screen. */
  edge: OutlineEdge | null;
  from: OutlineNode;
  to: OutlineNode;
}

/** The nodes that a walk can meet, in an order in which every way leads forward. */
export interface Order {
  readonly nodes: readonly OutlineNode[];
  readonly at: ReadonlyMap<string, number>;
  /** by node, first match wins */
  readonly ways: ReadonlyMap<string, readonly Way[]>;
  readonly pages: ReadonlyMap<string, Page>;
}

/** Orders the nodes of a graph. Notes nodes that no way leads to, and ways that lead back, which only drafts have. */
export function orderOf(graph: Graph, outline: Outline, losses: Losses): Order {
  const { entry } = outline;
  if (!entry) {
    losses.add(null, "The form has no start, so nothing is asked.");
    for (const { id } of outline.nodes) losses.add(id, unreachable);
    return { nodes: [], at: new Map(), ways: new Map(), pages: new Map() };
  }
  const ways = forward(entry, outline, losses);
  const reached = outline.nodes.filter(({ id }) => ways.has(id));
  for (const node of outline.nodes) if (!ways.has(node.id)) losses.add(node.id, unreachable);
  const pages = pagesByNode(graph);
  const nodes = sorted(reached, ways, pages) ?? sorted(reached, ways, new Map()) ?? [];
  const isGrouped = sorted(reached, ways, pages) !== null;
  if (!isGrouped) losses.add(null, "Its pages are entered in the middle, so its questions are on pages of their own.");
  return { nodes, at: new Map(nodes.map(({ id }, at) => [id, at])), ways, pages: isGrouped ? pages : new Map() };
}

const unreachable = "No path leads to it.";

/** Returns the ways of all nodes that can be reached, without those that lead back to a node on the path. */
function forward(entry: OutlineNode, outline: Outline, losses: Losses): Map<string, Way[]> {
  const ways = new Map<string, Way[]>();
  const open = new Set<string>();
  const stack: { node: OutlineNode; left: Way[] }[] = [];
  const enter = (node: OutlineNode) => {
    ways.set(node.id, []);
    open.add(node.id);
    stack.push({ node, left: waysOf(node, outline) });
  };
  enter(entry);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const way = top.left.shift();
    if (!way) {
      open.delete(top.node.id);
      stack.pop();
    } else if (open.has(way.to.id)) losses.add(top.node.id, `It leads back to \`${way.to.id}\`.`);
    else {
      ways.get(top.node.id)?.push(way);
      if (!ways.has(way.to.id)) enter(way.to);
    }
  }
  return ways;
}

/** Returns the ways of a node. Those after an edge without a condition can't be taken. */
function waysOf(node: OutlineNode, { fallback }: Outline): Way[] {
  if (node.is_end) return [];
  const ways: Way[] = [];
  for (const edge of node.edges) {
    if (!edge.to || edge.fault) continue;
    ways.push({ edge, from: node, to: edge.to });
    if (edge.condition === null) return ways;
  }
  return fallback ? [...ways, { edge: null, from: node, to: fallback }] : ways;
}

/** Sorts nodes so that ways lead forward and pages stay together. Returns null if that can't be. */
function sorted(
  nodes: readonly OutlineNode[],
  ways: ReadonlyMap<string, readonly Way[]>,
  pages: ReadonlyMap<string, Page>,
): OutlineNode[] | null {
  const groupOf = (id: string): string => pages.get(id)?.id ?? ` ${id}`;
  const members = Map.groupBy(nodes, ({ id }) => groupOf(id));
  const groups = kahn([...members.keys()], (group) =>
    (members.get(group) ?? []).flatMap(({ id }) => (ways.get(id) ?? []).map(({ to }) => groupOf(to.id))),
  );
  if (!groups) return null;
  const placed = groups.map((group) => sortedPage(members.get(group) ?? [], ways, group, pages));
  return placed.every((one) => one !== null) ? placed.flat() : null;
}

function sortedPage(
  members: readonly OutlineNode[],
  ways: ReadonlyMap<string, readonly Way[]>,
  group: string,
  pages: ReadonlyMap<string, Page>,
): OutlineNode[] | null {
  const [first] = members;
  if (members.length < 2 || !first) return [...members];
  const byId = new Map(members.map((node) => [node.id, node]));
  const given = (pages.get(first.id)?.id === group ? pages.get(first.id)?.node_ids : null) ?? [];
  const ids = [...new Set(given.filter((id) => byId.has(id)))];
  const order = kahn(ids, (id) => (ways.get(id) ?? []).map(({ to }) => to.id).filter((to) => byId.has(to)));
  return order === null ? null : order.map((id) => byId.get(id) as OutlineNode);
}

/** Sorts keys so that each comes before those that follow it, as close to their order as that allows. Null for a cycle. */
function kahn(keys: readonly string[], followersOf: (key: string) => readonly string[]): string[] | null {
  const rank = new Map(keys.map((key, at) => [key, at]));
  const followers = new Map(keys.map((key) => [key, [...new Set(followersOf(key))].filter((to) => to !== key)]));
  const before = new Map(keys.map((key) => [key, 0]));
  for (const list of followers.values()) for (const to of list) before.set(to, (before.get(to) ?? 0) + 1);
  const ready = keys.filter((key) => before.get(key) === 0);
  const order: string[] = [];
  while (ready.length > 0) {
    let first = 0;
    for (let at = 1; at < ready.length; at++)
      if ((rank.get(ready[at] as string) ?? 0) < (rank.get(ready[first] as string) ?? 0)) first = at;
    const [key] = ready.splice(first, 1) as [string];
    order.push(key);
    for (const to of followers.get(key) ?? []) {
      const left = (before.get(to) ?? 0) - 1;
      before.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return order.length === keys.length ? order : null;
}
