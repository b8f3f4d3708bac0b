import type { Graph, GraphNode, Problem } from "../../../../../shared/domain/graph/types.ts";

/** A row of the list. */
export interface Row {
  id: string;
  node: GraphNode;
  at: number;
  /** number of conditional rules and their "Otherwise"; 0 if it always goes to the same question */
  rules: number;
  isEntry: boolean;
  isFallback: boolean;
  errors: number;
  warnings: number;
}

/**
 * A row for each node, in the array's order. An unchanged row is the same object as before, so that typing renders one row however
 * long the form is. The first node of a duplicate ID has the row.
 */
export function rowsOf(
  graph: Graph,
  problems: readonly Problem[],
  before: ReadonlyMap<string, Row>,
): ReadonlyMap<string, Row> {
  const byNode = Map.groupBy(problems, ({ node_id }) => node_id);
  const edges = Map.groupBy(graph.edges, ({ from }) => from);
  const rows = new Map<string, Row>();
  graph.nodes.forEach((node, at) => {
    const { id } = node;
    if (rows.has(id)) return;
    const own = byNode.get(id) ?? [];
    const ways = edges.get(id) ?? [];
    const errors = own.filter(({ severity }) => severity === "error").length;
    const row: Row = {
      id,
      node,
      at,
      rules: ways.some(({ condition }) => condition !== null) ? ways.length : 0,
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
