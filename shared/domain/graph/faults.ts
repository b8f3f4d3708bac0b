import type { TableBudget } from "../questions/matchCost.ts";
import { leavesOf } from "./conditions.ts";
import { typeProblem } from "./conditionTypes.ts";
import { costProblems } from "./cost.ts";
import type { Outline, OutlineEdge, OutlineNode } from "./outline.ts";

/** Returns why a walk can't continue at a node, or null. */
export function nodeFault(node: OutlineNode, outline: Outline, tables: TableBudget): string | null {
  if (node.is_screen === null) return `\`${node.source.question_type}\` isn't a question type`;
  if (node.config_problems[0] !== undefined) return `config.${node.config_problems[0]}`;
  return costProblems(node, outline, tables)[0]?.message ?? null;
}

/** Returns why an edge's condition can't be evaluated, or null. */
export function edgeFault(edge: OutlineEdge, { questions, hidden_fields }: Outline): string | null {
  if (edge.fault !== null) return `edge ${edge.index}: ${edge.fault}`;
  for (const leaf of edge.condition ? leavesOf(edge.condition) : []) {
    const { left } = leaf;
    const isUnknown =
      (left?.type === "hidden" && !hidden_fields.has(left.key)) ||
      (left?.type !== "score" && left?.type !== "hidden" && !questions.get(left?.node_id ?? edge.source.from)?.domain);
    if (isUnknown) return `edge ${edge.index}: its condition reads a node without an answer`;
    const problem = typeProblem(leaf, edge.source.from, questions);
    if (problem) return `edge ${edge.index}: ${problem.message}`;
  }
  return null;
}
