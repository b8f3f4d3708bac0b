import type { TableBudget } from "../questions/matchCost.ts";
import { leavesOf } from "./conditions.ts";
import { typeProblem } from "./conditionTypes.ts";
import { costProblems } from "./cost.ts";
import { misplaced, withPath } from "./guardProblems.ts";
import type { Outline, OutlineEdge, OutlineNode } from "./outline.ts";

/** Returns why a walk can't continue at a node, or null. */
export function nodeFault(node: OutlineNode, outline: Outline, tables: TableBudget): string | null {
  if (node.is_screen === null) return `\`${node.source.question_type}\` isn't a question type`;
  if (node.config_problems[0] !== undefined) return `config.${node.config_problems[0]}`;
  for (const guard of node.guards) {
    const fault = misplaced(guard, node, outline) ?? conditionFault(guard, outline);
    if (fault !== null) return withPath(guard, fault);
  }
  return costProblems(node, outline, tables)[0]?.message ?? null;
}

/** Returns why an edge's condition can't be evaluated, or null. */
export function edgeFault(edge: OutlineEdge, outline: Outline): string | null {
  const fault = conditionFault(edge, outline);
  return fault && `edge ${edge.index}: ${fault}`;
}

function conditionFault(
  { fault, condition, source }: OutlineEdge,
  { questions, hidden_fields, calculations }: Outline,
) {
  if (fault !== null) return fault;
  for (const leaf of condition ? leavesOf(condition) : []) {
    const { left } = leaf;
    if (left?.type === "calculation") {
      if (!calculations.get(left.key)?.isSound) return "its condition reads an invalid calculation";
    }
    const isUnknown =
      (left?.type === "hidden" && !hidden_fields.has(left.key)) ||
      ((!left || left.type === "answer") && !questions.get(left?.node_id ?? source.from)?.domain);
    if (isUnknown) return "its condition reads a node without an answer";
    const problem = typeProblem(leaf, source.from, questions);
    if (problem) return problem.message;
  }
  return null;
}
