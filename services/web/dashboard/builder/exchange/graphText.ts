import { normalizeGraph } from "../../../../../shared/domain/graph/normalizeGraph.ts";
import { SubmittedGraph } from "../../../../../shared/domain/graph/shapes/graph.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../../shared/domain/json.ts";
import { checker } from "../../../../../shared/domain/schema.ts";
import { jsonFaults } from "../../../strings/en/dashboard/builder/exchange.ts";
import { noGraph, sameId } from "../../../strings/en/dashboard/builder/imports.ts";
import { readJson } from "../editing/readJson.ts";
import { withEdgeIds } from "../model/ids.ts";

const check = checker(SubmittedGraph, "");

/** `isForeign`: the text has no graph, so it can be a form of another tool. */
export type ReadGraph = { ok: true; graph: Graph } | { ok: false; errors: string[]; isForeign?: true };

/** Reads a graph, or an object with a `graph`. Errors name their field: `nodes.2.id: …`. */
export function readGraph(text: string): ReadGraph {
  const read = readJson(text);
  if (!read.ok) return { ok: false, errors: [jsonFaults[read.fault] + placeOf(read.place)], isForeign: true };
  const { value } = read;
  const graph = isObject(value) && isObject(value.graph) ? value.graph : value;
  if (!isObject(graph) || !("nodes" in graph)) return { ok: false, errors: [noGraph], isForeign: true };
  const errors = check(graph);
  if (errors.length === 0) errors.push(...idsTwice(graph as SubmittedGraph));
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, graph: withEdgeIds(normalizeGraph(graph as SubmittedGraph)) };
}

/** Rejects duplicate ids: drafts can have them, but the builder couldn't tell the nodes apart. */
function idsTwice({ nodes }: SubmittedGraph): string[] {
  const places = new Map<string, number>();
  return nodes.flatMap(({ id }, place) => {
    const first = places.get(id);
    if (first === undefined) places.set(id, place);
    return first === undefined ? [] : [sameId(place, first, id)];
  });
}

const placeOf = (place: string | undefined): string => (place === undefined ? "" : ` ${place}`);
