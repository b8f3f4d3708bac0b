import { Condition } from "../conditions/condition.ts";
import { type Operator, operators } from "../conditions/operators.ts";
import { isObject } from "../json.ts";
import { conditionDepthLimit, conditionLeafLimit } from "../limits.ts";
import { isPattern } from "../questions/pattern.ts";
import { checker } from "../schema.ts";
import { leavesOf } from "./conditions.ts";
import type { Comparison } from "./types.ts";

export type ParsedCondition = { ok: true; value: Condition } | { ok: false; message: string };

const check = checker(Condition, "condition");

/**
 * Parses a condition (decisions §4.2). Checks its shape, the `right` of its operators, and the limits of depth and comparisons.
 * `typeProblem` checks whether it fits the graph's questions.
 */
export function parseCondition(raw: unknown): ParsedCondition {
  const message = (isTooDeep(raw) ? tooDeep : null) ?? shapeFault(raw) ?? leavesFault(raw as Condition);
  return message === null ? { ok: true, value: raw as Condition } : { ok: false, message };
}

/** Checked first, because all other checks recurse into the condition. */
function isTooDeep(raw: unknown, levels = conditionDepthLimit): boolean {
  if (!isObject(raw)) return false;
  const inner = [raw.all, raw.any, raw.not].flat().filter(isObject);
  return inner.length > 0 && (levels === 0 || inner.some((part) => isTooDeep(part, levels - 1)));
}

const tooDeep = `condition: must have at most ${conditionDepthLimit} levels of all, any and not`;
const tooMany = `condition: must have at most ${conditionLeafLimit} comparisons`;

function shapeFault(raw: unknown): string | null {
  const [error] = check(raw);
  return error === undefined ? null : error.startsWith("condition:") ? error : `condition.${error}`;
}

function leavesFault(condition: Condition): string | null {
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
function rightFault({ op, right }: Comparison, { takes }: Operator): string | null {
  const isAbsent = right === undefined || right === null;
  if (takes === "nothing") return isAbsent ? null : `\`${op}\` takes no \`right\``;
  if (isAbsent) return `\`${op}\` needs a \`right\``;
  switch (takes) {
    case "value":
    case "count":
      return Array.isArray(right) ? `\`${op}\` takes one value as its \`right\`` : null;
    case "pair":
      return Array.isArray(right) && right.length === 2 ? null : `\`${op}\` takes [low, high] as its \`right\``;
    case "list":
      return Array.isArray(right) && right.length > 0
        ? null
        : `\`${op}\` takes an array of at least one value as its \`right\``;
    case "pattern":
      return typeof right === "string" && isPattern(right)
        ? null
        : "`matches` takes a regular expression in RE2 syntax, of up to 1,000 characters";
  }
}

function caseFault({ op, ci }: Comparison, operator: Operator): string | null {
  if (ci === undefined) return null;
  const comparesText = operator.takes !== "nothing" && operator.families.includes("text");
  return comparesText ? null : `\`${op}\` takes no \`ci\``;
}
