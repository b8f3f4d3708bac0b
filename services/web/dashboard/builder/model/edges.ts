import type { Condition, Edge, Graph } from "../../../../../shared/domain/graph/types.ts";
import { edgeIdsOf, freshId } from "./ids.ts";
import { filterShared, mapShared, withMembers } from "./share.ts";

/** Adds an edge. One with a condition goes before those without one. */
export function addEdge(
  graph: Graph,
  { from, to, condition }: { from: string; to: string; condition: Condition | null },
): Graph {
  const edge: Edge = { id: freshId("e", edgeIdsOf(graph)), from, to, condition };
  const always = graph.edges.findIndex((other) => other.from === from && other.condition === null);
  const at = condition === null || always < 0 ? graph.edges.length : always;
  return { ...graph, edges: graph.edges.toSpliced(at, 0, edge) };
}

/** Moves an end of an edge to another node. */
export function retarget(graph: Graph, { id, ...ends }: { id: string; from?: string; to?: string }): Graph {
  return changeEdge(graph, id, (edge) => withMembers(edge, { from: ends.from ?? edge.from, to: ends.to ?? edge.to }));
}

export function setCondition(graph: Graph, { id, condition }: { id: string; condition: Condition | null }): Graph {
  return changeEdge(graph, id, (edge) => withMembers(edge, { condition }));
}

export function removeEdges(graph: Graph, { ids }: { ids: string[] }): Graph {
  const gone = new Set(ids);
  return withEdges(
    graph,
    filterShared(graph.edges, ({ id }) => id === undefined || !gone.has(id)),
  );
}

/**
 * Moves an edge to an index among those of its node, 0 being evaluated first (decisions §4). Edges of other nodes keep their
 * indexes.
 */
export function reorderEdge(graph: Graph, { id, place }: { id: string; place: number }): Graph {
  const edge = graph.edges.find((one) => one.id === id);
  if (!edge) return graph;
  const places = [...graph.edges.keys()].filter((at) => graph.edges[at]?.from === edge.from);
  const others = places.map((at) => graph.edges[at] as Edge).filter((one) => one !== edge);
  const ordered = others.toSpliced(Math.max(0, Math.min(place, others.length)), 0, edge);
  const next = new Map(places.map((at, order) => [at, ordered[order] as Edge]));
  return withEdges(
    graph,
    mapShared(graph.edges, (one, at) => next.get(at) ?? one),
  );
}

function changeEdge(graph: Graph, id: string, change: (edge: Edge) => Edge): Graph {
  return withEdges(
    graph,
    mapShared(graph.edges, (edge) => (edge.id === id ? change(edge) : edge)),
  );
}

const withEdges = (graph: Graph, edges: Edge[]): Graph => (edges === graph.edges ? graph : { ...graph, edges });
