import { TableBudget } from "../questions/matchCost.ts";
import { soundCalculations } from "./calculations/sound.ts";
import { edgeFault, nodeFault } from "./faults.ts";
import { type Outline, type OutlineEdge, type OutlineNode, outlineOf } from "./outline.ts";
import type { Edge, Graph, GraphNode } from "./types.ts";

/**
 * A draft in which added end screens replace invalid parts, so that `compileGraph` accepts it. Existing nodes keep their ids.
 */
export interface Walkable {
  graph: Graph;
  stops: Stop[];
}

/** An end screen that replaces an invalid part. */
export interface Stop {
  /** id of the end screen */
  id: string;
  reason: "entry" | "node" | "edge" | "cycle" | "no_edge";
  /** the node with the error; null if the graph has no entry */
  node_id: string | null;
  /** null if no single edge is invalid */
  edge_index: number | null;
}

export function walkableGraph(graph: Graph): Walkable {
  const outline = outlineOf(graph);
  const stops = new Stops(outline);
  const tables = new TableBudget();
  const faulty = new Set(outline.nodes.filter((node) => nodeFault(node, outline, tables) !== null));
  const closing = closingEdges(outline, faulty);
  const nodes = outline.nodes.map((node): GraphNode => {
    return faulty.has(node) ? stops.replacing(node) : { ...node.source, data: node.source.data ?? {} };
  });
  const edges = outline.nodes.flatMap((node) =>
    faulty.has(node) || node.is_end ? [] : walkableEdges(node, outline, closing, stops),
  );
  const entry = outline.entry?.id ?? stops.added({ reason: "entry", node_id: null, edge_index: null });
  return {
    graph: {
      ...graph,
      entry_node_id: entry,
      fallback_end_node_id: outline.fallback?.id ?? null,
      nodes: [...nodes, ...stops.nodes],
      edges,
      // no edge that is left reads one of the others
      ...(graph.calculations && { calculations: soundCalculations(outline) }),
    },
    stops: stops.all,
  };
}

/** Returns a node's edges up to the first without a condition. Invalid edges lead to a stop. */
function walkableEdges(node: OutlineNode, outline: Outline, closing: ReadonlySet<OutlineEdge>, stops: Stops): Edge[] {
  const edges: Edge[] = [];
  const stopAt = (reason: Stop["reason"], index: number | null) =>
    stops.added({ reason, node_id: node.id, edge_index: index });
  for (const edge of node.edges) {
    const isFaulty = edgeFault(edge, outline) !== null;
    const condition = isFaulty ? null : edge.condition;
    const target = isFaulty || !edge.to ? stopAt("edge", edge.index) : closing.has(edge) && stopAt("cycle", edge.index);
    edges.push({ ...edge.source, condition, to: target || edge.source.to });
    if (condition === null) return edges;
  }
  return outline.fallback ? edges : [...edges, { from: node.id, to: stopAt("no_edge", null), condition: null }];
}

class Stops {
  readonly all: Stop[] = [];
  readonly nodes: GraphNode[] = [];
  readonly #outline: Outline;
  #count = 0;

  constructor(outline: Outline) {
    this.#outline = outline;
  }

  replacing({ id }: OutlineNode): GraphNode {
    this.all.push({ id, reason: "node", node_id: id, edge_index: null });
    return endScreen(id);
  }

  added(stop: Omit<Stop, "id">): string {
    const id = this.#freshId();
    this.all.push({ id, ...stop });
    this.nodes.push(endScreen(id));
    return id;
  }

  #freshId(): string {
    for (;;) {
      this.#count += 1;
      const id = `stop-${this.#count}`;
      if (!this.#outline.byId.has(id)) return id;
    }
  }
}

const endScreen = (id: string): GraphNode => ({ id, question_type: "end_screen", data: {} });

/** Returns the edges that close cycles. Without them, no walk visits a node twice. */
function closingEdges(outline: Outline, faulty: ReadonlySet<OutlineNode>): Set<OutlineEdge> {
  const closing = new Set<OutlineEdge>();
  const done = new Set<OutlineNode>();
  const open = new Set<OutlineNode>();
  // a stack instead of recursion, because a thousand consecutive questions are a thousand levels deep
  const trail: { node: OutlineNode; next: number }[] = [];
  const enter = (node: OutlineNode) => {
    open.add(node);
    trail.push({ node, next: 0 });
  };
  // the entry first; other roots matter only for nodes that it doesn't reach
  for (const root of [...(outline.entry ? [outline.entry] : []), ...outline.nodes]) {
    if (!done.has(root)) enter(root);
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const edge = faulty.has(top.node) || top.node.is_end ? undefined : top.node.edges[top.next++];
      if (!edge) {
        trail.pop();
        open.delete(top.node);
        done.add(top.node);
      } else if (edge.to && open.has(edge.to)) closing.add(edge);
      else if (edge.to && !done.has(edge.to)) enter(edge.to);
    }
  }
  return closing;
}
