import type { Condition, GraphNode } from "../../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../../shared/domain/questions/index.ts";
import type { Domain } from "../../../../shared/domain/questions/question.ts";
import type { Expression } from "./xpath.ts";
import { Unsupported } from "./xpath.ts";

/** Meaning of `${name}`. */
export type Field =
  /** `values` are option values by the name of the choice */
  | { kind: "question"; node: GraphNode; domain: Domain; values: ReadonlyMap<string, string[]> }
  | { kind: "calculation"; key: string }
  | { kind: "hidden"; key: string }
  /** the metadata row `today` */
  | { kind: "today" };

export type QuestionField = Extract<Field, { kind: "question" }>;

/** A condition, or a constant. */
export type Truth = Condition | boolean;

/** Names that an expression can use. */
export interface Scope {
  /** Throws Unsupported for an unknown or lost name. */
  field(name: string): Field;
  /** the question of a constraint */
  self?: QuestionField;
  /** columns of a choice, for a choice filter */
  columns?: ReadonlyMap<string, string>;
  /** Converts an inner condition. */
  condition(expression: Expression): Truth;
  /** Adds a calculation for a condition. Returns its key. */
  calculate(value: unknown): string;
}

/** Returns a node's field. Null for a screen, or if its config is invalid. */
export function questionField(node: GraphNode, values: ReadonlyMap<string, string[]>): QuestionField | null {
  try {
    const { domain } = compileQuestion(node);
    return domain && { kind: "question", node, domain, values };
  } catch {
    return null;
  }
}

/** Returns the field that an expression names, or null for other expressions. */
export function fieldOf(expression: Expression, scope: Scope): Field | null {
  if (expression.kind === "self") return scope.self ?? fail("“.” has no question here");
  if (expression.kind !== "field" || isColumn(expression, scope)) return null;
  return scope.field(expression.name);
}

const isColumn = (expression: Expression, { columns }: Scope): boolean =>
  expression.kind === "field" && expression.isBare && columns !== undefined;

/** Returns an expression's text if it is constant, else null. */
export function constantOf(expression: Expression, scope: Scope): string | null {
  if (expression.kind === "number") return String(expression.value);
  if (expression.kind === "text") return expression.value;
  if (expression.kind === "negative") {
    const inner = constantOf(expression.value, scope);
    return inner === null ? null : String(-Number(inner));
  }
  if (expression.kind === "field" && isColumn(expression, scope))
    return scope.columns?.get(expression.name.toLowerCase()) ?? "";
  const [argument] = expression.kind === "call" ? expression.args : [];
  const wraps = expression.kind === "call" && ["date", "string", "number"].includes(expression.name);
  return wraps && argument ? constantOf(argument, scope) : null;
}

export const operandOf = (field: Field) => {
  if (field.kind === "question") return { type: "answer" as const, node_id: field.node.id };
  if (field.kind === "today") return fail("`today` has no operand");
  return field.kind === "calculation"
    ? { type: "calculation" as const, key: field.key }
    : { type: "hidden" as const, key: field.key };
};

export function fail(message: string): never {
  throw new Unsupported(message);
}
