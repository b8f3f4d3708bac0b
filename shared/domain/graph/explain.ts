import { leftOf } from "./conditions.ts";
import type { Questions } from "./domains.ts";
import { compileCondition, operandValue, type WalkView } from "./evaluate.ts";
import type { ExplainedComparison, Explanation } from "./shapes/simulation.ts";
import type { Comparison, Condition, Operand } from "./types.ts";

/** Explains why a condition matches or not. It must fit its graph, like for `compileCondition`. */
export function explain(condition: Condition, fromNodeId: string, questions: Questions, view: WalkView): Explanation {
  const inner = (part: Condition) => explain(part, fromNodeId, questions, view);
  const result = compileCondition(condition, fromNodeId, questions)(view);
  if ("all" in condition) return { all: condition.all.map(inner), result };
  if ("any" in condition) return { any: condition.any.map(inner), result };
  if ("not" in condition) return { not: inner(condition.not), result };
  return explained(condition, leftOf(condition, fromNodeId), questions, view, result);
}

function explained(
  { op, right = null, ci }: Comparison,
  left: Operand,
  questions: Questions,
  view: WalkView,
  result: boolean,
): ExplainedComparison {
  return { left, op, right, ...(ci !== undefined && { ci }), actual: operandValue(left, questions, view), result };
}
