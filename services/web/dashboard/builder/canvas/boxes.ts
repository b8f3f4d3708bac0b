import type { Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { readCondition } from "../conditions/read.ts";
import { sentenceOf, shownIfText } from "../conditions/sentence.ts";
import type { NamedEdge } from "../model/ids.ts";
import { nameOfNode, readable } from "../types/names.ts";
import { nodesById } from "../types/nodeIndex.ts";
import type { QuestionTable } from "../types/questionTable.ts";
import { type Row, rowsOf } from "./rows.ts";
import { heightOf, titleLinesOf } from "./size.ts";

/** A node's card on the canvas with its computed size, so that 1,000 of them can be laid out before one is drawn. */
export interface Box {
  id: string;
  title: string;
  /** the title as written, with its recalls; undefined without one */
  written: string | undefined;
  titleLines: 1 | 2;
  /** its condition as a sentence */
  shownIf: string | null;
  /** its condition with shortened titles */
  condition: string | null;
  /** id of its page */
  page: string | null;
  /** as an identifier, and as people read it */
  questionType: string;
  type: string;
  /** position in the list, from 1 */
  number: number;
  isEntry: boolean;
  isFallback: boolean;
  /** no edge can leave an end */
  isEnd: boolean;
  rows: readonly Row[];
  /** options that the card doesn't show */
  hidden: readonly Row[];
  height: number;
}

/** Returns a box per node. Boxes of `before` that are still the same come back as the same objects and aren't redrawn. */
export function boxesOf(graph: Graph, table: QuestionTable, before: readonly Box[] = []): Box[] {
  const known = new Map(before.map((box) => [box.id, box]));
  const edges = Map.groupBy(graph.edges, ({ from }) => from);
  const pages = new Map(graph.pages?.flatMap((page) => page.node_ids.map((id) => [id, page.id] as const)));
  return [...nodesById(graph.nodes).values()].map((node, index) => {
    const box = boxOf(node, index + 1, (edges.get(node.id) ?? []) as NamedEdge[], { graph, table, pages });
    const old = known.get(box.id);
    return old && isSame(old, box) ? old : box;
  });
}

interface Context {
  graph: Graph;
  table: QuestionTable;
  /** ids of pages by node */
  pages: ReadonlyMap<string, string>;
}

function boxOf(node: GraphNode, number: number, edges: readonly NamedEdge[], { graph, table, pages }: Context): Box {
  const title = nameOfNode(node);
  const reading = { graph, from: node.id, table };
  const onArrival = { ...reading, isOnArrival: true };
  const condition = node.data?.show_if ?? null;
  const parts = {
    // chips of recalls are as wide as they need
    titleLines: node.data?.title?.includes("{{") ? (2 as const) : titleLinesOf(title),
    shownIf: condition && shownIfText(condition, onArrival),
    ...rowsOf(node, edges, reading),
  };
  return {
    id: node.id,
    title,
    written: node.data?.title,
    page: pages.get(node.id) ?? null,
    questionType: node.question_type,
    type: readable(node.question_type),
    number,
    isEntry: graph.entry_node_id === node.id,
    isFallback: graph.fallback_end_node_id === node.id,
    isEnd: table.factsOf(node).isEnd,
    ...parts,
    condition: condition && sentenceOf(readCondition(condition), { ...onArrival, isShort: true }),
    height: heightOf(parts),
  };
}

function isSame(a: Box, b: Box): boolean {
  return (Object.keys(a) as (keyof Box)[]).every((key) => {
    if (key === "rows" || key === "hidden") return isSameList(a[key], b[key]);
    return a[key] === b[key];
  });
}

const isSameList = (a: readonly Row[], b: readonly Row[]): boolean =>
  a.length === b.length && a.every((row, index) => isSameRow(row, b[index] as Row));

/** An option's condition follows from its handle. */
const isSameRow = (a: Row, b: Row): boolean =>
  (Object.keys(a) as (keyof Row)[]).every((key) => key === "condition" || a[key] === b[key]);
