import type { Graph, GraphNode, Page } from "../../../../../shared/domain/graph/types.ts";
import { pageLimit, pageNodeLimit } from "../../../../../shared/domain/limits.ts";
import { freshId } from "./ids.ts";
import { filterShared, mapShared, withMembers } from "./share.ts";

/** Operations on pages (features §11.3). Nodes of a page are next to each other in the list. */

export const pageOf = ({ pages = [] }: Pick<Graph, "pages">, nodeId: string | null | undefined): Page | undefined =>
  pages.find(({ node_ids }) => node_ids.includes(nodeId ?? ""));

/** End screens can't be on a page. */
export const canBeOnPage = ({ question_type }: Pick<GraphNode, "question_type">): boolean =>
  question_type !== "end_screen";

/**
 * Puts nodes on a new page, at the first one's place in the list. If edges enter only one of them, it becomes the page's first node.
 * Returns the same graph if it would exceed the limits.
 */
export function makePage(graph: Graph, { ids }: { ids: readonly string[] }): Graph {
  const wanted = new Set(ids);
  const chosen = graph.nodes.filter((node) => wanted.has(node.id) && canBeOnPage(node));
  if (chosen.length === 0 || chosen.length > pageNodeLimit) return graph;
  const own = new Set(chosen.map(({ id }) => id));
  const rest = without(graph.pages ?? [], own);
  if (rest.length >= pageLimit) return graph;
  const entered = chosen.filter(({ id }) => isEntered(graph, id, own));
  const ordered = entered.length === 1 ? [...entered, ...chosen.filter((node) => node !== entered[0])] : chosen;
  const first = graph.nodes.indexOf(chosen[0] as GraphNode);
  const before = graph.nodes.slice(first).find(({ id }) => !own.has(id));
  const others = graph.nodes.filter(({ id }) => !own.has(id));
  const at = before ? others.indexOf(before) : others.length;
  const page = { id: freshId("page", idsOf(graph)), node_ids: ordered.map(({ id }) => id) };
  // the canvas shows the others below the first one
  const placed = ordered.map((node, index) => (index === 0 ? node : withoutPosition(node)));
  return withMembers(graph, {
    nodes: sameOr(graph.nodes, others.toSpliced(at, 0, ...placed)),
    pages: [...rest, page],
  });
}

/** Returns whether a walk can come to the node from outside of these. */
export const isEntered = ({ edges, entry_node_id }: Graph, id: string, own: ReadonlySet<string>): boolean =>
  entry_node_id === id || edges.some(({ from, to }) => to === id && !own.has(from));

/** Moves nodes to the end of a page, or off their pages, behind them in the list. */
export function moveToPage(graph: Graph, { ids, page }: { ids: readonly string[]; page: string | null }): Graph {
  const wanted = new Set(ids);
  const moved = graph.nodes.filter((node) => wanted.has(node.id));
  const target = graph.pages?.find(({ id }) => id === page) ?? pageOf(graph, moved[0]?.id);
  if (!target || moved.length === 0) return graph;
  const last = graph.nodes.findLast(({ id }) => target.node_ids.includes(id) && !wanted.has(id));
  const before = last && graph.nodes.slice(graph.nodes.indexOf(last) + 1).find(({ id }) => !wanted.has(id));
  const at = last
    ? (before?.id ?? null)
    : (graph.nodes.slice(graph.nodes.indexOf(moved.at(-1) as GraphNode) + 1)[0]?.id ?? null);
  return reorderNodes(graph, { ids, before: at, page });
}

/** Removes a page. Its nodes stay. */
export function removePage(graph: Graph, { id }: { id: string }): Graph {
  return withPages(
    graph,
    filterShared(graph.pages ?? [], (page) => page.id !== id),
  );
}

/** Sets a page's title, description or order; undefined removes it. */
export function setPage(
  graph: Graph,
  { id, ...texts }: { id: string } & { [K in "title" | "description" | "shuffle"]?: Page[K] | undefined },
): Graph {
  return withPages(
    graph,
    mapShared(graph.pages ?? [], (page) => (page.id === id ? withMembers(page, texts) : page)),
  );
}

/**
 * Moves nodes before another one in the list, or to the end if `before` is null; with `page`, also to that page, or off their pages
 * if it is null. A page that has no room takes none of them.
 */
export function reorderNodes(
  graph: Graph,
  { ids, before, page }: { ids: readonly string[]; before: string | null; page?: string | null },
): Graph {
  const wanted = new Set(ids);
  const moved = graph.nodes.filter(({ id }) => wanted.has(id));
  const rest = graph.nodes.filter(({ id }) => !wanted.has(id));
  const at = before === null ? -1 : rest.findIndex(({ id }) => id === before);
  const nodes = sameOr(graph.nodes, rest.toSpliced(at < 0 ? rest.length : at, 0, ...moved));
  const next = withPages(withMembers(graph, { nodes }), placedOn(graph.pages ?? [], nodes, moved, page));
  // the canvas shows questions that came to a page or left it beside their neighbors
  const isElsewhere = ({ id }: GraphNode) => wanted.has(id) && pageOf(graph, id)?.id !== pageOf(next, id)?.id;
  return withMembers(next, {
    nodes: mapShared(next.nodes, (node) => (isElsewhere(node) ? withoutPosition(node) : node)),
  });
}

const withoutPosition = (node: GraphNode): GraphNode => withMembers(node, { position: undefined });

/**
 * Moves nodes up or down in the list, together. At the edge of its page a node leaves it, and from outside it passes the whole page.
 */
export function shiftNodes(graph: Graph, { ids, by }: { ids: readonly string[]; by: -1 | 1 }): Graph {
  const { nodes } = graph;
  const moved = new Set(ids);
  const places = [...nodes.keys()].filter((at) => moved.has(nodes[at]?.id ?? ""));
  if (places.length === 0) return graph;
  const own = pageOf(graph, ids[0]);
  const isWhole = own?.node_ids.every((id) => moved.has(id));
  const place = by < 0 ? (places[0] ?? 0) - 1 : (places.at(-1) ?? nodes.length) + 1;
  const neighbor = pageOf(graph, nodes[place]?.id);
  if (own && !isWhole && neighbor !== own)
    return reorderNodes(graph, { ids, before: nodeBehind(nodes, moved, by), page: null });
  if (place < 0 || place >= nodes.length) return graph;
  const passed = new Set(neighbor && neighbor !== own ? neighbor.node_ids : [nodes[place]?.id ?? ""]);
  return reorderNodes(graph, { ids, before: nodeBehind(nodes, moved, by, passed) });
}

/** Returns the pages of the nodes before and after these, with the node before which these join them. */
export function pagesBeside(graph: Graph, ids: readonly string[]): { page: Page; before: string | null }[] {
  const [first = 0, last = -1] = [ids[0], ids.at(-1)].map((id) => graph.nodes.findIndex((node) => node.id === id));
  const before = graph.nodes[last + 1]?.id ?? null;
  const beside = [pageOf(graph, graph.nodes[first - 1]?.id), pageOf(graph, before)];
  const own = pageOf(graph, ids[0]);
  return [...new Set(beside)].flatMap((page) => (page && page !== own ? [{ page, before }] : []));
}

/** Returns the node before which moved nodes go, past those in `passed`, or null for the end. */
function nodeBehind(
  nodes: readonly GraphNode[],
  moved: ReadonlySet<string>,
  by: -1 | 1,
  passed: ReadonlySet<string> = new Set(),
): string | null {
  const isPassed = ({ id }: GraphNode) => moved.has(id) || passed.has(id);
  const first = nodes.findIndex(({ id }) => moved.has(id));
  const last = nodes.findLastIndex(({ id }) => moved.has(id));
  if (by > 0) return nodes.slice(last + 1).find((node) => !isPassed(node))?.id ?? null;
  const from = nodes.slice(0, first).findLastIndex((node) => !isPassed(node)) + 1;
  return nodes.slice(from).find(({ id }) => !moved.has(id))?.id ?? null;
}

/** Returns the pages with the moved nodes in the order of the list. Other nodes keep theirs. */
function placedOn(pages: Page[], nodes: readonly GraphNode[], moved: readonly GraphNode[], to?: string | null): Page[] {
  const ids = moved.filter((node) => to === null || to === undefined || canBeOnPage(node)).map(({ id }) => id);
  const target = pages.find(({ id }) => id === to);
  const isFull = target && new Set([...target.node_ids, ...ids]).size > pageNodeLimit;
  const left = to === undefined || isFull ? pages : without(pages, new Set(ids), target);
  return mapShared(left, (page) => {
    const own = ids.filter((id) => (page.id === to && !isFull) || page.node_ids.includes(id));
    return own.length === 0 ? page : withMembers(page, { node_ids: inserted(page.node_ids, own, nodes) });
  });
}

/** Puts each of these behind the node of the page that precedes it in the list. */
function inserted(pageIds: readonly string[], own: readonly string[], nodes: readonly GraphNode[]): string[] {
  return own.reduce<string[]>(
    (order, id) => {
      const index = nodes.findIndex((node) => node.id === id);
      const previous = nodes.slice(0, index).findLast((node) => order.includes(node.id));
      return order.toSpliced(previous ? order.indexOf(previous.id) + 1 : 0, 0, id);
    },
    pageIds.filter((id) => !own.includes(id)),
  );
}

/** Returns the pages without these nodes. Empty pages are removed, except `kept`. */
export function without(pages: Page[], gone: ReadonlySet<string>, kept?: Page): Page[] {
  const fewer = mapShared(pages, (page) =>
    withMembers(page, { node_ids: filterShared(page.node_ids, (id) => !gone.has(id)) }),
  );
  return filterShared(fewer, (page, at) => page.node_ids.length > 0 || pages[at] === kept || pages[at] === page);
}

/** Adds a node to the page that both neighbors are on, before the second one. */
export function withBetween(graph: Graph, id: string, from: string, to: string): Graph {
  const page = pageOf(graph, to);
  const node = graph.nodes.find((one) => one.id === id);
  if (!page?.node_ids.includes(from) || !node || !canBeOnPage(node) || page.node_ids.length >= pageNodeLimit)
    return graph;
  const nodeIds = page.node_ids.toSpliced(page.node_ids.indexOf(to), 0, id);
  return withPages(
    graph,
    mapShared(graph.pages ?? [], (one) => (one === page ? { ...page, node_ids: nodeIds } : one)),
  );
}

/** A graph without pages has no `pages`, unless it came with an empty list. */
export const withPages = (graph: Graph, pages: Page[]): Graph =>
  withMembers(graph, { pages: pages.length === 0 && graph.pages?.length !== 0 ? undefined : pages });

const idsOf = ({ pages = [] }: Graph): Set<string> => new Set(pages.map(({ id }) => id));

const sameOr = (before: GraphNode[], after: GraphNode[]): GraphNode[] =>
  after.every((node, at) => node === before[at]) ? before : after;
