import { pageNodeLimit } from "../limits.ts";
import type { TableBudget } from "../questions/matchCost.ts";
import { stepLimit } from "../questions/pattern.ts";
import { checkCost, conditionCost, type Reading } from "./cost.ts";
import { canBePassedOver, type Outline, type OutlineEdge, type OutlineNode } from "./outline.ts";
import type { Found } from "./problem.ts";
import { nodeError } from "./structure.ts";

/**
 * Cost limits of several steps, by the most expensive path. `order` is topological. They are a few times the limit of one step,
 * because the service yields between steps.
 */
const pathSteps = 20;

/** Reports the first node where the options' conditions on a path exceed the limit, because `max_score` evaluates all of them. */
export function optionCostProblems(outline: Outline, order: readonly OutlineNode[], tables: TableBudget): Found[] {
  const arriving = new Map<OutlineNode, number>();
  for (const node of order) {
    const options = node.guards.filter(({ guard }) => guard.kind === "option");
    const cost = (arriving.get(node) ?? 0) + partsCost(options, newReading(outline, tables));
    if (cost > pathSteps * stepLimit) return [nodeError(node, "bad_condition", { kind: "options_too_slow" })];
    for (const { to } of node.edges) if (to) arriving.set(to, Math.max(arriving.get(to) ?? 0, cost));
  }
  return [];
}

/**
 * Reports the first node where as many consecutive nodes as a page or a request can have exceed the limit. A node that can be
 * passed over costs its conditions alone.
 */
export function batchCostProblems(outline: Outline, order: readonly OutlineNode[], tables: TableBudget): Found[] {
  const limit = pathSteps * stepLimit;
  const costs = new Map(order.map((node) => [node, costsOf(node, outline, tables)]));
  if ([...costs.values()].reduce((sum, { step }) => sum + step, 0) <= limit) return [];
  /** By number of steps, the highest cost of a walk that arrives. */
  const arriving = new Map<OutlineNode, Float64Array>();
  for (const node of order) {
    const before = arriving.get(node) ?? new Float64Array(pageNodeLimit);
    const { step, pass } = costs.get(node) as Costs;
    const after = before.map((cost, steps) => {
      // nodes that are passed over before the first step belong to an earlier request
      if (steps === 0) return 0;
      return Math.max(canBePassedOver(node) ? cost + pass : 0, (before[steps - 1] as number) + step);
    });
    if ((before[pageNodeLimit - 1] as number) + step > limit) {
      return [nodeError(node, "bad_condition", { kind: "nodes_too_slow", limit: pageNodeLimit })];
    }
    for (const { to } of node.edges) if (to) arriving.set(to, higher(arriving.get(to), after));
  }
  return [];
}

interface Costs {
  /** of an answer, without the nodes that are passed over after it */
  step: number;
  /** of passing the node over */
  pass: number;
}

function costsOf(node: OutlineNode, outline: Outline, tables: TableBudget): Costs {
  const onArrival = node.guards.filter(({ guard }) => guard.kind !== "valid_if");
  const question = outline.questions.get(node.id);
  const check = question ? Math.min(checkCost(question, tables), stepLimit) : 0;
  return {
    step: check + partsCost([...node.guards, ...node.edges], newReading(outline, tables)),
    pass: canBePassedOver(node) ? partsCost([...onArrival, ...node.edges], newReading(outline, tables)) : 0,
  };
}

/** A node beyond the limit of a step is a problem of its own. */
const partsCost = (parts: readonly OutlineEdge[], reading: Reading): number =>
  Math.min(
    parts.reduce((sum, part) => sum + conditionCost(part, reading), 0),
    stepLimit,
  );

function higher(one: Float64Array | undefined, other: Float64Array): Float64Array {
  return one ? one.map((cost, steps) => Math.max(cost, other[steps] as number)) : other;
}

const newReading = ({ questions, calculations }: Outline, tables: TableBudget): Reading => ({
  questions,
  calculations,
  matched: new Set(),
  tables,
});
