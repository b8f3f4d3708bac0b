import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { withCalculationNames } from "./calculations.ts";
import { renameHidden, withNodeNames } from "./rename.ts";

/** Numbers of rules, texts and scores that read something. */
export interface Uses {
  rules: number;
  texts: number;
  scores: number;
}

/** Counts what reads one of these nodes. */
export function usesOfNodes(graph: Graph, ids: readonly string[]): Uses {
  // a rename changes exactly what reads the node
  const { nodes, edges, calculations } = withNodeNames(graph, new Map(ids.map((id) => [id, `${id}-`])));
  return {
    rules: edges.filter(({ condition }, at) => condition !== graph.edges[at]?.condition).length,
    texts: nodes.filter(({ data }, at) => data !== graph.nodes[at]?.data).length,
    scores: changed(graph.calculations, calculations),
  };
}

/** Counts what reads a hidden field. */
export function usesOfHidden(graph: Graph, key: string): Uses {
  // a rename changes exactly what reads the field; this graph is discarded
  const renamed = renameHidden({ ...graph, hidden_fields: [key] }, { key, to: key === "x" ? "y" : "x" });
  return {
    rules: changed(graph.edges, renamed.edges),
    texts: changed(graph.nodes, renamed.nodes),
    scores: changed(graph.calculations, renamed.calculations),
  };
}

/** Counts what reads a calculation. `ends`: end screens that list it. */
export function usesOfCalculation(graph: Graph, key: string): Uses & { ends: number } {
  const { nodes, edges, calculations = [] } = withCalculationNames(graph, new Map([[key, `${key}-`]]));
  const was = (at: number) => graph.nodes[at]?.data;
  const textOf = (data: Graph["nodes"][number]["data"] | undefined) => `${data?.title}\n${data?.description}`;
  const listOf = (data: Graph["nodes"][number]["data"] | undefined) => data?.config?.show_calculations;
  const news = [...nodes.entries()].filter(([at, { data }]) => data !== was(at));
  const isText = ([at, { data }]: (typeof news)[number]) => textOf(data) !== textOf(was(at));
  const isEnd = ([at, { data }]: (typeof news)[number]) => listOf(data) !== listOf(was(at));
  return {
    rules: changed(graph.edges, edges) + news.filter((one) => !isText(one) && !isEnd(one)).length,
    texts: news.filter(isText).length,
    ends: news.filter(isEnd).length,
    scores: calculations.filter(({ value }, at) => value !== graph.calculations?.[at]?.value).length,
  };
}

const changed = <T>(before: readonly T[] = [], after: readonly T[] = []): number =>
  after.filter((one, at) => one !== before[at]).length;
