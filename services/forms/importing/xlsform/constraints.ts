import { isRealDate } from "../../../../shared/domain/dates.ts";
import { isPattern } from "../../../../shared/domain/questions/pattern.ts";
import { constantOf, fail, questionField, type Scope } from "./fields.ts";
import { attempt, type Logic, shortened } from "./logic.ts";
import type { Asked } from "./survey.ts";
import { type BinaryOp, type Expression, parseXpath } from "./xpath.ts";

/** Converts a `constraint`: bounds, lengths and patterns to the config, anything else to a rule. */
export function constrain(asked: Asked, logic: Logic): void {
  const { row, item, node, converted } = asked;
  const source = row.cells.get("constraint");
  if (!source) return;
  const self = questionField(node, converted.values);
  const message = messageOf(asked);
  attempt(item, "constraint", `Its answers aren't checked by “${shortened(source)}”`, () => {
    if (!self) fail("the question takes no such answer");
    const parts = conjuncts(parseXpath(source));
    const scope: Scope = { ...logic, self };
    const rest = parts.filter((part) => !applyToConfig(part, asked, scope));
    // the config has its own messages, so a message needs a rule
    if (rest.length === 0 && message === "") return;
    const condition = logic.truth(source, { self });
    if (condition === false) fail("no answer is allowed");
    if (typeof condition === "object")
      node.data.valid_if = [{ condition, message: message || "This answer isn't allowed." }];
  });
}

function messageOf({ row }: Asked): string {
  for (const [column, text] of row.cells) if (/^constraint_message(::|$)/.test(column)) return text;
  return "";
}

function conjuncts(expression: Expression): Expression[] {
  if (expression.kind !== "binary" || expression.op !== "and") return [expression];
  return [...conjuncts(expression.left), ...conjuncts(expression.right)];
}

const flipped: Partial<Record<BinaryOp, BinaryOp>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=" };

/** Returns whether the config now says the same as this part. */
function applyToConfig(part: Expression, { node }: Asked, scope: Scope): boolean {
  const config = node.data.config ?? {};
  if (part.kind === "call" && part.name === "regex") return applyPattern(part.args, node.question_type, config, scope);
  if (part.kind !== "binary") return false;
  const isFlipped = constantOf(part.left, scope) !== null || isToday(part.left);
  const [subject, bound] = isFlipped ? [part.right, part.left] : [part.left, part.right];
  const op = isFlipped ? flipped[part.op] : part.op;
  if (op !== "<" && op !== "<=" && op !== ">" && op !== ">=") return false;
  const limit = limitOf(subject, node.question_type, config, op, bound, scope);
  if (!limit || limit.key in config) return false;
  config[limit.key] = limit.value;
  return true;
}

function applyPattern(args: Expression[], type: string, config: Record<string, unknown>, scope: Scope): boolean {
  const [subject, pattern] = args;
  const source = pattern && constantOf(pattern, scope);
  if (subject?.kind !== "self" || !source || !isText(type) || "pattern" in config || !isPattern(source)) return false;
  config.pattern = source;
  return true;
}

const isText = (type: string): boolean => type === "short_text" || type === "long_text";
const isToday = (expression: Expression): boolean => expression.kind === "call" && expression.name === "today";

type Limit = { key: string; value: unknown } | null;

/** Returns the config key and value of a bound, or null if the config has none. */
function limitOf(
  subject: Expression,
  type: string,
  config: Record<string, unknown>,
  op: "<" | "<=" | ">" | ">=",
  bound: Expression,
  scope: Scope,
): Limit {
  const isUpper = op.startsWith("<");
  const isStrict = op.length === 1;
  const shift = isStrict ? (isUpper ? -1 : 1) : 0;
  const end = isUpper ? "max" : "min";
  if (subject.kind === "self" && type === "date") {
    if (isToday(bound)) return { key: end, value: { days_from_today: shift } };
    const day = constantOf(bound, scope) ?? "";
    return isRealDate(day) && !isStrict ? { key: end, value: day } : null;
  }
  const value = Number(constantOf(bound, scope) ?? Number.NaN);
  if (!Number.isFinite(value)) return null;
  if (subject.kind === "self" && type === "number") {
    const isWhole = config.decimals === 0;
    if (isStrict && !(isWhole && Number.isInteger(value))) return null;
    return { key: end, value: value + shift };
  }
  const count = value + shift;
  if (
    subject.kind !== "call" ||
    subject.args[0]?.kind !== "self" ||
    !Number.isInteger(count) ||
    count < (isUpper ? 1 : 0)
  )
    return null;
  if (subject.name === "string-length" && isText(type)) return { key: `${end}_length`, value: count };
  return subject.name === "count-selected" && type === "checkbox" ? { key: `${end}_selections`, value: count } : null;
}
