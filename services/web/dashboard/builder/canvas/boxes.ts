import type { Edge, Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { readCondition } from "../conditions/read.ts";
import { sentenceOf } from "../conditions/sentence.ts";
import type { NamedEdge } from "../model/ids.ts";
import { nameOfNode, readable } from "../types/names.ts";
import { nodeIn, nodesById } from "../types/nodeIndex.ts";
import type { QuestionTable } from "../types/questionTable.ts";
import { heightOf, type Parts, titleLinesOf } from "./size.ts";

/**
 * What the canvas shows of a node, and how large that is. Sizes are computed, nothing is measured: 1,000 nodes are known before
 * one is drawn (canvas/size.ts has the measures, canvas/canvas.module.css keeps to them).
 */
export interface Box extends Parts {
  id: string;
  title: string;
  type: string;
  /** its place in the list, from 1 */
  number: number;
  isEntry: boolean;
  isFallback: boolean;
  /** nothing can be drawn from an end */
  isEnd: boolean;
  /** what respondents choose from, as far as it is shown */
  options: readonly string[];
  /** how many options are not shown */
  further: number;
  rows: readonly RuleRow[];
  height: number;
}

/** One way on, in the order in which they are tried; each has a handle, from which it can be drawn to another node. */
export interface RuleRow {
  /** the edge; null: what happens when no rule is true, of a node without an edge for it */
  edge: string | null;
  text: string;
  /** where it leads; null: to nothing that is there */
  to: string | null;
}

const optionsShown = 3;

/**
 * A box for each node. Of `before`, those that are still the same come back as the same objects: what was not changed is not
 * drawn anew.
 */
export function boxesOf(graph: Graph, table: QuestionTable, before: readonly Box[] = []): Box[] {
  const known = new Map(before.map((box) => [box.id, box]));
  const edges = Map.groupBy(graph.edges, ({ from }) => from);
  return [...nodesById(graph.nodes).values()].map((node, at) => {
    const box = boxOf(node, at + 1, edges.get(node.id) ?? [], { graph, table });
    const old = known.get(box.id);
    return old && isSame(old, box) ? old : box;
  });
}

interface Context {
  graph: Graph;
  table: QuestionTable;
}

function boxOf(node: GraphNode, number: number, edges: Edge[], { graph, table }: Context): Box {
  const { labels, isEnd } = table.factsOf(node);
  const options = [...labels.values()];
  const title = nameOfNode(node);
  const parts = {
    titleLines: titleLinesOf(title),
    options: options.slice(0, optionsShown),
    further: Math.max(0, options.length - optionsShown),
    rows: rowsOf(node, edges as NamedEdge[], isEnd, { graph, table }),
  };
  return {
    id: node.id,
    title,
    type: readable(node.question_type),
    number,
    isEntry: graph.entry_node_id === node.id,
    isFallback: graph.fallback_end_node_id === node.id,
    isEnd,
    ...parts,
    height: heightOf(parts),
  };
}

function rowsOf({ id }: GraphNode, edges: NamedEdge[], isEnd: boolean, { graph, table }: Context): RuleRow[] {
  const rows = edges.map((edge, at): RuleRow => {
    const target = nodeIn(graph, edge.to);
    const text = ruleText(edge, at === 0, { graph, from: id, table });
    return {
      edge: edge.id,
      text: target ? text : words.leadsNowhere(text, edge.to),
      to: target ? edge.to : null,
    };
  });
  if (isEnd || edges.some(({ condition }) => condition === null)) return rows;
  const fallback = graph.fallback_end_node_id ? nodeIn(graph, graph.fallback_end_node_id) : undefined;
  const text = fallback ? words.otherwiseEnd(nameOfNode(fallback)) : words.otherwiseNothing(edges.length === 0);
  return [...rows, { edge: null, text, to: null }];
}

function ruleText({ condition }: Edge, isFirst: boolean, reading: Context & { from: string }): string {
  if (condition === null) return isFirst ? words.always : words.otherwise;
  return words.ifTrue(sentenceOf(readCondition(condition), reading));
}

function isSame(a: Box, b: Box): boolean {
  return (
    a.title === b.title &&
    a.type === b.type &&
    a.number === b.number &&
    a.isEntry === b.isEntry &&
    a.isFallback === b.isFallback &&
    a.isEnd === b.isEnd &&
    a.further === b.further &&
    isSameList(a.options, b.options, (one, other) => one === other) &&
    isSameList(
      a.rows,
      b.rows,
      (one, other) => one.edge === other.edge && one.text === other.text && one.to === other.to,
    )
  );
}

const isSameList = <T>(a: readonly T[], b: readonly T[], same: (one: T, other: T) => boolean): boolean =>
  a.length === b.length && a.every((one, at) => same(one, b[at] as T));
