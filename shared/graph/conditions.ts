import { RE2JS } from "re2js";
import { isPattern } from "../questions/pattern.ts";
import { conditionDepthLimit, conditionLeafLimit } from "./limits.ts";
import { type Operator, operators } from "./operators.ts";
import type { Comparison, Condition, Operand } from "./types.ts";

export type ParsedCondition = { ok: true; value: Condition } | { ok: false; message: string };

/**
 * Is that JSON a condition (decisions §4.2)? Only its form is looked at: a known operator, operands of the right shape,
 * no unknown keys, depth and leaves within their limits. Whether it fits the graph's questions, `typeProblem` tells.
 */
export function parseCondition(raw: unknown): ParsedCondition {
  const message = conditionFault(raw, 0) ?? leavesFault(raw as Condition);
  return message === null ? { ok: true, value: raw as Condition } : { ok: false, message };
}

/** The comparisons of a condition, from left to right. */
export function leavesOf(condition: Condition): Comparison[] {
  if ("all" in condition) return condition.all.flatMap(leavesOf);
  if ("any" in condition) return condition.any.flatMap(leavesOf);
  if ("not" in condition) return leavesOf(condition.not);
  return [condition];
}

/** What a comparison reads: an absent `left` is the answer of the node that the edge leaves. */
export function leftOf(comparison: Comparison, fromNodeId: string): Operand {
  return comparison.left ?? { type: "answer", node_id: fromNodeId };
}

/** Case-insensitive where `ci` says so; throws where the text is no RE2 pattern. */
export function compilePattern(pattern: string, ci: boolean): RE2JS {
  return RE2JS.compile(pattern, ci ? RE2JS.CASE_INSENSITIVE : 0);
}

/** The first thing that is wrong, or null. `depth` counts the levels of all, any and not above this one. */
function conditionFault(raw: unknown, depth: number): string | null {
  if (!isObject(raw)) return "a condition is an object";
  const group = (["all", "any", "not"] as const).find((key) => Object.hasOwn(raw, key));
  if (!group) return comparisonFault(raw);
  if (Object.keys(raw).length > 1) return `beside \`${group}\` nothing else may stand`;
  if (depth === conditionDepthLimit) return `at most ${conditionDepthLimit} levels of all, any and not`;
  const inner = group === "not" ? [raw.not] : raw[group];
  if (!Array.isArray(inner) || inner.length === 0) return `\`${group}\` takes an array of at least one condition`;
  if (inner.length > conditionLeafLimit) return `at most ${conditionLeafLimit} comparisons`;
  return firstFault(inner, (part) => conditionFault(part, depth + 1));
}

function leavesFault(condition: Condition): string | null {
  return leavesOf(condition).length > conditionLeafLimit ? `at most ${conditionLeafLimit} comparisons` : null;
}

function comparisonFault(raw: Record<string, unknown>): string | null {
  const unknown = Object.keys(raw).find((key) => !["left", "op", "right", "ci"].includes(key));
  if (unknown !== undefined) return `\`${unknown}\`: unknown key of a comparison`;
  if (typeof raw.op !== "string") return "a comparison needs an operator, `op`";
  const operator = operators.get(raw.op);
  if (!operator) return `\`${raw.op}\`: unknown operator`;
  return operandFault(raw.left) ?? rightFault(raw, operator) ?? caseFault(raw, operator);
}

function operandFault(left: unknown): string | null {
  if (left === undefined) return null;
  if (!isObject(left)) return "`left` is an object";
  const fields = operandFields.get(left.type);
  if (!fields) return "`left.type` is one of answer, score, hidden";
  const unknown = Object.keys(left).find((key) => key !== "type" && !fields.includes(key));
  if (unknown !== undefined) return `\`left.${unknown}\`: unknown key`;
  const missing = fields.find((key) => key !== "path" && typeof left[key] !== "string");
  if (missing !== undefined) return `\`left.${missing}\` is missing`;
  return left.path === undefined || typeof left.path === "string" ? null : "`left.path` is a text";
}

const operandFields = new Map<unknown, string[]>([
  ["answer", ["node_id", "path"]],
  ["score", []],
  ["hidden", ["key"]],
]);

/** The shape of `right`. The type of its values depends on the question: `typeProblem` looks at it. */
function rightFault({ op, right }: Record<string, unknown>, operator: Operator): string | null {
  if (operator.takes === "nothing")
    return right === undefined || right === null ? null : `\`${op}\` takes no \`right\``;
  if (right === undefined || right === null) return `\`${op}\` needs a \`right\``;
  switch (operator.takes) {
    case "value":
    case "count":
      return isScalar(right) ? null : `\`${op}\` takes one value`;
    case "pair":
      return isList(right) && right.length === 2 ? null : `\`${op}\` takes [low, high]`;
    case "list":
      return isList(right) && right.length > 0 ? null : `\`${op}\` takes an array of at least one value`;
    case "pattern":
      return patternFault(right);
  }
}

function patternFault(right: unknown): string | null {
  if (typeof right !== "string") return "`matches` takes a regular expression";
  return isPattern(right) ? null : "`matches` takes a regular expression in RE2 syntax, of up to 1,000 characters";
}

function caseFault({ op, ci }: Record<string, unknown>, operator: Operator): string | null {
  if (ci === undefined) return null;
  if (typeof ci !== "boolean") return "`ci` is true or false";
  const comparesText = operator.takes !== "nothing" && operator.families.includes("text");
  return comparesText ? null : `\`${op}\` takes no \`ci\``;
}

function firstFault<T>(items: T[], fault: (item: T) => string | null): string | null {
  for (const item of items) {
    const message = fault(item);
    if (message !== null) return message;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every(isScalar);
}
