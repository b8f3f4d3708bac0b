import { leavesOf, leftOf } from "../../../../shared/domain/graph/conditions.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { readCondition } from "../builder/conditions/read.ts";
import { ruleText } from "../builder/conditions/sentence.ts";
import { builtInTypes } from "../builder/types/questionTable.ts";

/**
 * Returns the rule that led from a node to the next one, such as `Otherwise`. Null if there was no choice, if several rules lead
 * there, or if the rule only reads the node's own answer, which is shown anyway.
 */
export function reasonOf(graph: Graph, from: string, to: string): string | null {
  const rules = graph.edges.filter((edge) => edge.from === from);
  const [taken, other] = rules.filter((edge) => edge.to === to);
  if (!taken || other || rules.length < 2) return null;
  const condition = readCondition(taken.condition);
  if (condition && leavesOf(condition).every((one) => isOwn(leftOf(one, from), from))) return null;
  return ruleText(taken, rules.indexOf(taken), { graph, from, table: builtInTypes });
}

const isOwn = (left: ReturnType<typeof leftOf>, from: string): boolean =>
  left.type === "answer" && left.node_id === from;
