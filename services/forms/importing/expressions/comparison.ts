import { isAtPrecision, isRealDate } from "../../../../shared/domain/dates.ts";
import type { Condition, Operand } from "../../../../shared/domain/graph/types.ts";
import { conditionLeafLimit } from "../../../../shared/domain/limits.ts";
import { atPrecision, precisionOf } from "../precision.ts";
import { number } from "../values.ts";
import { areDates, daysBetween, isCertain, numberOf, textTruth } from "./numbers.ts";
import {
  type Comparator,
  checkOptions,
  chosen,
  comparing,
  constantNumber,
  ordered,
  type Scalar,
  valuesOf,
} from "./options.ts";
import type { Scope } from "./scope.ts";
import { hasTime, namesOf, oneOf, type Target, yesNoNames } from "./targets.ts";
import { fail, Unmapped } from "./terms.ts";
import { all, any, not, type Truth } from "./truth.ts";
import { type Case, isEmptyText, only, type Value } from "./values.ts";

const flipped: Readonly<Record<Comparator, Comparator>> = { "=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
const numberOps: Readonly<Record<Comparator, string>> = { "=": "eq", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte" };
const dateOps: Readonly<Record<Comparator, string>> = {
  "=": "eq",
  "<": "before",
  "<=": "on_or_before",
  ">": "after",
  ">=": "on_or_after",
};

/** Compares each case of two terms. */
export function compared(op: Comparator, left: readonly Case[], right: readonly Case[], scope: Scope): Truth {
  return any(
    left.flatMap((l) =>
      right.map((r) => {
        const when = all([l.when, r.when]);
        return when === false ? false : all([when, compare(op, l.value, r.value, scope)]);
      }),
    ),
  );
}

function compare(op: Comparator, left: Value, right: Value, scope: Scope): Truth {
  const isFlipped = left.kind === "constant" && right.kind !== "constant";
  if (isFlipped) return compare(flipped[op], right, left, scope);
  if (left.kind === "constant" && right.kind === "constant") return constants(op, left.value, right.value, scope);
  if (isEmptyText(right)) return op === "=" ? isEmpty(left, scope) : orderOfEmpty(scope);
  if (op === "=" && isMissingNumber(left, right, scope)) return isEmpty(left, scope);
  if (left.kind === "truth" || right.kind === "truth") return truths(op, left, right, scope);
  if (right.kind === "list") return op === "=" ? sets(left, right.items, scope) : fail("a list has no order");
  if (right.kind !== "constant") return any([bothEmpty(op, left, right, scope), compareParts(op, left, right, scope)]);
  return compareParts(op, left, right, scope);
}

/** An empty text isn't a number in XPath, and it is unknown in FHIRPath. */
const orderOfEmpty = ({ dialect }: Scope): Truth =>
  !dialect.hasTextTruths && !dialect.hasUnknown && fail("an empty text has no order");

function isEmpty(value: Value, scope: Scope): Truth {
  const hasSeveral = value.kind === "target" && ["many", "rank"].includes(value.target.family);
  if (scope.dialect.comparesLoosely && hasSeveral)
    scope.assume("It compares several choices with an empty text. It holds here without an answer, and never there.");
  return not(presence(value, scope));
}

/** `${x} = 'NaN'`: authors mean a number that is missing. Enketo keeps this text in calculations, and ODK Collect leaves them empty. */
function isMissingNumber(value: Value, right: Value, scope: Scope): boolean {
  if (right.kind !== "constant" || right.value !== "NaN" || !scope.dialect.hasTextTruths) return false;
  const isText = value.kind === "target" && value.target.family === "text";
  if (isText || (value.kind !== "target" && value.kind !== "number")) return false;
  const isStored = value.kind === "target" && value.target.left.type === "calculation";
  if (!isStored) scope.assume("It compares a value with “NaN”. It holds here without an answer, and never in Enketo.");
  return true;
}

/** Two unanswered questions are equal in most languages. In some, one is then at most the other, too. */
function bothEmpty(op: Comparator, left: Value, right: Value, scope: Scope): Truth {
  const { hasEmptyText, ordersEmpty } = scope.dialect;
  if (!hasEmptyText || !(op === "=" || (ordersEmpty && op.length === 2))) return false;
  const isNumber = [left, right].some(({ kind }) => kind === "number" || kind === "measure");
  // a number that isn't known isn't equal to itself where texts are compared
  if (isNumber && !ordersEmpty) return false;
  return all([left, right].map((value) => not(presence(value, scope))));
}

function compareParts(op: Comparator, left: Value, right: Value, scope: Scope): Truth {
  if (isTimed(left) || isTimed(right)) return times(op, left, right, scope);
  if (areDates(left, right)) return dates(op, left, right, scope);
  if (left.kind === "measure" && right.kind === "constant") return counted(left, op, Number(right.value));
  if (left.kind === "target" && right.kind === "constant") return withConstant(op, left.target, right.value, scope);
  if (left.kind === "target" && right.kind === "target" && op === "=") return answers(left.target, right.target, scope);
  return numbers(op, left, right, scope);
}

function constants(op: Comparator, left: Scalar, right: Scalar, { dialect }: Scope): boolean {
  const hasOneBoolean = (typeof left === "boolean") !== (typeof right === "boolean");
  if (dialect.hasTextTruths && hasOneBoolean) return fail("it compares a value with true or false");
  const isBlank = [left, right].some((it) => String(it).trim() === "");
  const isSame = dialect.ignoresCase
    ? String(left).toLowerCase() === String(right).toLowerCase()
    : String(left) === String(right);
  const areTexts = typeof left === "string" && typeof right === "string";
  if (op !== "=" && op.length === 2 && dialect.comparesLoosely && isSame) return true;
  // JavaScript orders two texts by their characters
  if (op !== "=" && dialect.comparesLoosely && areTexts && !isBlank)
    return op.startsWith("<") ? left < right : left > right;
  if (op !== "=") return !isBlank && comparing(op, Number(right))(Number(left));
  // true is 1 in JavaScript, and it isn't the text "1"
  const isOther = dialect.comparesLoosely && hasOneBoolean && [left, right].some((it) => typeof it === "string");
  return isSame || (!isBlank && !isOther && Number(left) === Number(right));
}

/** Returns whether there is a value. */
export function presence(value: Value, scope: Scope): Truth {
  switch (value.kind) {
    case "constant":
      return value.value !== "";
    case "target":
      return { left: value.target.left, op: "answered" };
    case "list":
      return any(value.items.map((item) => presence(item, scope)));
    case "truth":
    case "measure":
      return true;
    case "date": {
      const { day } = value;
      const { answer } = day as { answer?: string };
      return answer === undefined || { left: { type: "answer", node_id: answer }, op: "answered" };
    }
    case "number":
      return isCertain(value.part, scope.certain) || { left: operandOf(value.part, scope), op: "answered" };
    default:
      return fail("it asks whether a text is empty");
  }
}

/** `(x = 1) = true`, and yes/no calculations as the texts that they are there. */
function truths(op: Comparator, left: Value, right: Value, scope: Scope): Truth {
  const [truth, other] = left.kind === "truth" ? [left, right] : [right, left];
  if (truth.kind !== "truth") return false;
  if (truth.isText && !(other.kind === "constant" && ["true", "false"].includes(String(other.value))))
    scope.assume(textTruth);
  if (op !== "=") return numbers(op, left, right, scope);
  if (other.kind === "truth") return any([all([truth.yes, other.yes]), all([truth.no(), other.no()])]);
  if (other.kind === "constant" && ["true", "false"].includes(String(other.value).toLowerCase()))
    return String(other.value).toLowerCase() === "true" ? truth.yes : truth.no();
  const isText = typeof (other.kind === "constant" && other.value) === "string";
  if (other.kind === "constant" && (number(other.value) === undefined || (isText && scope.dialect.comparesLoosely)))
    return false;
  if (other.kind === "target" && other.target.node?.question_type === "yes_no") {
    const names = scope.dialect.comparesLoosely ? namesOf(other.target) : yesNoNames;
    const [yes, no] = ["true", "false"].map((name) => oneOf(other.target, names.get(name) ?? []));
    return any([all([truth.yes, yes ?? false]), all([truth.no(), no ?? false])]);
  }
  return numbers(op, left, right, scope);
}

const isTimed = (value: Value): boolean => value.kind === "target" && hasTime(value.target);

/** Compares a date with a time, or a time, with a value that is written as ours. */
function times(op: Comparator, left: Value, right: Value, { dialect }: Scope): Truth {
  if (left.kind !== "target" || !left.target.node || right.kind !== "constant")
    return fail("it compares a time with something other than a value");
  const precision = precisionOf(left.target.node);
  const given = String(right.value);
  // a day begins at midnight, also in ODK, where times have a zone
  if (precision === "minute" && op !== "=" && isRealDate(given) && dialect.countsDays)
    return { left: left.target.left, op: dateOps[op], right: `${given}T00:00` };
  if (dialect.times === null) return fail("it compares a time with a time zone");
  const value = dialect.times === "seconds" ? atPrecision(given, precision) : given;
  if (value === undefined || !isAtPrecision[precision](value))
    return fail(`“${given.slice(0, 40)}” isn't a time as the question asks for`);
  return { left: left.target.left, op: dateOps[op], right: value };
}

function dates(op: Comparator, left: Value, right: Value, scope: Scope): Truth {
  if (left.kind === "target" && right.kind === "constant")
    return { left: left.target.left, op: dateOps[op], right: String(right.value).slice(0, 10) };
  const { part, offset } = daysBetween(right, left);
  if (typeof offset === "number") return { left: scope.compute(part).left, op: numberOps[op], right: -offset + 0 };
  return { left: scope.compute({ add: [part, offset] }).left, op: numberOps[op], right: 0 };
}

/** Compares two numbers, or the difference of two with 0. */
function numbers(op: Comparator, left: Value, right: Value, scope: Scope): Truth {
  const part = numberOf(only(left), scope);
  const limit = right.kind === "constant" ? constantNumber(right.value) : null;
  // a number is never equal to a text, or greater than one
  if (limit === undefined) return false;
  if (limit !== null) return { left: operandOf(part, scope), op: numberOps[op], right: limit };
  const difference = scope.compute({ subtract: [part, numberOf(only(right), scope)] });
  return { left: difference.left, op: numberOps[op], right: 0 };
}

function operandOf(part: unknown, scope: Scope): Operand {
  const { calculation, answer } = part as { calculation?: string; answer?: string };
  if (calculation !== undefined) return { type: "calculation", key: calculation };
  return answer !== undefined ? { type: "answer", node_id: answer } : scope.compute(part).left;
}

function withConstant(op: Comparator, target: Target, right: Scalar, scope: Scope): Truth {
  const { left, family, node } = target;
  checkOptions(target);
  if (typeof right === "boolean" && scope.dialect.hasTextTruths)
    return fail("it compares an answer with true or false, which it always or never is");
  if (left.type === "hidden" && op !== "=")
    return numbers(op, { kind: "target", target }, { kind: "constant", value: right }, scope);
  switch (family) {
    case "num": {
      const limit = constantNumber(right);
      if (typeof right === "boolean") return fail("it compares a number with yes or no");
      return limit === undefined ? false : { left, op: numberOps[op], right: limit };
    }
    case "date":
      return isRealDate(String(right).slice(0, 10))
        ? fail("it compares a date with something else")
        : fail(`“${String(right).slice(0, 40)}” isn't a date`);
    case "text":
      if (op !== "=") return fail("texts have no order");
      return {
        left,
        op: "eq",
        right: String(right),
        ...(scope.dialect.ignoresCase && left.type === "answer" && { ci: true }),
      };
    case "one":
      return op === "=" ? chosen(target, right, scope) : ordered(op, target, right, scope);
    case "many":
      if (op !== "=") return fail("several choices have no order");
      return scope.dialect.setEquals !== null && set(target, [{ kind: "constant", value: right }], scope);
    default:
      return fail(`\`${node?.id ?? ""}\` can't be compared`);
  }
}

/** Compares with a list, which is equal to an answer of several choices. */
function sets(left: Value, items: readonly Value[], scope: Scope): Truth {
  if (left.kind !== "target") return fail("it compares with a list");
  const { target } = left;
  checkOptions(target);
  if (target.family === "many")
    return items.length === 0 ? { left: target.left, op: "not_answered" } : set(target, items, scope);
  return !scope.dialect.comparesLoosely && any(items.map((item) => compare("=", left, item, scope)));
}

function set(target: Target, items: readonly Value[], scope: Scope): Truth {
  const op = items.length > 1 ? "equals_set" : (scope.dialect.setEquals ?? "equals_set");
  const names = items.flatMap((item) =>
    item.kind === "constant" ? String(item.value).split(/\s+/) : fail("it compares with something other than a value"),
  );
  // no one chooses an option twice
  if (new Set(names).size < names.length) return false;
  const values = names.map((name) => valuesOf(target, name, scope)[0]);
  return (
    values.every((value) => value !== undefined) &&
    values.length > 0 && { left: target.left, op, right: values as string[] }
  );
}

/** Compares two answers by the values that both can have. */
function answers(left: Target, right: Target, scope: Scope): Truth {
  checkOptions(left);
  checkOptions(right);
  const isChoice = ({ family }: Target) => family === "one";
  if (scope.dialect.comparesLoosely && isBoolean(left) !== isBoolean(right) && [left, right].some(hasNumbers))
    return fail("it compares a number with yes or no");
  if (isChoice(left) && isChoice(right)) {
    const [ours, others] = [left, right].map((target) => [...namesOf(target).keys()]) as [string[], string[]];
    const names = ours.length <= others.length ? ours : others;
    if (left.isOpen && right.isOpen) return fail("it compares other texts of two answers");
    if (names.length > conditionLeafLimit) throw new Unmapped(`it needs more than ${conditionLeafLimit} comparisons`);
    const same = names.map((name) => all([chosen(left, name, scope), chosen(right, name, scope)]));
    return any(same);
  }
  if (left.family === "text" || right.family === "text" || left.family === "many" || right.family === "many")
    return fail("it compares two answers that aren't numbers");
  return numbers("=", { kind: "target", target: left }, { kind: "target", target: right }, scope);
}

const isBoolean = (target: Target): boolean => target.node?.question_type === "yes_no" && namesOf(target).has("true");
const hasNumbers = (target: Target): boolean => [...namesOf(target).keys()].some((name) => number(name) !== undefined);

type Measure = Extract<Value, { kind: "measure" }>;

/** `count-selected(x) >= 2` and `string-length(x) < 10`. */
function counted({ measure: kind, target }: Measure, op: Comparator, limit: number): Truth {
  const { left, family } = target;
  const isCounted =
    kind === "count"
      ? family === "many" || family === "count"
      : family === "text" && left.type === "answer" && !target.lacksOptions;
  if (Number.isNaN(limit)) return fail("it compares a number with something else");
  if (!isCounted) return measuredOtherwise(kind, target, comparing(op, limit));
  const isEmpty: Condition = { left, op: "not_answered" };
  const atLeast = (right: number): Truth => (right <= 0 ? true : { left, op: `${kind}_gte`, right });
  const atMost = (right: number): Truth =>
    right < 0 ? false : right === 0 ? isEmpty : any([isEmpty, { left, op: `${kind}_lte`, right }]);
  if (op === ">=") return atLeast(Math.ceil(limit));
  if (op === ">") return atLeast(Math.floor(limit) + 1);
  if (op === "<=") return atMost(Math.floor(limit));
  if (op === "<") return atMost(Math.ceil(limit) - 1);
  return Number.isInteger(limit) && all([atLeast(limit), atMost(limit)]);
}

/** An answer that isn't counted here has a length that is known, such as that of a choice's name, or at least 1. */
function measuredOtherwise(kind: Measure["measure"], target: Target, holds: (size: number) => boolean): Truth {
  const { left, family, isOpen, node } = target;
  const unanswered = holds(0) && ({ left, op: "not_answered" } as const);
  if (kind === "length" && family === "one" && !isOpen) {
    const fitting = [...namesOf(target)].flatMap(([name, ours]) => (holds(name.length) ? ours : []));
    return any([unanswered, oneOf(target, fitting)]);
  }
  const isWhole = family === "num" && node?.data.config?.decimals === 0;
  if (kind === "length" && isWhole) return any([unanswered, digits(left, Number(node.data.config?.min) >= 0, holds)]);
  const isSame = [1, 2, 3, 5, 10, 100, 10_000].every((size) => holds(size) === holds(Number.MAX_SAFE_INTEGER));
  const isKnown = kind === "count" && (family === "one" || family === "num" || family === "date");
  if (!isSame && !isKnown) return fail(`it counts something else than ${kind === "count" ? "choices" : "characters"}`);
  return any([unanswered, holds(1) && ({ left, op: "answered" } as const)]);
}

/** Digits of the largest number that a question takes. */
const digitLimit = 15;

/** A whole number has as many characters as digits, and one more if it is negative. */
function digits(left: Operand, isPositive: boolean, holds: (size: number) => boolean): Truth {
  const parts: Truth[] = [];
  for (let from = 1; from <= digitLimit; from++) {
    if (!holds(from)) continue;
    let to = from;
    while (to < digitLimit && holds(to + 1)) to++;
    const isOpen = to === digitLimit;
    const least = { left, op: "gte", right: from === 1 ? 0 : 10 ** (from - 1) };
    parts.push(all([least, isOpen || { left, op: "lte", right: 10 ** to - 1 }]));
    const most = { left, op: "lte", right: -(10 ** Math.max(from - 2, 0)) };
    if (!isPositive && to > 1) parts.push(all([most, isOpen || { left, op: "gte", right: 1 - 10 ** (to - 1) }]));
    from = to;
  }
  return any(parts);
}
