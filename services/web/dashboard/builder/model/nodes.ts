import type { Graph, GraphNode, NodeData } from "../../../../../shared/domain/graph/types.ts";
import { isScreen } from "../../../../../shared/domain/questions/index.ts";
import { addEdge, retarget } from "./edges.ts";
import { edgeIdsOf, freshId, nodeIdsOf } from "./ids.ts";
import { canBeOnPage, pageOf, reorderNodes, withBetween, without, withPages } from "./pages.ts";
import { filterShared, mapShared, withMembers } from "./share.ts";
import { fittingConfig, starterConfig } from "./starterConfig.ts";

type Position = { x: number; y: number };

export interface NewNode {
  question_type: string;
  title?: string;
  is_personal?: boolean;
  position?: Position;
}

/** Types whose answers identify someone, so that new ones are personal data (wants §21.5). */
const personalTypes: ReadonlySet<string> = new Set(["email", "phone", "file_upload"]);

/** Adds a node at the end with the smallest valid config. The first node becomes the entry. */
export function addNode(graph: Graph, wanted: NewNode): Graph {
  const node = nodeOf(graph, wanted);
  return { ...graph, entry_node_id: graph.entry_node_id ?? node.id, nodes: [...graph.nodes, node] };
}

/**
 * Adds a node after another one: on its page, and on its edge without a condition. Without `after`, before the end screen that the last
 * question leads to, else at the end, where the last node leads to it unless that has edges. The first question of an empty graph
 * brings an end screen with the title `ending`, which is the default one too.
 */
export function addAfter(
  graph: Graph,
  { after, ending, ...wanted }: NewNode & { after: string | null; ending?: string },
): Graph {
  const { question_type } = wanted;
  const place = after ?? (question_type === "end_screen" ? null : lastBeforeEnd(graph));
  const at = graph.nodes.findIndex(({ id }) => id === place);
  const previous = graph.nodes.at(at);
  const added = addNode(graph, wanted);
  const node = added.nodes.at(-1);
  if (!node) return added;
  if (!previous) return ending === undefined || isEnd(node) ? added : withEnding(added, node, ending);
  const next = at < 0 ? undefined : graph.nodes[at + 1];
  const page = at < 0 || isEnd(node) ? undefined : pageOf(graph, after);
  const placed =
    next || page
      ? reorderNodes(added, { ids: [node.id], before: next?.id ?? null, ...(page && { page: page.id }) })
      : added;
  return linkedAfter(placed, previous, node, at >= 0);
}

/** Returns the last question if only end screens follow, and it leads to one otherwise than by a condition, or null. */
function lastBeforeEnd({ nodes, edges }: Graph): string | null {
  const last = nodes.findLast((node) => !isEnd(node));
  if (!last || last === nodes.at(-1)) return null;
  const always = edges.find(({ from, condition }) => from === last.id && condition === null);
  const target = nodes.find(({ id }) => id === always?.to);
  // without the edge, the default end screen follows
  return !always || (target && isEnd(target)) ? last.id : null;
}

function withEnding(graph: Graph, node: GraphNode, title: string): Graph {
  const ended = addNode(graph, { question_type: "end_screen", title });
  const to = ended.nodes.at(-1)?.id ?? "";
  return { ...addEdge(ended, { from: node.id, to, condition: null }), fallback_end_node_id: to };
}

/** Leads to a node from the previous one: instead of its edge without a condition if it is wanted there, or by a new one. */
function linkedAfter(graph: Graph, previous: GraphNode, node: GraphNode, isWantedThere: boolean): Graph {
  const own = graph.edges.filter(({ from }) => from === previous.id);
  const always = own.find(({ condition }) => condition === null);
  if (always) {
    if (!isWantedThere || always.id === undefined || isEnd(node)) return graph;
    const retargeted = retarget(graph, { id: always.id, to: node.id });
    return addEdge(retargeted, { from: node.id, to: always.to, condition: null });
  }
  if (isEnd(previous) || (!isWantedThere && own.length > 0)) return graph;
  return addEdge(graph, { from: previous.id, to: node.id, condition: null });
}

const isEnd = (node: GraphNode): boolean => !canBeOnPage(node);

/** Returns the node to select after these are removed: the next one, else the previous one. */
export function neighborOf({ nodes }: Graph, ids: readonly string[]): string | null {
  const gone = new Set(ids);
  const last = nodes.findLastIndex(({ id }) => gone.has(id));
  const next = nodes.slice(last + 1).find(({ id }) => !gone.has(id)) ?? nodes.findLast(({ id }) => !gone.has(id));
  return next?.id ?? null;
}

/** Inserts a node into an edge, and into its page. The edge into the node keeps the condition, the edge out of it has none. */
export function insertOnEdge(graph: Graph, { edge_id, ...wanted }: NewNode & { edge_id: string }): Graph {
  const at = graph.edges.findIndex(({ id }) => id === edge_id);
  const edge = graph.edges[at];
  if (!edge) return graph;
  const node = nodeOf(graph, wanted);
  const before = graph.nodes.findIndex(({ id }) => id === edge.to);
  const onward = { id: freshId("e", edgeIdsOf(graph)), from: node.id, to: edge.to, condition: null };
  const next = {
    ...graph,
    nodes: before < 0 ? [...graph.nodes, node] : graph.nodes.toSpliced(before, 0, node),
    edges: graph.edges.with(at, { ...edge, to: node.id }).toSpliced(at + 1, 0, onward),
  };
  return withBetween(next, node.id, edge.from, edge.to);
}

function nodeOf(graph: Graph, { question_type, title, position, is_personal: isPersonal }: NewNode): GraphNode {
  const config = starterConfig(question_type);
  const data: NodeData = {
    ...(title !== undefined && { title }),
    ...((isPersonal ?? personalTypes.has(question_type)) && { is_personal: true }),
    ...(Object.keys(config).length > 0 && { config }),
  };
  const id = freshId(title ?? question_type, nodeIdsOf(graph));
  return { id, question_type, data, ...(position && { position }) };
}

/**
 * Removes nodes, their edges and pages without nodes. With `reconnect`, edges into them move to the target of their edge without a condition. Conditions
 * that read them stay and become problems.
 */
export function removeNodes(graph: Graph, { ids, reconnect }: { ids: string[]; reconnect: boolean }): Graph {
  const gone = new Set(ids);
  const nodes = filterShared(graph.nodes, ({ id }) => !gone.has(id));
  if (nodes === graph.nodes) return graph;
  const heir = reconnect ? heirs(graph, gone) : () => null;
  const edges = graph.edges.flatMap((edge) => {
    if (gone.has(edge.from)) return [];
    if (!gone.has(edge.to)) return [edge];
    const to = heir(edge.to);
    return to === null || to === edge.from ? [] : [{ ...edge, to }];
  });
  const keptOr = (id: string | null | undefined) => (typeof id === "string" && gone.has(id) ? heir(id) : id);
  return withMembers(withPages(graph, without(graph.pages ?? [], gone)), {
    nodes,
    edges:
      edges.length === graph.edges.length && edges.every((edge, at) => edge === graph.edges[at]) ? graph.edges : edges,
    entry_node_id: keptOr(graph.entry_node_id),
    fallback_end_node_id: keptOr(graph.fallback_end_node_id),
  });
}

/** Returns a function from a removed node to the next one that stays, along edges without a condition, or null. */
function heirs(graph: Graph, gone: ReadonlySet<string>): (id: string) => string | null {
  const onward = new Map(graph.edges.flatMap(({ from, to, condition }) => (condition === null ? [[from, to]] : [])));
  return (id) => {
    const passed = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && gone.has(at) && !passed.has(at)) {
      passed.add(at);
      at = onward.get(at);
    }
    return at === undefined || gone.has(at) ? null : at;
  };
}

/** Changes the type. Texts, fitting conditions and fitting parts of the config stay. An end screen leaves its page. */
export function setType(graph: Graph, { id, question_type }: { id: string; question_type: string }): Graph {
  const isOffPage = !canBeOnPage({ question_type });
  const next = changeNode(graph, id, (node) => {
    if (node.question_type === question_type) return node;
    const config = fittingConfig(question_type, starterConfig(question_type, node.data.config));
    const data = withMembers(node.data, {
      config: Object.keys(config).length > 0 ? config : undefined,
      show_if: isOffPage ? undefined : node.data.show_if,
      valid_if: isScreen(question_type) ? undefined : node.data.valid_if,
    });
    return { ...node, question_type, data };
  });
  return isOffPage && next !== graph ? withPages(next, without(next.pages ?? [], new Set([id]))) : next;
}

/** Sets texts, required, image or conditions of a node; undefined removes one. */
export function setData(
  graph: Graph,
  { id, ...members }: { id: string } & { [K in Exclude<keyof NodeData, "config">]?: NodeData[K] | undefined },
): Graph {
  return changeNode(graph, id, (node) => withMembers(node, { data: withMembers(node.data, members) }));
}

/** Returns the nodes of these that can have a condition: the start and end screens are always shown. */
export const hideableNodes = ({ nodes, entry_node_id }: Graph, ids: readonly string[]): GraphNode[] =>
  nodes.filter((node) => ids.includes(node.id) && node.id !== entry_node_id && canBeOnPage(node));

/** Sets the condition of several nodes; undefined removes it. */
export function setShowIf(graph: Graph, { ids, show_if }: { ids: readonly string[]; show_if?: unknown }): Graph {
  return hideableNodes(graph, ids).reduce((next, { id }) => setData(next, { id, show_if }), graph);
}

/** Sets one key of `data.config`; undefined removes it. */
export function setConfig(graph: Graph, { id, key, value }: { id: string; key: string; value: unknown }): Graph {
  return changeNode(graph, id, (node) => {
    const config = withMembers(node.data.config ?? {}, { [key]: value });
    const isNone = Object.keys(config).length === 0;
    return withMembers(node, { data: withMembers(node.data, { config: isNone ? undefined : config }) });
  });
}

/** Sets positions on the canvas. */
export function moveNodes(graph: Graph, { positions }: { positions: Readonly<Record<string, Position>> }): Graph {
  const to = new Map(Object.entries(positions));
  return withNodes(
    graph,
    mapShared(graph.nodes, (node) => withMembers(node, { position: to.get(node.id) ?? node.position })),
  );
}

/** Sets all positions. Nodes without one are shown beside a node that goes to them. */
export function layout(graph: Graph, { positions }: { positions: Readonly<Record<string, Position>> }): Graph {
  const at = new Map(Object.entries(positions));
  return withNodes(
    graph,
    mapShared(graph.nodes, (node) => withMembers(node, { position: at.get(node.id) })),
  );
}

/** Changes the node with this id, the first one of duplicates (decisions §4.4). */
export function changeNode(graph: Graph, id: string, change: (node: GraphNode) => GraphNode): Graph {
  const at = graph.nodes.findIndex((node) => node.id === id);
  const node = graph.nodes[at];
  if (!node) return graph;
  const next = change(node);
  return next === node ? graph : { ...graph, nodes: graph.nodes.with(at, next) };
}

const withNodes = (graph: Graph, nodes: GraphNode[]): Graph => (nodes === graph.nodes ? graph : { ...graph, nodes });
