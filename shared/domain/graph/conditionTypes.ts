import type { Family } from "../conditions/operators.ts";
import { operators } from "../conditions/operators.ts";
import { isAtPrecision } from "../dates.ts";
import type { Domain } from "../questions/question.ts";
import { leftOf } from "./conditions.ts";
import { domainAt, domainOf, type Questions } from "./domains.ts";
import type { Comparison, Operand, Reason } from "./types.ts";

export interface TypeProblem {
  code: "bad_condition" | "condition_type";
  reason: Reason;
}

/**
 * Checks whether a well-formed comparison fits its operand (decisions §4.4 `condition_type`, and `bad_condition` for a missing
 * `path`). Returns null if it fits or if the question is unknown, which is a separate problem.
 */
export function typeProblem(comparison: Comparison, fromNodeId: string, questions: Questions): TypeProblem | null {
  const left = leftOf(comparison, fromNodeId);
  const domain = domainOf(left, questions);
  if (!domain) return null;
  const unfit = pathFault(left, domain) ?? operatorFault(comparison, left, domainAt(domain, left));
  if (unfit) return { code: "condition_type", reason: unfit };
  if (lacksPath(comparison, domainAt(domain, left)))
    return { code: "bad_condition", reason: { kind: "part_missing", op: comparison.op, left } };
  const reason = valuesFault(comparison, left, domainAt(domain, left));
  return reason && { code: "condition_type", reason };
}

function pathFault(left: Operand, domain: Domain): Reason | null {
  if (left.type !== "answer" || left.path === undefined) return null;
  if (domain.family !== "rank" && domain.family !== "row") return { kind: "part_unexpected", left };
  const known = domain.family === "rank" ? domain.values : domain.rows;
  if (known.includes(left.path)) return null;
  const part = domain.family === "rank" ? "option" : "row";
  return { kind: "part_unknown", left, part, ...firstOf(known) };
}

const knownLimit = 10;
const firstOf = (known: readonly string[]) => ({ known: known.slice(0, knownLimit), count: known.length });

function operatorFault({ op, ci }: Comparison, left: Operand, { family }: Domain): Reason | null {
  // rankings and matrices can be compared with a path
  const families: readonly Family[] =
    family === "rank" ? ["rank", "num"] : family === "row" ? ["row", "one"] : [family];
  const accepts = operators.get(op)?.families.some((accepted) => families.includes(accepted));
  if (!accepts) return { kind: "operator_unfit", op, left, family };
  return ci && family !== "text" ? { kind: "ci_unfit", left, family } : null;
}

function lacksPath({ op }: Comparison, { family }: Domain): boolean {
  return operators.get(op)?.families.includes(family) === false;
}

/** Returns the problem of the values on the right, or null. */
function valuesFault({ op, right }: Comparison, left: Operand, domain: Domain): Reason | null {
  const takes = operators.get(op)?.takes;
  if (takes === "nothing") return null;
  const values: unknown[] = Array.isArray(right) ? right : [right];
  if (takes === "count") {
    const areCounts = values.every((value) => Number.isInteger(value) && Number(value) >= 0);
    return areCounts ? null : { kind: "count_invalid", op, left };
  }
  const wrong = values.find((value) => !isPossible(value, domain));
  if (wrong === undefined) return null;
  const isOption = domain.family === "one" || domain.family === "many";
  // the shape of conditions allows texts and numbers only
  const value = wrong as string | number;
  if (domain.family === "date" && domain.precision !== "day")
    return { kind: "precision_unfit", value, left, precision: domain.precision };
  return isOption
    ? { kind: "option_unknown", value, left, ...firstOf(domain.values) }
    : { kind: "value_unfit", value, left, family: domain.family };
}

/** Returns whether the operand can have this value. Out-of-range numbers and dates count: they are `condition_unsatisfiable`. */
function isPossible(value: unknown, domain: Domain): boolean {
  switch (domain.family) {
    case "num":
      return Number.isFinite(value);
    case "date":
      return isAtPrecision[domain.precision](value);
    case "one":
    case "many":
      return typeof value === "string" && (domain.open || domain.values.includes(value));
    default:
      return typeof value === "string";
  }
}
