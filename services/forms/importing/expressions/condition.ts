import type { Comparison, Condition } from "../../../../shared/domain/graph/types.ts";
import { arithmeticOf } from "./arithmetic.ts";
import type { Scope, Target } from "./scope.ts";
import { call, type Term, Unmapped, valueTerm } from "./terms.ts";

/** Converts a term to a condition (decisions §4.2). Throws `Unmapped` if it has no counterpart. */
export function conditionOf(term: Term, scope: Scope): Condition {
  if (term.kind === "name") return truth(scope.find(term.name));
  if (term.kind !== "call") throw new Unmapped("it isn't a condition");
  const { name, args } = term;
  if (name === "and" || name === "or") return joined(name === "and" ? "all" : "any", args, scope);
  if (name === "not") return negated(conditionOf(argument(args, 0), scope));
  if (name === "empty" || name === "notempty") return presence(argument(args, 0), name === "empty", scope);
  if (!comparisons.has(name)) throw new Unmapped(`\`${name.slice(0, 40)}\` isn't supported`);
  return comparison(name, argument(args, 0), argument(args, 1), scope);
}

const comparisons = new Set([
  ...["=", "!=", "<", "<=", ">", ">=", "contains", "notcontains", "anyof", "allof", "noneof"],
  ...["startswith", "endswith", "matches"],
]);

/** Converts a term to a number of a calculation. Throws `Unmapped` if it has no counterpart. */
export const numberOf = (term: Term, scope: Scope): unknown =>
  arithmeticOf(term, { scope, conditionOf: (it) => conditionOf(it, scope) });

/** Joins conditions. Nested groups of the same kind become one, because groups have 5 levels. */
export function together(kind: "all" | "any", parts: Condition[]): Condition {
  const flat = parts.flatMap((part) =>
    kind in part ? ((part as unknown as Record<string, Condition[]>)[kind] as Condition[]) : [part],
  );
  if (flat.length === 1) return flat[0] as Condition;
  return (kind === "all" ? { all: flat } : { any: flat }) as Condition;
}

const joined = (kind: "all" | "any", args: Term[], scope: Scope): Condition =>
  together(
    kind,
    args.map((it) => conditionOf(it, scope)),
  );

function negated(condition: Condition): Condition {
  if ("not" in condition) return condition.not as Condition;
  if ("op" in condition && condition.op === "answered") return { ...condition, op: "not_answered" };
  if ("op" in condition && condition.op === "not_answered") return { ...condition, op: "answered" };
  return { not: condition };
}

/** A name alone is true for yes, and for any other answer that is given. */
function truth(target: Target): Condition {
  const yes = target.node?.question_type === "yes_no";
  return yes ? { left: target.left, op: "eq", right: "yes" } : { left: target.left, op: "answered" };
}

function presence(of: Term, isEmpty: boolean, scope: Scope): Condition {
  if (of.kind !== "name") throw new Unmapped("it doesn't name a question");
  return { left: scope.find(of.name).left, op: isEmpty ? "not_answered" : "answered" };
}

const mirrored: Record<string, string> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

function comparison(operator: string, left: Term, right: Term, scope: Scope): Condition {
  if (left.kind === "value" && right.kind !== "value" && operator in { "=": 1, "!=": 1, ...mirrored })
    return comparison(mirrored[operator] ?? operator, right, left, scope);
  if (operator === "!=" || operator === "notcontains" || operator === "noneof") {
    const positive = { "!=": "=", notcontains: "contains", noneof: "anyof" }[operator];
    return negated(comparison(positive, left, right, scope));
  }
  // `(x = 1) = true`
  if (left.kind === "call" && right.kind === "value" && typeof right.value === "boolean" && operator === "=") {
    const inner = conditionOf(left, scope);
    return right.value ? inner : negated(inner);
  }
  if (left.kind === "name" && (right.kind === "value" || right.kind === "list"))
    return compare(operator, scope.find(left.name), literals(right), right.kind === "list", scope);
  return difference(operator, left, right, scope);
}

/** Compares two numbers through a calculation of their difference (features §11.2). */
function difference(operator: string, left: Term, right: Term, scope: Scope): Condition {
  if (!["=", "<", "<=", ">", ">="].includes(operator)) throw new Unmapped("it compares two answers");
  const isDate = [left, right].some((it) => it.kind === "name" && scope.find(it.name).family === "date");
  if (isDate) return difference(operator, call("days", right, left), valueTerm(0), scope);
  const isZero = right.kind === "value";
  const value = numberOf(isZero ? left : call("-", left, right), scope);
  const target = scope.calculate(null, "comparison", "Comparison", value, 6);
  return compare(operator, target, literals(isZero ? right : valueTerm(0)), false, scope);
}

function literals(term: Term): (string | number | boolean)[] {
  const items = term.kind === "list" ? term.items : [term];
  return items.map((it) => {
    if (it.kind !== "value") throw new Unmapped("it compares with something other than a value");
    return it.value;
  });
}

function argument(args: readonly Term[], index: number): Term {
  const found = args[index];
  if (!found) throw new Unmapped("it lacks a part");
  return found;
}

type Values = (string | number)[];

function compare(
  operator: string,
  target: Target,
  theirs: (string | number | boolean)[],
  isList: boolean,
  { style }: Scope,
): Condition {
  const { left, family } = target;
  const isText = family === "text";
  if (family === "one" && target.isOpen && theirs.includes("other") && (operator === "=" || operator === "anyof"))
    return withOther(target, theirs);
  const values: Values = theirs.map((it) => {
    const value = target.toOurs(it);
    if (value === null) throw new Unmapped(`\`${String(it).slice(0, 60)}\` can't be its answer`);
    return value;
  });
  const op = operators(operator, isList, style.setEquals)[family];
  if (op === undefined) throw new Unmapped(`\`${operator}\` can't compare this type of question`);
  const right = lists.has(op) ? values : (values[0] as string | number);
  const one = (value: string | number): Comparison => ({
    left,
    op,
    right: value,
    ...(isText && style.ignoresCase && op !== "matches" && { ci: true }),
  });
  if (!lists.has(op) && values.length > 1) return together("any", values.map(one));
  return lists.has(op) ? { left, op, right } : one(right as string | number);
}

/** Compares with the value `other`, which stands for any other text. */
function withOther({ left, values, toOurs }: Target, theirs: (string | number | boolean)[]): Condition {
  const named = theirs.filter((it) => it !== "other").flatMap((it) => toOurs(it) ?? []);
  const other: Comparison = { left, op: "not_in", right: values };
  return named.length > 0 ? together("any", [{ left, op: "in", right: named }, other]) : other;
}

const lists = new Set(["in", "includes_any", "includes_all", "equals_set"]);

function operators(operator: string, isList: boolean, setEquals: string): Partial<Record<Target["family"], string>> {
  const many = isList ? "equals_set" : setEquals;
  const table: Record<string, Partial<Record<Target["family"], string>>> = {
    "=": { text: "eq", num: "eq", date: "eq", one: "eq", many },
    "<": { num: "lt", date: "before" },
    "<=": { num: "lte", date: "on_or_before" },
    ">": { num: "gt", date: "after" },
    ">=": { num: "gte", date: "on_or_after" },
    contains: { text: "contains", one: "in", many: "includes_all" },
    startswith: { text: "starts_with" },
    endswith: { text: "ends_with" },
    matches: { text: "matches" },
    anyof: { text: "eq", num: "in", one: "in", many: "includes_any" },
    allof: { one: "eq", many: "includes_all" },
  };
  return Object.hasOwn(table, operator) ? (table[operator] ?? {}) : {};
}
