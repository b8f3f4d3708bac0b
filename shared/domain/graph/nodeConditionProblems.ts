import type { Keys } from "../fault.ts";
import { guardLeafLimit } from "../limits.ts";
import { leavesOf } from "./conditions.ts";
import { typeProblem } from "./conditionTypes.ts";
import type { Outline, OutlineGuard, OutlineNode } from "./outline.ts";
import type { Found } from "./problem.ts";
import type { Reachability } from "./reachability.ts";
import { comparisonReferenceFault, recallFaultsOf } from "./references.ts";
import { nodeError } from "./structure.ts";
import type { Example, Reason } from "./types.ts";

/** Problems of `show_if` and `valid_if` (features §11.1, §11.2). */
export function nodeConditionProblems(node: OutlineNode, outline: Outline, reachability: Reachability): Found[] {
  return [
    ...node.guards.flatMap((guard) => problemsOf(guard, node, outline, reachability)),
    ...messageProblems(node, outline, reachability),
  ];
}

/** Returns why a node can't have this condition, or null. */
export function misplaced({ guard, condition }: OutlineGuard, node: OutlineNode, { entry }: Outline): Reason | null {
  if (guard.kind === "valid_if") return node.is_screen ? { kind: "screen_unchecked" } : null;
  if (guard.kind === "show_if" && node === entry) return { kind: "start_always_shown" };
  if (guard.kind === "show_if" && node.is_end) return { kind: "end_always_shown" };
  const lacksLeft = condition && leavesOf(condition).some(({ left }) => left === undefined);
  return lacksLeft ? { kind: "left_missing" } : null;
}

function problemsOf(guard: OutlineGuard, node: OutlineNode, outline: Outline, reachability: Reachability): Found[] {
  const error = (code: "bad_condition" | "condition_type" | "condition_ref", reason: Reason, keys: Keys = []) =>
    nodeError(node, code, reason, [...guard.at, ...keys]);
  if (guard.guard.condition === null) return [error("bad_condition", { kind: "condition_missing" })];
  if (guard.fault) return [error("bad_condition", guard.fault.reason, guard.fault.at)];
  const fault = misplaced(guard, node, outline);
  if (fault) return [error("bad_condition", fault)];
  const problems = new Map<string, Found>();
  for (const comparison of guard.condition ? leavesOf(guard.condition) : []) {
    const reference = comparisonReferenceFault(
      comparison,
      node,
      outline,
      reachability,
      guard.guard.kind === "valid_if",
    );
    const found = reference
      ? { code: "condition_ref" as const, reason: reference }
      : typeProblem(comparison, node.id, outline.questions);
    if (found) problems.set(JSON.stringify(found.reason), error(found.code, found.reason));
  }
  return [...problems.values()];
}

function messageProblems(node: OutlineNode, outline: Outline, reachability: Reachability): Found[] {
  const rules = node.source.data?.valid_if ?? [];
  return rules.flatMap(({ message = "" }, at) => {
    const keys = ["data", "valid_if", at, "message"];
    if (!message.trim()) return [nodeError(node, "bad_condition", { kind: "rule_message_missing" }, keys)];
    return recallFaultsOf(message, node, outline, reachability, true).map((reason) =>
      nodeError(node, "condition_ref", reason, keys),
    );
  });
}

/** Reports the first node whose conditions exceed the limit of all comparisons of `show_if` and `valid_if`. */
export function leafLimitProblems({ nodes }: Outline): Found[] {
  let leaves = 0;
  for (const node of nodes) {
    for (const guard of node.guards) {
      leaves += guard.condition ? leavesOf(guard.condition).length : 0;
      if (leaves <= guardLeafLimit) continue;
      return [nodeError(node, "bad_condition", { kind: "conditions_too_many", limit: guardLeafLimit }, guard.at)];
    }
  }
  return [];
}

/** Returns the warning about a condition that is never true. */
export function neverTrue({ at }: OutlineGuard, node: OutlineNode, example: Example | null): Found {
  const problem = nodeError(node, "condition_unsatisfiable", { kind: "never_true" }, at, example);
  return { ...problem, severity: "warning" };
}
