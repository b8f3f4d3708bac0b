import { isRealDate } from "../../../../shared/domain/dates.ts";
import type { Condition } from "../../../../shared/domain/graph/types.ts";
import { number, type Raw, records, scalar, text } from "../values.ts";
import { fitted } from "../wording.ts";
import type { KnownField, References } from "./references.ts";

/** Part of the logic that can't be converted. `message` says why. */
export class Unconverted extends Error {}

/** Converts a condition of the logic. Null always matches. Throws Unconverted. */
export function conditionOf(condition: Raw, references: References, depth = 0): Condition | null {
  const op = text(condition.op);
  const vars = records(condition.vars);
  if (op === "always") return null;
  if (op === "and" || op === "or") {
    if (depth > 20) throw new Unconverted("its condition is nested too deeply");
    const parts = vars.map((part) => conditionOf(part, references, depth + 1));
    const known = parts.filter((part) => part !== null);
    if (op === "or" && known.length < parts.length) return null;
    return known.length > 1 ? (op === "and" ? { all: known } : { any: known }) : (known[0] ?? null);
  }
  const [subject, value] = [vars[0] ?? {}, vars[1] ?? {}];
  return comparisonOf(op, subject, value, references);
}

const positive: Readonly<Record<string, string>> = {
  is_not: "is",
  not_equal: "equal",
  not_contains: "contains",
  not_on: "on",
};

function comparisonOf(op: string, subject: Raw, value: Raw, references: References): Condition {
  const name = positive[op];
  const key = text(subject.value);
  if (name) {
    noteSkipped(references, references.fields.get(key), { op, value });
    return { not: comparisonOf(name, subject, value, references) };
  }
  if (subject.type === "hidden")
    return textual(op, { type: "hidden", key: references.hiddenKeys.get(key) ?? key }, text(value.value));
  if (subject.type === "variable") {
    const calculation = references.variables.get(key);
    if (!calculation) throw new Unconverted(`the variable “${key}” isn't imported`);
    const texts = references.texts.get(key);
    if (texts) return ofText(op, { type: "calculation", key: calculation }, texts, text(value.value));
    return numeric(op, { type: "calculation", key: calculation }, value);
  }
  const field = references.fields.get(key);
  if (!field) throw new Unconverted("its question isn't imported");
  return answered(op, field, value);
}

/** Typeform doesn't say whether an answer that is skipped, or that a jump passes over, is another one. */
function noteSkipped({ skippable }: References, field: KnownField | undefined, is: { op: string; value: Raw }): void {
  const { item, node, values } = field ?? {};
  if (!item || !node || (node.data.is_required === true && !skippable.has(node.id))) return;
  const theirs = scalar(is.value.value);
  const condition = [is.op.slice(0, 40), ...(theirs === "" ? [] : [`“${fitted(values?.get(theirs) ?? theirs, 100)}”`])];
  const message = `Logic asks whether its answer isn't one: ${condition.join(" ")}. That holds here if the question is skipped.`;
  if (!item.issues.some((issue) => issue.message === message)) item.changed("skipped_answer", message);
}

/** Compares the number of a text variable's value. A text that the variable never has is number -1. */
function ofText(op: string, left: Left, texts: readonly string[], right: string): Condition {
  if (op !== "equal" && op !== "is") throw new Unconverted(`“${op}” doesn't fit a text variable`);
  return { left, op: "eq", right: texts.indexOf(right) };
}

type Left =
  | { type: "answer"; node_id: string }
  | { type: "hidden"; key: string }
  | { type: "calculation"; key: string };

function answered(op: string, field: KnownField, value: Raw): Condition {
  const left: Left = { type: "answer", node_id: field.node.id };
  if (op === "is" && value.type === "end") return { left, op: "answered" };
  switch (field.domain?.family) {
    case "one":
    case "many":
      return chosen(op, left, field, value);
    case "num":
      return numeric(op, left, value);
    case "date":
      return dated(op, left, value);
    case "text":
      return textual(op, left, text(value.value));
    case "count":
      return { left, op: "answered" };
    default:
      throw new Unconverted("answers of this question can't be compared");
  }
}

function chosen(op: string, left: Left, { domain, values }: KnownField, value: Raw): Condition {
  if (op !== "is" && op !== "equal" && op !== "contains") throw new Unconverted(`“${op}” doesn't fit choices`);
  const key = scalar(value.value);
  const isOpen = domain !== null && "open" in domain && domain.open;
  const right = values.get(key) ?? (isOpen && value.type === "constant" ? key : undefined);
  if (right === undefined) throw new Unconverted("its choice isn't in the form");
  return domain?.family === "many" ? { left, op: "includes_any", right: [right] } : { left, op: "eq", right };
}

const numberOps: Readonly<Record<string, string>> = {
  equal: "eq",
  is: "eq",
  lower_than: "lt",
  lower_equal_than: "lte",
  greater_than: "gt",
  greater_equal_than: "gte",
};

function numeric(op: string, left: Left, value: Raw): Condition {
  const right = number(value.value);
  const known = numberOps[op];
  if (known === undefined || right === undefined) throw new Unconverted(`“${op}” doesn't fit a number`);
  return { left, op: known, right };
}

const dateOps: Readonly<Record<string, string>> = {
  on: "eq",
  is: "eq",
  equal: "eq",
  before: "before",
  earlier_than: "before",
  before_on: "on_or_before",
  after: "after",
  later_than: "after",
  after_on: "on_or_after",
};

function dated(op: string, left: Left, value: Raw): Condition {
  const right = text(value.value).slice(0, 10);
  const known = dateOps[op];
  if (known === undefined || !isRealDate(right)) throw new Unconverted(`“${op}” doesn't fit a date`);
  return { left, op: known, right };
}

const textOps: Readonly<Record<string, string>> = {
  is: "eq",
  equal: "eq",
  contains: "contains",
  begins_with: "starts_with",
  ends_with: "ends_with",
};

function textual(op: string, left: Left, right: string): Condition {
  const known = textOps[op];
  if (known === undefined) throw new Unconverted(`“${op}” doesn't fit a text`);
  if (right === "" && known === "eq") return { left, op: "not_answered" };
  return { left, op: known, right, ci: true };
}
