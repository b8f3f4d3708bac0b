import { isRealDate } from "../../../../shared/domain/dates.ts";
import type { Condition } from "../../../../shared/domain/graph/types.ts";
import { constantOf, type Field, fail, fieldOf, operandOf, type Scope, type Truth } from "./fields.ts";
import { dateOf, numberOf } from "./numbers.ts";
import type { BinaryOp, Expression } from "./xpath.ts";

/** Converts an expression to a condition (decisions §4.2). Throws Unsupported. */
export function conditionOf(expression: Expression, scope: Scope): Truth {
  if (expression.kind === "binary") {
    const { op, left, right } = expression;
    if (op === "and" || op === "or") return joined(op, conditionOf(left, scope), conditionOf(right, scope));
    return op in flipped ? compared(op, left, right, scope) : fail("a number isn't a condition");
  }
  if (expression.kind === "call") return called(expression, scope);
  const field = fieldOf(expression, scope);
  if (!field) return fail("a value isn't a condition");
  return { left: operandOf(field), op: "answered" };
}

export function joined(op: "and" | "or", left: Truth, right: Truth): Truth {
  const neutral = op === "and";
  if (typeof left === "boolean") return left === neutral ? right : left;
  if (typeof right === "boolean") return right === neutral ? left : right;
  const items = (one: Condition): Condition[] => {
    if (op === "and") return "all" in one ? one.all : [one];
    return "any" in one ? one.any : [one];
  };
  const both = [...items(left), ...items(right)];
  return op === "and" ? { all: both } : { any: both };
}

export const negated = (truth: Truth): Truth => {
  if (typeof truth === "boolean") return !truth;
  return "not" in truth ? truth.not : { not: truth };
};

function called({ name, args }: Extract<Expression, { kind: "call" }>, scope: Scope): Truth {
  const [first, second] = args;
  switch (name) {
    case "true":
    case "false":
      return name === "true";
    case "not":
      return first ? negated(conditionOf(first, scope)) : fail("`not` needs a condition");
    case "boolean":
      return first ? conditionOf(first, scope) : fail("`boolean` needs a condition");
    case "selected":
      return first && second ? selected(first, second, scope) : fail("`selected` needs two arguments");
    case "regex":
    case "contains":
    case "starts-with":
    case "ends-with":
      return first && second ? matched(name, first, second, scope) : fail(`\`${name}\` needs two arguments`);
    default:
      return fail(`\`${name}()\` isn't supported`);
  }
}

function selected(list: Expression, value: Expression, scope: Scope): Truth {
  const name = constantOf(value, scope) ?? fail("`selected` needs a fixed choice");
  const field = fieldOf(list, scope);
  if (field?.kind !== "question") return fail("`selected` needs a question");
  return chosen(field, name);
}

/** Returns whether a choice is selected. A choice that the question lacks never is. */
function chosen(field: Extract<Field, { kind: "question" }>, name: string): Truth {
  const left = operandOf(field);
  const { domain } = field;
  const values = field.values.get(name) ?? ("open" in domain && domain.open ? [name] : []);
  if (values.length === 0) return false;
  if (domain.family === "one")
    return values.length === 1 ? { left, op: "eq", right: values[0] ?? "" } : { left, op: "in", right: values };
  if (domain.family === "many") return { left, op: "includes_any", right: values };
  return fail("`selected` needs a question with choices");
}

const textOps = { contains: "contains", "starts-with": "starts_with", "ends-with": "ends_with" } as const;

function matched(name: keyof typeof textOps | "regex", text: Expression, part: Expression, scope: Scope): Truth {
  const field = fieldOf(text, scope);
  const right = constantOf(part, scope) ?? fail(`\`${name}\` needs a fixed text`);
  const isText = field?.kind === "hidden" || (field?.kind === "question" && field.domain.family === "text");
  if (!field || !isText) return fail(`\`${name}\` needs a text question`);
  if (name === "regex") return { left: operandOf(field), op: "matches", right: wholeText(right) };
  return { left: operandOf(field), op: textOps[name], right };
}

/** `regex()` matches the whole text, `matches` any part. */
export const wholeText = (pattern: string): string => `^(?:${pattern.replace(/^\^/, "").replace(/(?<!\\)\$$/, "")})$`;

const flipped = { "=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;
type CompareOp = keyof typeof flipped;
const numberOps = { "=": "eq", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte" } as const;
const dateOps = { "=": "eq", "<": "before", "<=": "on_or_before", ">": "after", ">=": "on_or_after" } as const;

function compared(op: BinaryOp, left: Expression, right: Expression, scope: Scope): Truth {
  const compare = op as CompareOp;
  // an unanswered question isn't equal to anything, and `not` of a comparison says so
  if (compare === "!=") return negated(compared("=", left, right, scope));
  const [first, second] = [constantOf(left, scope), constantOf(right, scope)];
  if (first !== null && second !== null) return constants(compare, first, second);
  if (first !== null) return compared(flipped[compare], right, left, scope);
  return (second === null ? null : withConstant(compare, left, second, scope)) ?? numbers(compare, left, right, scope);
}

function constants(op: CompareOp, left: string, right: string): boolean {
  if (op === "=") return left === right || (left !== "" && right !== "" && Number(left) === Number(right));
  const [a, b] = [Number(left), Number(right)];
  return op === "<" ? a < b : op === "<=" ? a <= b : op === ">" ? a > b : a >= b;
}

/** Returns null if both sides are numbers to compute. */
function withConstant(op: Exclude<CompareOp, "!=">, left: Expression, right: string, scope: Scope): Truth | null {
  const counted = left.kind === "call" ? countedOf(op, left, Number(right), scope) : null;
  if (counted) return counted;
  const field = fieldOf(left, scope);
  if (!field || field.kind === "today") return null;
  const operand = operandOf(field);
  if (right === "") return op === "=" ? { left: operand, op: "not_answered" } : fail("an empty text has no order");
  if (field.kind === "hidden") return op === "=" ? { left: operand, op: "eq", right } : null;
  if (field.kind === "calculation")
    return isNumber(right) ? { left: operand, op: numberOps[op], right: Number(right) } : false;
  return ofAnswer(op, field, right);
}

function ofAnswer(
  op: Exclude<CompareOp, "!=">,
  field: Extract<Field, { kind: "question" }>,
  right: string,
): Truth | null {
  const left = operandOf(field);
  switch (field.domain.family) {
    case "num":
      return isNumber(right) ? { left, op: numberOps[op], right: Number(right) } : false;
    case "date":
      return isRealDate(right) ? { left, op: dateOps[op], right } : fail(`“${right}” isn't a date`);
    case "text":
      return op === "=" ? { left, op: "eq", right } : fail("texts have no order");
    case "one":
      // numeric choices are compared as numbers
      return op === "=" ? chosen(field, right) : null;
    case "many":
      return op === "=" ? chosenOnly(field, right) : fail("several choices have no order");
    default:
      return fail(`\`${field.node.id}\` can't be compared`);
  }
}

/** A list of choices is compared as its names, separated by spaces. */
function chosenOnly(field: Extract<Field, { kind: "question" }>, right: string): Truth {
  const values = right.split(/\s+/).flatMap((name) => field.values.get(name) ?? []);
  return values.length === 0 ? false : { left: operandOf(field), op: "equals_set", right: values };
}

/** `count-selected(x) >= 2` and `string-length(x) < 10`. Null for other functions. */
function countedOf(
  op: CompareOp,
  { name, args }: Extract<Expression, { kind: "call" }>,
  limit: number,
  scope: Scope,
): Truth | null {
  const counts = { "count-selected": "count", "string-length": "length" }[name];
  const field = args[0] && counts ? fieldOf(args[0], scope) : null;
  const family = field?.kind === "question" ? field.domain.family : "";
  if (!field || !((counts === "count" && family === "many") || (counts === "length" && family === "text"))) return null;
  const left = operandOf(field);
  const isEmpty: Condition = { left, op: "not_answered" };
  const atLeast = (right: number): Truth => (right <= 0 ? true : { left, op: `${counts}_gte`, right });
  const atMost = (right: number): Truth =>
    right < 0 ? false : right === 0 ? isEmpty : { any: [isEmpty, { left, op: `${counts}_lte`, right }] };
  if (op === ">=") return atLeast(Math.ceil(limit));
  if (op === ">") return atLeast(Math.floor(limit) + 1);
  if (op === "<=") return atMost(Math.floor(limit));
  if (op === "<") return atMost(Math.ceil(limit) - 1);
  return joined("and", atLeast(limit), atMost(limit));
}

const isNumber = (text: string): boolean => text.trim() !== "" && Number.isFinite(Number(text));

/** Compares two numbers or two dates by their difference. */
function numbers(op: CompareOp, left: Expression, right: Expression, scope: Scope): Truth {
  const [from, to] = [dateOf(right, scope), dateOf(left, scope)];
  const constant = constantOf(right, scope);
  const key =
    from && to
      ? scope.calculate({ days: [from, to] })
      : constant !== null && isNumber(constant)
        ? scope.calculate(numberOf(left, scope))
        : scope.calculate({ subtract: [numberOf(left, scope), numberOf(right, scope)] });
  const limit = !(from && to) && constant !== null && isNumber(constant) ? Number(constant) : 0;
  return { left: { type: "calculation", key }, op: numberOps[op as keyof typeof numberOps], right: limit };
}
