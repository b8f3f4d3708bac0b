import { Condition } from "../conditions/condition.ts";
import { type Operator, operators } from "../conditions/operators.ts";
import type { Fault } from "../fault.ts";
import { isObject } from "../json.ts";
import { conditionDepthLimit, conditionLeafLimit } from "../limits.ts";
import { isPattern } from "../questions/pattern.ts";
import { faultFinder } from "../schema.ts";
import { leavesOf } from "./conditions.ts";
import type { Comparison, Reason } from "./types.ts";

export type ParsedCondition = { ok: true; value: Condition } | { ok: false; fault: Fault };

const shapeFaults = faultFinder(Condition);

/**
 * Parses a condition (decisions §4.2). Checks its shape, the `right` of its operators, and the limits of depth and comparisons.
 * `typeProblem` checks whether it fits the graph's questions.
 */
export function parseCondition(raw: unknown): ParsedCondition {
  const fault = isTooDeep(raw) ? whole(tooDeep) : (shapeFaults(raw)[0] ?? whole(leavesFault(raw as Condition)));
  return fault ? { ok: false, fault } : { ok: true, value: raw as Condition };
}

/** Checked first, because all other checks recurse into the condition. */
function isTooDeep(raw: unknown, levels = conditionDepthLimit): boolean {
  if (!isObject(raw)) return false;
  const inner = [raw.all, raw.any, raw.not].flat().filter(isObject);
  return inner.length > 0 && (levels === 0 || inner.some((part) => isTooDeep(part, levels - 1)));
}

const tooDeep: Reason = { kind: "condition_too_deep", limit: conditionDepthLimit };
const tooMany: Reason = { kind: "condition_too_long", limit: conditionLeafLimit };

const whole = (reason: Reason | null): Fault | null => reason && { at: [], reason };

function leavesFault(condition: Condition): Reason | null {
  const leaves = leavesOf(condition);
  if (leaves.length > conditionLeafLimit) return tooMany;
  for (const leaf of leaves) {
    const operator = operators.get(leaf.op);
    const fault = operator && (rightFault(leaf, operator) ?? caseFault(leaf, operator));
    if (fault) return fault;
  }
  return null;
}

/** Checks the shape of `right`. `typeProblem` checks the type of its values, which depends on the question. */
function rightFault({ op, right }: Comparison, { takes }: Operator): Reason | null {
  const isAbsent = right === undefined || right === null;
  if (takes === "nothing") return isAbsent ? null : { kind: "right_unexpected", op };
  if (isAbsent) return { kind: "right_missing", op };
  switch (takes) {
    case "value":
    case "count":
      return Array.isArray(right) ? { kind: "right_not_one", op } : null;
    case "pair":
      return Array.isArray(right) && right.length === 2 ? null : { kind: "right_not_pair", op };
    case "list":
      return Array.isArray(right) && right.length > 0 ? null : { kind: "right_not_list", op };
    case "pattern":
      return typeof right === "string" && isPattern(right) ? null : { kind: "right_not_pattern" };
  }
}

function caseFault({ op, ci }: Comparison, operator: Operator): Reason | null {
  if (ci === undefined) return null;
  const comparesText = operator.takes !== "nothing" && operator.families.includes("text");
  return comparesText ? null : { kind: "ci_unexpected", op };
}
