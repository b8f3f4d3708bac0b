import { leavesOf } from "../../../../shared/domain/graph/conditions.ts";
import type { Condition } from "../../../../shared/domain/graph/types.ts";
import { presence } from "./comparison.ts";
import { numberOf } from "./numbers.ts";
import type { Scope } from "./scope.ts";
import type { Target } from "./targets.ts";
import { Unmapped } from "./terms.ts";
import { all, any, not, type Truth } from "./truth.ts";
import { type Case, only, type Value } from "./values.ts";

export type TruthValue = Extract<Value, { kind: "truth" }>;

/** Returns a comparison's truth. In some languages it is unknown if an answer that it reads is missing. */
export function truthValue(yes: Truth, { dialect }: Scope): TruthValue {
  return { kind: "truth", yes, no: () => (dialect.hasUnknown ? all([known(yes), not(yes)]) : not(yes)) };
}

function known(truth: Truth): Truth {
  if (typeof truth === "boolean") return true;
  const reads = leavesOf(truth).filter(({ op }) => op !== "answered" && op !== "not_answered");
  return all(reads.map(({ left }): Condition => ({ ...(left && { left }), op: "answered" })));
}

export const negated = ({ yes, no }: TruthValue): TruthValue => ({ kind: "truth", yes: no(), no: () => yes });

export function conjunction(parts: readonly TruthValue[]): TruthValue {
  return { kind: "truth", yes: all(parts.map(({ yes }) => yes)), no: () => any(parts.map(({ no }) => no())) };
}

export function disjunction(parts: readonly TruthValue[]): TruthValue {
  return { kind: "truth", yes: any(parts.map(({ yes }) => yes)), no: () => all(parts.map(({ no }) => no())) };
}

/** Returns whether the cases' value counts as true. */
export function truthOf(found: readonly Case[], scope: Scope): TruthValue {
  const parts = found.map(({ when, value }) => ({ when, truth: truthOfValue(value, scope) }));
  const [first] = parts;
  if (first && parts.length === 1 && first.when === true) return first.truth;
  return {
    kind: "truth",
    yes: any(parts.map(({ when, truth }) => all([when, truth.yes]))),
    no: () => any(parts.map(({ when, truth }) => all([when, truth.no()]))),
  };
}

function truthOfValue(value: Value, scope: Scope): TruthValue {
  switch (value.kind) {
    case "truth":
      return value;
    case "constant":
      if (scope.dialect.needsBoolean && typeof value.value !== "boolean" && value.value !== "")
        throw new Unmapped("it doesn't compare the answer with a value");
      return truthValue(value.value !== "" && value.value !== 0 && value.value !== false, scope);
    case "target":
      return truthOfTarget(value.target, scope);
    case "date":
    case "list":
      return truthValue(presence(value, scope), scope);
    case "number":
    case "measure":
      return truthOfTarget(scope.compute(numberOf(only(value), scope)), scope);
    default:
      throw new Unmapped("a text isn't a condition");
  }
}

/** Yes is true, and in most languages any other answer that is given, but 0. */
function truthOfTarget({ left, family, node, values }: Target, scope: Scope): TruthValue {
  // a text that stands for yes or no isn't true or false itself
  const isBoolean =
    node?.question_type === "yes_no" && ![...values.keys()].some((theirs) => !["true", "false"].includes(theirs));
  if (isBoolean) return truthValue({ left, op: "eq", right: "yes" }, scope);
  if (scope.dialect.needsBoolean) throw new Unmapped("it doesn't compare the answer with a value");
  // any other answer is true in FHIRPath, and never false
  if (scope.dialect.hasUnknown) return { kind: "truth", yes: { left, op: "answered" }, no: () => false };
  if (family === "num") return truthValue({ left, op: "neq", right: 0 }, scope);
  return truthValue({ left, op: "answered" }, scope);
}
