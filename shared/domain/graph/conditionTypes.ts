import type { Family } from "../conditions/operators.ts";
import { operators } from "../conditions/operators.ts";
import { isRealDate } from "../dates.ts";
import type { Domain } from "../questions/question.ts";
import { named } from "../questions/reply.ts";
import { leftOf } from "./conditions.ts";
import { domainAt, domainOf, type Questions } from "./domains.ts";
import type { Comparison, Operand } from "./types.ts";

export interface TypeProblem {
  code: "bad_condition" | "condition_type";
  message: string;
}

/**
 * Checks whether a well-formed comparison fits its operand (decisions §4.4 `condition_type`, and `bad_condition` for a missing
 * `path`). Returns null if it fits or if the question is unknown, which is a separate problem.
 */
export function typeProblem(comparison: Comparison, fromNodeId: string, questions: Questions): TypeProblem | null {
  const left = leftOf(comparison, fromNodeId);
  const domain = domainOf(left, questions);
  if (!domain) return null;
  const message = pathFault(left, domain) ?? operatorFault(comparison, left, domainAt(domain, left));
  if (message) return { code: "condition_type", message };
  if (lacksPath(comparison, domainAt(domain, left))) {
    return { code: "bad_condition", message: `\`${comparison.op}\` on ${nameOf(left)} needs a \`path\`` };
  }
  const values = valuesFault(comparison, domainAt(domain, left));
  return values === null ? null : { code: "condition_type", message: `${values} (${nameOf(left)})` };
}

/** Returns an operand's name for messages. */
export function nameOf(left: Operand): string {
  if (left.type === "score") return "the score";
  if (left.type === "calculation") return `the calculation \`${left.key}\``;
  if (left.type === "hidden") return `the hidden field \`${left.key}\``;
  return left.path === undefined ? `the answer of \`${left.node_id}\`` : `\`${left.path}\` of \`${left.node_id}\``;
}

function pathFault(left: Operand, domain: Domain): string | null {
  if (left.type !== "answer" || left.path === undefined) return null;
  if (domain.family !== "rank" && domain.family !== "row")
    return `${nameOf(left)}: only answers of a matrix or a ranking have a \`path\``;
  const known = domain.family === "rank" ? domain.values : domain.rows;
  if (known.includes(left.path)) return null;
  const kind = domain.family === "rank" ? "option" : "row";
  return `\`${left.node_id}\` has no ${kind} \`${left.path}\`; known: ${named(known)}`;
}

function operatorFault({ op, ci }: Comparison, left: Operand, { family }: Domain): string | null {
  // rankings and matrices can be compared with a path
  const families: readonly Family[] =
    family === "rank" ? ["rank", "num"] : family === "row" ? ["row", "one"] : [family];
  const accepts = operators.get(op)?.families.some((accepted) => families.includes(accepted));
  if (!accepts) return `\`${op}\` can't compare ${nameOf(left)}, which is ${familyNames[family]}`;
  return ci && family !== "text" ? `\`ci\` needs a text; ${nameOf(left)} is ${familyNames[family]}` : null;
}

function lacksPath({ op }: Comparison, { family }: Domain): boolean {
  return operators.get(op)?.families.includes(family) === false;
}

/** Returns the problem of the values on the right, or null. */
function valuesFault({ op, right }: Comparison, domain: Domain): string | null {
  const takes = operators.get(op)?.takes;
  if (takes === "nothing") return null;
  const values: unknown[] = Array.isArray(right) ? right : [right];
  if (takes === "count") {
    return values.every((value) => Number.isInteger(value) && Number(value) >= 0)
      ? null
      : `\`${op}\` needs a whole number of at least 0`;
  }
  const wrong = values.find((value) => !isPossible(value, domain));
  if (wrong === undefined) return null;
  const isOption = domain.family === "one" || domain.family === "many";
  return isOption
    ? `${JSON.stringify(wrong)} isn't an option; options: ${named(domain.values)}`
    : `${JSON.stringify(wrong)} isn't ${familyNames[domain.family]}`;
}

/** Returns whether the operand can have this value. Out-of-range numbers and dates count: they are `condition_unsatisfiable`. */
function isPossible(value: unknown, domain: Domain): boolean {
  switch (domain.family) {
    case "num":
      return Number.isFinite(value);
    case "date":
      return isRealDate(value);
    case "one":
    case "many":
      return typeof value === "string" && (domain.open || domain.values.includes(value));
    default:
      return typeof value === "string";
  }
}

const familyNames: Record<Family, string> = {
  text: "a text",
  num: "a number",
  date: "a date (YYYY-MM-DD)",
  one: "one choice",
  many: "a set of choices",
  rank: "a ranking",
  row: "a matrix",
  count: "a number of files",
};
