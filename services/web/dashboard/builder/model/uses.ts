import type { Graph, NodeData } from "../../../../../shared/domain/graph/types.ts";
import { withCalculationNames } from "./calculations.ts";
import { renameHidden, withNodeNames } from "./rename.ts";

/** Numbers of rules, questions with conditions, texts, end screens and scores that read something. */
export interface Uses {
  rules: number;
  conditions: number;
  texts: number;
  /** end screens that list a score */
  ends: number;
  scores: number;
}

export const usesOfNodes = (graph: Graph, ids: readonly string[]): Uses =>
  changes(graph, withNodeNames(graph, new Map(ids.map((id) => [id, `${id}-`]))));

export const usesOfHidden = (graph: Graph, key: string): Uses =>
  changes(graph, renameHidden({ ...graph, hidden_fields: [key] }, { key, to: key === "x" ? "y" : "x" }));

export const usesOfCalculation = (graph: Graph, key: string): Uses =>
  changes(graph, withCalculationNames(graph, new Map([[key, `${key}-`]])));

/** A rename changes exactly what reads the name. The renamed graph is discarded. */
function changes(before: Graph, { nodes, edges, pages = [], calculations = [] }: Graph): Uses {
  const count = (isChanged: (data: NodeData, was: NodeData) => boolean) =>
    nodes.filter(({ data }, at) => isChanged(data ?? {}, before.nodes[at]?.data ?? {})).length;
  const onPages = pages.filter(({ title, description }, at) => {
    const was = before.pages?.[at];
    return title !== was?.title || description !== was?.description;
  });
  const isListed = (is: NodeData, was: NodeData) => is.config?.show_calculations !== was.config?.show_calculations;
  return {
    rules: edges.filter(({ condition }, at) => condition !== before.edges[at]?.condition).length,
    conditions: count(
      (is, was) =>
        is.show_if !== was.show_if || is.valid_if !== was.valid_if || (is.config !== was.config && !isListed(is, was)),
    ),
    texts: count((is, was) => is.title !== was.title || is.description !== was.description) + onPages.length,
    ends: count(isListed),
    scores: calculations.filter(({ value }, at) => value !== before.calculations?.[at]?.value).length,
  };
}
