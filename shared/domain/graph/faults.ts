import type { Fault, Keys } from "../fault.ts";
import { dotted } from "../fieldError.ts";
import type { TableBudget } from "../questions/matchCost.ts";
import { leavesOf } from "./conditions.ts";
import { typeProblem } from "./conditionTypes.ts";
import { costProblems } from "./cost.ts";
import { misplaced } from "./nodeConditionProblems.ts";
import type { Outline, OutlineEdge, OutlineNode } from "./outline.ts";
import { faultMessage } from "./problem.ts";

/** Returns why a walk can't continue at a node, or null. */
export function nodeFault(node: OutlineNode, outline: Outline, tables: TableBudget): string | null {
  if (node.is_screen === null) return `\`${node.source.question_type}\` isn't a question type`;
  const within = (at: Keys, { reason }: Pick<Fault, "reason">) =>
    faultMessage({ at: ["nodes", node.index, ...at], reason });
  const [fault] = node.config_faults;
  if (fault) return within(["data", "config", ...fault.at], fault);
  for (const guard of node.guards) {
    const { at } = guard;
    const reason = misplaced(guard, node, outline);
    if (reason) return within(at, { reason });
    const fault = conditionFault(guard, outline);
    if (typeof fault === "string") return `${dotted(at)}: ${fault}`;
    if (fault) return within([...at, ...fault.at], fault);
  }
  const [cost] = costProblems(node, outline, tables);
  return cost ? faultMessage(cost) : null;
}

/** Returns why an edge's condition can't be evaluated, or null. */
export function edgeFault(edge: OutlineEdge, outline: Outline): string | null {
  const fault = conditionFault(edge, outline);
  if (!fault) return null;
  const at = typeof fault === "string" ? [] : ["edges", edge.index, "condition", ...fault.at];
  return `edge ${edge.index}: ${typeof fault === "string" ? fault : faultMessage({ at, reason: fault.reason })}`;
}

function conditionFault(
  { fault, condition, source }: OutlineEdge,
  { questions, hidden_fields, calculations }: Outline,
): Fault | string | null {
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
    if (problem) return { at: [], reason: problem.reason };
  }
  return null;
}
