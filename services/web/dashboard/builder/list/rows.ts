import type { Graph, GraphNode, Problem } from "../../../../../shared/domain/graph/types.ts";
import type { QuestionTable } from "../types/questionTable.ts";
import { rulesOf } from "./rules.ts";

/** What a row of the list shows of its node. */
export interface Row {
  id: string;
  node: GraphNode;
  at: number;
  /** what comes after it, one sentence a line */
  rules: string;
  isEntry: boolean;
  isFallback: boolean;
  errors: number;
  warnings: number;
}

/**
 * A row for each node, in the array's order. A row that shows what it showed before is the same object, so that only what has
 * changed is drawn anew: typing in one of 500 costs as much as in one of five. Of an id that stands twice the first has a row.
 */
export function rowsOf(
  graph: Graph,
  problems: readonly Problem[],
  table: QuestionTable,
  before: ReadonlyMap<string, Row>,
): ReadonlyMap<string, Row> {
  const byNode = Map.groupBy(problems, ({ node_id }) => node_id);
  const rules = rulesOf(graph, table);
  const rows = new Map<string, Row>();
  graph.nodes.forEach((node, at) => {
    const { id } = node;
    if (rows.has(id)) return;
    const own = byNode.get(id) ?? [];
    const errors = own.filter(({ severity }) => severity === "error").length;
    const row: Row = {
      id,
      node,
      at,
      rules: rules(node),
      isEntry: graph.entry_node_id === id,
      isFallback: graph.fallback_end_node_id === id,
      errors,
      warnings: own.length - errors,
    };
    const old = before.get(id);
    rows.set(id, old && isSame(old, row) ? old : row);
  });
  return rows;
}

const isSame = (one: Row, other: Row): boolean =>
  (Object.keys(one) as (keyof Row)[]).every((key) => one[key] === other[key]);
