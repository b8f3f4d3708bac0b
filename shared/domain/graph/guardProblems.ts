import { guardLeafLimit } from "../limits.ts";
import { leavesOf } from "./conditions.ts";
import type { TypeProblem } from "./conditionTypes.ts";
import { typeProblem } from "./conditionTypes.ts";
import type { Outline, OutlineGuard, OutlineNode } from "./outline.ts";
import type { Reachability } from "./reachability.ts";
import { comparisonReferenceFault, recallFaultsOf } from "./references.ts";
import { nodeError } from "./structure.ts";
import type { Example, Problem } from "./types.ts";

/** Problems of `show_if` and `valid_if` (features §11.1, §11.2). They name the path of the condition. */
export function guardProblems(node: OutlineNode, outline: Outline, reachability: Reachability): Problem[] {
  return [
    ...node.guards.flatMap((guard) => problemsOf(guard, node, outline, reachability)),
    ...messageProblems(node, outline, reachability),
  ];
}

/** Returns a message with the path of its condition. */
export function withPath({ guard: { path } }: OutlineGuard, message: string): string {
  const rest = /^condition([:.].*)$/s.exec(message)?.[1];
  return `${path}${rest ?? `: ${message}`}`;
}

/** Returns why a node can't have this condition, or null. */
export function misplaced({ guard, condition }: OutlineGuard, node: OutlineNode, { entry }: Outline): string | null {
  if (guard.kind === "valid_if") return node.is_screen ? "screens have no answer to check" : null;
  if (guard.kind === "show_if" && node === entry) return "the entry node is always shown; remove the condition";
  if (guard.kind === "show_if" && node.is_end) return "end screens are always shown; remove the condition";
  const lacksLeft = condition && leavesOf(condition).some(({ left }) => left === undefined);
  return lacksLeft ? "each comparison needs a `left`, because the node has no answer yet" : null;
}

function problemsOf(guard: OutlineGuard, node: OutlineNode, outline: Outline, reachability: Reachability): Problem[] {
  const fault =
    (guard.guard.condition === null ? "a condition is missing" : guard.fault) ?? misplaced(guard, node, outline);
  if (fault !== null) return [nodeError(node, "bad_condition", withPath(guard, fault))];
  const problems = new Map<string, Problem>();
  for (const comparison of guard.condition ? leavesOf(guard.condition) : []) {
    const reference = comparisonReferenceFault(
      comparison,
      node,
      outline,
      reachability,
      guard.guard.kind === "valid_if",
    );
    const found: TypeProblem | { code: "condition_ref"; message: string } | null =
      reference === null
        ? typeProblem(comparison, node.id, outline.questions)
        : { code: "condition_ref", message: reference };
    if (found) problems.set(found.message, nodeError(node, found.code, withPath(guard, found.message)));
  }
  return [...problems.values()];
}

function messageProblems(node: OutlineNode, outline: Outline, reachability: Reachability): Problem[] {
  const rules = node.source.data?.valid_if ?? [];
  return rules.flatMap(({ message = "" }, at) => {
    const path = `data.valid_if.${at}.message`;
    if (!message.trim()) return [nodeError(node, "bad_condition", `${path}: is required`)];
    return recallFaultsOf(message, node, outline, reachability, true).map((fault) =>
      nodeError(node, "condition_ref", `${path}: ${fault}`),
    );
  });
}

/** Reports the first node whose conditions exceed the limit of all comparisons of `show_if` and `valid_if`. */
export function leafLimitProblems({ nodes }: Outline): Problem[] {
  let leaves = 0;
  for (const node of nodes) {
    for (const guard of node.guards) {
      leaves += guard.condition ? leavesOf(guard.condition).length : 0;
      if (leaves <= guardLeafLimit) continue;
      const limit = guardLeafLimit.toLocaleString("en");
      const message = `all \`show_if\` and \`valid_if\` of a form can have at most ${limit} comparisons together`;
      return [nodeError(node, "bad_condition", withPath(guard, message))];
    }
  }
  return [];
}

/** Returns the warning about a condition that is never true. */
export function neverTrue(guard: OutlineGuard, example: Example | null): Problem {
  const message = withPath(guard, "this condition is never true");
  const nodeId = guard.from?.id;
  return {
    code: "condition_unsatisfiable",
    severity: "warning",
    ...(nodeId !== undefined && { node_id: nodeId }),
    message,
    example,
  };
}
