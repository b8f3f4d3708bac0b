import { isRealDate } from "../../../../shared/domain/dates.ts";
import { constantOf, fail, fieldOf, operandOf, type QuestionField, type Scope } from "./fields.ts";
import type { Expression } from "./xpath.ts";

/** A value that is never known. */
const unknown = { divide: [1, 0] };

/** Converts an expression to the value of a calculation (features §12). Throws Unsupported, also for texts. */
export function numberOf(expression: Expression, scope: Scope): unknown {
  const constant = constantOf(expression, scope);
  if (constant !== null) return constantNumber(constant);
  const field = fieldOf(expression, scope);
  if (field?.kind === "question") return answerOf(field, scope);
  if (field) return field.kind === "today" ? fail("a date isn't a number") : { [field.kind]: field.key };
  if (expression.kind === "negative") return { subtract: [0, numberOf(expression.value, scope)] };
  if (expression.kind === "binary") return binaryOf(expression, scope);
  return expression.kind === "call" ? callOf(expression, scope) : fail("it isn't a number");
}

function constantNumber(text: string): unknown {
  if (text === "") return unknown;
  return Number.isFinite(Number(text)) ? Number(text) : fail("it computes a text");
}

/** Choices with numbers as names count as these numbers. */
function answerOf({ node, domain, values }: QuestionField, scope: Scope): unknown {
  if (domain.family === "num") return { answer: node.id };
  const names = [...values.keys()];
  const areNumbers = names.length > 0 && names.every((name) => Number.isFinite(Number(name)));
  if (domain.family !== "one" || !areNumbers) return fail(`\`${node.id}\` isn't a number`);
  const left = { type: "answer", node_id: node.id };
  const items = [...values].flatMap(([name, options]) =>
    options.map((right) => ({ if: [{ left, op: "eq", right }, Number(name), unknown] })),
  );
  return { calculation: scope.calculate({ sum: items, at_least: 1 }) };
}

const binaryOps = { "+": "add", "*": "multiply", div: "divide", mod: "mod" } as const;

function binaryOf(expression: Extract<Expression, { kind: "binary" }>, scope: Scope): unknown {
  const { op, left, right } = expression;
  if (op === "-") return differenceOf(left, right, scope);
  if (!(op in binaryOps)) return oneOrZero(expression, scope);
  return { [binaryOps[op as keyof typeof binaryOps]]: [numberOf(left, scope), numberOf(right, scope)] };
}

/** The difference of two dates is in days. */
function differenceOf(left: Expression, right: Expression, scope: Scope): unknown {
  const [to, from] = [dateOf(left, scope), dateOf(right, scope)];
  return to && from ? { days: [from, to] } : { subtract: [numberOf(left, scope), numberOf(right, scope)] };
}

function oneOrZero(expression: Expression, scope: Scope): unknown {
  const truth = scope.condition(expression);
  return typeof truth === "boolean" ? Number(truth) : { if: [truth, 1, 0] };
}

const wrappers: ReadonlySet<string> = new Set(["number", "once", "string", "decimal-date-time"]);
const lists: Readonly<Record<string, string>> = { coalesce: "coalesce", min: "min", max: "max", sum: "sum" };

function callOf(expression: Extract<Expression, { kind: "call" }>, scope: Scope): unknown {
  const { name, args } = expression;
  const [first, second, third] = args;
  const list = lists[name];
  if (list && args.length > 0) return { [list]: args.map((arg) => numberOf(arg, scope)) };
  if (name === "count-selected" && first) return countOf(first, scope);
  if (name === "if" && first && second && third) return choiceOf(first, second, third, scope);
  if (first && wrappers.has(name)) return numberOf(first, scope);
  if (first && name === "abs") return { abs: numberOf(first, scope) };
  if (first && (name === "floor" || name === "ceiling" || name === "ceil"))
    return { [name === "floor" ? "floor" : "ceil"]: numberOf(first, scope) };
  if (first && name === "round")
    return { round: [numberOf(first, scope), Number(second ? constantOf(second, scope) : 0)] };
  if (first && name === "int") return wholePart(numberOf(first, scope));
  if (first && second && name === "pow") return powerOf(first, second, scope);
  return oneOrZero(expression, scope);
}

/** `mod` has the sign of the dividend, so this rounds towards zero. */
const wholePart = (value: unknown) => ({ subtract: [value, { mod: [value, 1] }] });

const exponentLimit = 8;

function powerOf(base: Expression, exponent: Expression, scope: Scope): unknown {
  const times = Number(constantOf(exponent, scope) ?? Number.NaN);
  if (!Number.isInteger(times) || times < 1 || times > exponentLimit)
    return fail("`pow` needs a whole exponent up to 8");
  return { multiply: Array.from({ length: times }, () => numberOf(base, scope)) };
}

function choiceOf(condition: Expression, then: Expression, otherwise: Expression, scope: Scope): unknown {
  const truth = scope.condition(condition);
  if (typeof truth === "boolean") return numberOf(truth ? then : otherwise, scope);
  return { if: [truth, numberOf(then, scope), numberOf(otherwise, scope)] };
}

function countOf(list: Expression, scope: Scope): unknown {
  const field = fieldOf(list, scope);
  if (field?.kind !== "question" || field.domain.family !== "many")
    return fail("`count-selected` needs several choices");
  return { selected: operandOf(field).type === "answer" ? field.node.id : "" };
}

/** Returns a date for `days`, or null for other expressions. */
export function dateOf(expression: Expression, scope: Scope): unknown {
  if (expression.kind === "call") {
    if (expression.name === "today" || expression.name === "now") return "today";
    const [inner] = expression.args;
    const wraps = ["date", "decimal-date-time", "number", "once"].includes(expression.name);
    return wraps && inner ? dateOf(inner, scope) : null;
  }
  if (expression.kind === "text") return isRealDate(expression.value) ? expression.value : null;
  const field = fieldOf(expression, scope);
  if (field?.kind === "today") return "today";
  return field?.kind === "question" && field.domain.family === "date" ? { answer: field.node.id } : null;
}
