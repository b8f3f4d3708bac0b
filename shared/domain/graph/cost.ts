import { matchCost, type TableBudget } from "../questions/matchCost.ts";
import { stepLimit } from "../questions/pattern.ts";
import type { CompiledQuestion } from "../questions/question.ts";
import { leavesOf, leftOf } from "./conditions.ts";
import type { Questions } from "./domains.ts";
import { hiddenValueLimit } from "./limits.ts";
import type { Outline, OutlineEdge, OutlineNode } from "./outline.ts";
import { edgeProblem, nodeError } from "./structure.ts";
import type { Comparison, Problem } from "./types.ts";

/**
 * Checks the cost limit of a respondent's step, which matches the question's pattern and evaluates all conditions of the node's
 * edges. Reports the node if its pattern exceeds the limit, else the edge where the conditions exceed it.
 */
export function costProblems(node: OutlineNode, { questions }: Outline, tables: TableBudget): Problem[] {
  const question = questions.get(node.id);
  let cost = question ? checkCost(question, tables) : 0;
  if (cost > stepLimit) {
    const message = `config.pattern: too expensive for texts of ${lengthOf(question)} characters; lower max_length or shorten the pattern`;
    return [nodeError(node, "bad_config", message)];
  }
  const reading: Reading = { questions, matched: new Set(), tables };
  for (const edge of node.edges) {
    cost += conditionCost(edge, reading);
    if (cost <= stepLimit) continue;
    const message =
      "the text conditions up to here are too expensive; simplify patterns, lower max_length or use fewer";
    return [edgeProblem(edge, "error", "bad_condition", message)];
  }
  return [];
}

interface Reading {
  questions: Questions;
  /** pairs of pattern and text in all conditions of the node */
  matched: Set<string>;
  tables: TableBudget;
}

function conditionCost({ condition, from }: OutlineEdge, reading: Reading): number {
  if (!condition || !from) return 1;
  return leavesOf(condition).reduce((sum, leaf) => sum + comparisonCost(leaf, from.id, reading), 0);
}

/** Estimates a comparison. Only text comparisons depend on the length of the answer. */
function comparisonCost(comparison: Comparison, fromNodeId: string, reading: Reading): number {
  const { questions, matched, tables } = reading;
  const left = leftOf(comparison, fromNodeId);
  if (left.type === "score") return 1;
  const question = left.type === "answer" ? questions.get(left.node_id) : undefined;
  if (left.type === "answer" && question?.domain?.family !== "text") return 4;
  const length = left.type === "hidden" ? hiddenValueLimit : lengthOf(question);
  if (comparison.op !== "matches") return 1 + length / 8;
  // each pair of pattern and text is matched once (pattern.ts)
  const key = JSON.stringify([left, comparison.right, comparison.ci === true]);
  if (matched.has(key)) return 1;
  matched.add(key);
  return matchCost(String(comparison.right), comparison.ci ? "search-ci" : "search", length, tables);
}

function checkCost(question: CompiledQuestion, tables: TableBudget): number {
  const { pattern } = question.config;
  return typeof pattern === "string" ? matchCost(pattern, "whole", lengthOf(question), tables) : 0;
}

/** Returns the maximum length of an answer. Email addresses have at most 254 characters. */
function lengthOf(question: CompiledQuestion | undefined): number {
  const longest = question?.config.max_length;
  return typeof longest === "number" ? longest : 254;
}
