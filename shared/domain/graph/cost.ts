import type { Keys } from "../fault.ts";
import { hiddenValueLimit } from "../limits.ts";
import { matchCost, type TableBudget } from "../questions/matchCost.ts";
import { stepLimit } from "../questions/pattern.ts";
import type { CompiledQuestion, QuestionType } from "../questions/question.ts";
import { costOfCalculation } from "./calculations/cost.ts";
import type { Calculations } from "./calculations/outline.ts";
import { leavesOf, leftOf } from "./conditions.ts";
import type { Questions } from "./domains.ts";
import { canBePassedOver, type Outline, type OutlineEdge, type OutlineNode } from "./outline.ts";
import type { Found } from "./problem.ts";
import { edgeError, nodeError } from "./structure.ts";
import { foldCost, textCost } from "./textCost.ts";
import type { Comparison, Operand, Reason } from "./types.ts";

/**
 * Checks the cost limit of a respondent's step, which matches the question's pattern and evaluates all conditions of the node
 * and its edges. Reports the node if its pattern exceeds the limit, else the condition where they exceed it.
 */
export function costProblems(node: OutlineNode, { questions, calculations }: Outline, tables: TableBudget): Found[] {
  const question = questions.get(node.id);
  let cost = question ? checkCost(question, tables) : 0;
  if (question && cost > stepLimit) return [nodeError(node, "bad_config", ...slowCheck(question, tables))];
  const reading: Reading = { questions, calculations, matched: new Set(), tables };
  for (const guard of node.guards) {
    cost += conditionCost(guard, reading);
    if (cost > stepLimit) return [nodeError(node, "bad_condition", tooSlow, guard.at)];
  }
  for (const edge of node.edges) {
    cost += conditionCost(edge, reading);
    if (cost <= stepLimit) continue;
    return [edgeError(edge, "bad_condition", tooSlow, ["condition"])];
  }
  return [];
}

/** All calculations of a form together can cost as much as this many steps. Each is computed in one turn. */
const calculationSteps = 10;

/**
 * Checks the cost limits of calculations, which are all computed for each response. Reports the first one that costs more than a
 * step on its own, or that exceeds the limit of all together.
 */
export function calculationCostProblems({ questions, calculations }: Outline, tables: TableBudget): Found[] {
  let sum = 0;
  const computed = new Set<string>();
  for (const { key, index } of calculations.values()) {
    const cost = calculationCost(key, { questions, calculations, matched: new Set(computed), tables });
    computed.add(`calculation ${key}`);
    sum += cost;
    if (cost > stepLimit) return [calculationError(index, { kind: "calculation_too_slow" })];
    if (sum > calculationSteps * stepLimit) return [calculationError(index, { kind: "calculations_too_slow" })];
  }
  return [];
}

const calculationError = (index: number, reason: Reason): Found => ({
  code: "bad_calculation",
  severity: "error",
  at: ["calculations", index, "value"],
  reason,
  example: null,
});

const tooSlow: Reason = { kind: "conditions_too_slow" };

/**
 * Checks the cost limit of steps that pass over nodes (features §11.1), by the most expensive path. `order` is topological.
 * Reports the first node whose answer can exceed the limit. Every pattern of the graph counts as matched in the step.
 */
export function passingCostProblems(outline: Outline, order: readonly OutlineNode[], tables: TableBudget): Found[] {
  if (!outline.nodes.some(canBePassedOver)) return [];
  const { questions, calculations } = outline;
  const reading: Reading = { questions, calculations, matched: new Set(), tables };
  const parts = order.flatMap((node) => (canBePassedOver(node) ? [...node.guards, ...node.edges] : []));
  const all = parts.reduce((sum, part) => sum + conditionCost(part, reading), 0);
  const patterns = all - parts.reduce((sum, part) => sum + conditionCost(part, reading), 0);
  const onArrival = new Map<OutlineNode, number>();
  let found: OutlineNode | null = null;
  for (const node of order.toReversed()) {
    const edges = node.edges.reduce((sum, edge) => sum + conditionCost(edge, reading), 0);
    const after = edges + Math.max(0, ...node.edges.map(({ to }) => (to && onArrival.get(to)) ?? 0));
    const guards = node.guards.reduce((sum, guard) => sum + conditionCost(guard, reading), 0);
    onArrival.set(node, guards + (canBePassedOver(node) ? after : 0));
    const question = questions.get(node.id);
    const own = question ? checkCost(question, tables) : 0;
    // the node's own step is checked by `costProblems`
    if (after > edges && own + guards + after + patterns > stepLimit) found = node;
  }
  return found ? [nodeError(found, "bad_condition", { kind: "passed_too_slow" })] : [];
}

export interface Reading {
  questions: Questions;
  calculations: Calculations;
  /** pairs of pattern and text in all conditions of the node, its folded texts, and its calculations */
  matched: Set<string>;
  tables: TableBudget;
}

export function conditionCost({ condition, from }: OutlineEdge, reading: Reading): number {
  if (!condition || !from) return 1;
  return leavesOf(condition).reduce((sum, leaf) => sum + comparisonCost(leaf, from.id, reading), 0);
}

/** Estimates a comparison. Only text comparisons depend on the length of the answer. */
function comparisonCost(comparison: Comparison, fromNodeId: string, reading: Reading): number {
  const { questions, matched, tables } = reading;
  const left = leftOf(comparison, fromNodeId);
  if (left.type === "score") return 1;
  if (left.type === "calculation") return calculationCost(left.key, reading);
  const question = left.type === "answer" ? questions.get(left.node_id) : undefined;
  if (left.type === "answer" && question?.domain?.family !== "text") return 4;
  const length = left.type === "hidden" ? hiddenValueLimit : lengthOf(question);
  if (comparison.op !== "matches") return textCost(comparison, length) + foldingCost(comparison, left, length, reading);
  // each pair of pattern and text is matched once (pattern.ts)
  const key = JSON.stringify([left, comparison.right, comparison.ci === true]);
  if (matched.has(key)) return 1;
  matched.add(key);
  return matchCost(String(comparison.right), comparison.ci ? "search-ci" : "search", length, tables);
}

/** Each text is folded once per step (folding.ts). Lengths don't depend on case. */
function foldingCost({ op, ci }: Comparison, left: Operand, length: number, { matched }: Reading): number {
  const name = `folded ${JSON.stringify(left)}`;
  if (!ci || op === "length_gte" || op === "length_lte" || matched.has(name)) return 0;
  matched.add(name);
  return foldCost(length);
}

/** A step computes each calculation once, with those that it reads. */
function calculationCost(key: string, reading: Reading): number {
  const { calculations, matched } = reading;
  let cost = 1;
  for (const inner of calculations.get(key)?.keys ?? []) {
    const calculation = calculations.get(inner);
    const name = `calculation ${inner}`;
    if (!calculation || matched.has(name)) continue;
    matched.add(name);
    const { parts, comparisons } = costOfCalculation(calculation);
    cost += comparisons.reduce((sum, comparison) => sum + comparisonCost(comparison, "", reading), parts * 2);
  }
  return cost;
}

/** Returns the cost of checking an answer, or as many answers: that of the patterns of the question or of its fields. */
export function checkCost({ config, fields }: CompiledQuestion, tables: TableBudget, times = 1): number {
  if (fields) return fieldCosts(fields, Number(config.max_rows), tables).reduce((sum, cost) => sum + cost, 0);
  const { pattern } = config;
  // the pattern is compiled once, and its table is the same for all texts
  return typeof pattern === "string" ? matchCost(pattern, "whole", lengthOf({ config }) * times, tables) : 0;
}

const fieldCosts = (fields: NonNullable<CompiledQuestion["fields"]>, rows: number, tables: TableBudget): number[] =>
  [...fields.values()].map((field) => rows * plainCost(field) + checkCost(field, tables, rows));

/** Costs of checks without a pattern, as measured. */
const plainCosts: Partial<Record<QuestionType, number>> = { phone: 300, email: 100, checkbox: 60 };
const plainCost = ({ type }: CompiledQuestion): number => plainCosts[type] ?? 30;

/** Returns the pattern that makes a check exceed the limit, or the number of rows. */
function slowCheck({ config, fields }: CompiledQuestion, tables: TableBudget): [Reason, Keys] {
  const at = ["data", "config"];
  const slow = (config: CompiledQuestion["config"]): Reason => ({
    kind: "pattern_too_slow",
    limit: lengthOf({ config }),
  });
  if (!fields) return [slow(config), [...at, "pattern"]];
  const costs = fieldCosts(fields, Number(config.max_rows), tables);
  const slowest = costs.indexOf(Math.max(...costs));
  const field = [...fields.values()][slowest];
  if (typeof field?.config.pattern !== "string") return [{ kind: "rows_too_slow" }, [...at, "max_rows"]];
  return [slow(field.config), [...at, "fields", slowest, "config", "pattern"]];
}

/** Returns the maximum length of an answer. Email addresses have at most 254 characters. */
function lengthOf(question: Pick<CompiledQuestion, "config"> | undefined): number {
  const longest = question?.config.max_length;
  return typeof longest === "number" ? longest : 254;
}
