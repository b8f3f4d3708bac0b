import { operatorNames, operators } from "../../../../../shared/domain/conditions/operators.ts";
import type { Precision } from "../../../../../shared/domain/dates.ts";
import { leavesOf, leftOf } from "../../../../../shared/domain/graph/conditions.ts";
import { domainAt } from "../../../../../shared/domain/graph/domains.ts";
import type { Comparison, Edge, Graph, GraphNode, Json, Operand } from "../../../../../shared/domain/graph/types.ts";
import type { Domain } from "../../../../../shared/domain/questions/question.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import type { QuestionTable } from "../types/questionTable.ts";
import { readCondition } from "./read.ts";

/** Context of a condition: the graph, and its node or the source node of its edge (decisions §4.2). */
export interface Reading {
  graph: Graph;
  from: string;
  table: QuestionTable;
  /** every question can be read: the condition is part of a calculation */
  readsAll?: boolean;
  /** decided before the node has an answer (features §11.1) */
  isOnArrival?: boolean;
  /** shortens the titles in its sentence */
  isShort?: boolean;
}

/** Values that the operand can have. Null if its question is unknown. */
export function domainOf(left: Operand, { graph, table }: Reading): Domain | null {
  if (left.type === "score") return { family: "num", min: null, max: null, step: 1 };
  if (left.type === "calculation") return { family: "num", min: null, max: null, step: null };
  if (left.type === "hidden") return { family: "text" };
  const node = nodeIn(graph, left.node_id);
  const domain = node ? table.factsOf(node).domain : null;
  return domain && domainAt(domain, left);
}

/** Questions whose answers can be read: the question itself, then those that can come before it. */
export function readableNodes({ graph, from, table, readsAll, isOnArrival }: Reading): GraphNode[] {
  if (readsAll) return graph.nodes.filter((node) => table.factsOf(node).domain !== null);
  const before = ancestorsOf(graph, from);
  const own = isOnArrival ? [] : graph.nodes.filter(({ id }) => id === from);
  const others = graph.nodes.filter(({ id }) => id !== from && before.has(id));
  return [...own, ...others].filter((node) => table.factsOf(node).domain !== null);
}

function ancestorsOf(graph: Graph, from: string): ReadonlySet<string> {
  const into = Map.groupBy(graph.edges, ({ to }) => to);
  const found = new Set<string>();
  const waiting = [from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const edge of into.get(at) ?? []) {
      if (found.has(edge.from)) continue;
      found.add(edge.from);
      waiting.push(edge.from);
    }
  }
  return found;
}

/** Operators for these answers. */
export const operatorsOf = (domain: Domain): string[] =>
  operatorNames.filter((name) => operators.get(name)?.families.includes(domain.family));

/** Values of `path`: rows of a matrix, options of a ranking. Empty for other questions. */
export function pathsOf(left: Operand, { graph, table }: Reading): string[] {
  if (left.type !== "answer") return [];
  const node = nodeIn(graph, left.node_id);
  const domain = node ? table.factsOf(node).domain : null;
  if (domain?.family === "rank") return domain.values;
  return domain?.family === "row" ? domain.rows : [];
}

/** How the right side is entered. */
export type Right =
  | { kind: "nothing" | "text" | "pattern" | "count" | "number" }
  | { kind: "date"; precision: Precision }
  | { kind: "choice" | "choices"; values: readonly string[]; open: boolean }
  | { kind: "numbers" | "texts" }
  | { kind: "pair"; of: "number" | Precision };

export function rightOf(operator: string, domain: Domain): Right {
  const takes = operators.get(operator)?.takes ?? "nothing";
  if (takes === "nothing" || takes === "pattern" || takes === "count") return { kind: takes };
  if (takes === "pair") return { kind: "pair", of: domain.family === "date" ? domain.precision : "number" };
  if (domain.family === "one" || domain.family === "many") {
    const { values, open } = domain;
    return { kind: takes === "list" ? "choices" : "choice", values, open };
  }
  if (domain.family === "num") return { kind: takes === "list" ? "numbers" : "number" };
  if (domain.family === "date") return { kind: "date", precision: domain.precision };
  return { kind: takes === "list" ? "texts" : "text" };
}

/** The initial right side. */
export function firstRight(right: Right): Json | undefined {
  switch (right.kind) {
    case "nothing":
      return undefined;
    case "count":
      return 1;
    case "number":
      return 0;
    case "numbers":
      return [0];
    case "choice":
      return right.values[0] ?? "";
    case "choices":
      return right.values.slice(0, 1);
    case "pair":
      return right.of === "number" ? [0, 10] : ["", ""];
    case "texts":
      return [];
    default:
      return "";
  }
}

/** The same comparison with another operator. Keeps the right side if both take the same kind. */
export function withOperator(comparison: Comparison, op: string, reading: Reading): Comparison {
  const domain = domainOf(leftOf(comparison, reading.from), reading);
  if (!domain) return { ...comparison, op };
  const [before, after] = [rightOf(comparison.op, domain), rightOf(op, domain)];
  const right = before.kind === after.kind ? comparison.right : firstRight(after);
  const { left, ci } = comparison;
  const keepsCase = ci !== undefined && domain.family === "text" && after.kind === "text";
  return { ...(left && { left }), op, ...(right !== undefined && { right }), ...(keepsCase && { ci }) };
}

/** A comparison of that operand by its first operator that takes a value, else "answered". */
export function comparisonOf(left: Operand, reading: Reading): Comparison {
  const isThis = left.type === "answer" && left.node_id === reading.from && left.path === undefined;
  const isOwn = isThis && !reading.isOnArrival;
  const domain = domainOf(left, reading);
  const names = domain ? operatorsOf(domain) : [];
  const op = names.find((name) => operators.get(name)?.takes !== "nothing") ?? "answered";
  const right = domain ? firstRight(rightOf(op, domain)) : undefined;
  return { ...(!isOwn && { left }), op, ...(right !== undefined && { right }) };
}

/** The comparison that a new rule starts with. */
export function firstComparison(reading: Reading): Comparison {
  const node = firstRead(reading);
  if (node) return comparisonOf(withFirstPath({ type: "answer", node_id: node.id }, reading), reading);
  const [key] = reading.graph.hidden_fields ?? [];
  return comparisonOf(key === undefined ? { type: "score" } : { type: "hidden", key }, reading);
}

/** A follow-up mostly depends on the nearest question whose answer is chosen; everything else on the question itself. */
function firstRead(reading: Reading): GraphNode | undefined {
  const nodes = readableNodes(reading);
  if (!reading.isOnArrival) return nodes[0];
  const isChoice = (node: GraphNode) => reading.table.factsOf(node).domain?.family === "one";
  return nodes.findLast(isChoice) ?? nodes.at(-1);
}

/** Adds the first row or option, since a matrix or ranking is compared by one of them. */
export function withFirstPath(left: Operand, reading: Reading): Operand {
  const [path] = pathsOf(left, reading);
  return left.type === "answer" && path !== undefined ? { ...left, path } : left;
}

/** Operands of these edges' conditions, each once, without paths. */
export function operandsOf(edges: readonly Edge[], from: string): Operand[] {
  const found = new Map<string, Operand>();
  for (const { condition } of edges) {
    const read = readCondition(condition);
    for (const comparison of read ? leavesOf(read) : []) {
      const { path: _, ...left } = { path: null, ...leftOf(comparison, from) };
      found.set(JSON.stringify(left), left as Operand);
    }
  }
  return [...found.values()];
}
