/** Converts the conditions of Tally's logic to terms. */
import { guardLeafLimit } from "../../../../shared/domain/limits.ts";
import { type Dialect, plainDialect } from "../expressions/scope.ts";
import { type Binary, call, fail, named, nameTerm, opposite, type Term, valueTerm } from "../expressions/terms.ts";
import { checkDepth, number, type Raw, record, records, scalar, text } from "../values.ts";
import { takesSeveral } from "./blocks.ts";
import type { Known, Place, TallyForm } from "./form.ts";
import { type Effect, isTooMany, type Rule } from "./rules.ts";

export const dialect: Dialect = { ...plainDialect, setEquals: "equals_set" };

/** Returns the term of a rule's conditions, for what it acts on at a page. Throws `Unmapped`. */
export const ruleTerm = (tally: TallyForm, { payload, at }: Rule, page: number): Term =>
  joinedTerm(tally, payload, { page, rule: at }, 0);

function joinedTerm(tally: TallyForm, group: Raw, place: Place, depth: number): Term {
  checkDepth(depth);
  const parts = records(group.conditionals);
  if (parts.length === 0) return fail("it has no conditions");
  const terms = parts.map(({ type, payload }) =>
    type === "GROUP" ? joinedTerm(tally, record(payload), place, depth + 1) : singleTerm(tally, record(payload), place),
  );
  return call(text(group.logicalOperator) === "OR" ? "or" : "and", ...terms);
}

/** Comparisons that a form's logic can have. The same rule counts for each block that it shows. */
const comparisonLimit = guardLeafLimit;

function singleTerm(tally: TallyForm, { field, comparison, value }: Raw, place: Place): Term {
  tally.comparisons += Array.isArray(value) ? Math.max(value.length, 1) : 1;
  if (tally.comparisons > comparisonLimit)
    return fail(`all logic of a form can have ${comparisonLimit.toLocaleString("en")} comparisons`);
  const operator = text(comparison);
  const left = fieldTerm(tally, record(field), place);
  const known = left.kind === "name" ? tally.questions.get(left.name) : undefined;
  if (operator === "IS_EMPTY") return call("empty", left);
  if (operator === "IS_NOT_EMPTY") return call("notempty", left);
  if (known && isChoice(known)) return choiceTerm(tally, { left, known, operator, value });
  const compared = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
  if (!compared) return fail(`\`${operator.slice(0, 40)}\` isn't supported`);
  return compared(left, rightTerm(tally, value, place));
}

/** Returns what a field of a condition, calculation or text stands for. */
export function fieldTerm(tally: TallyForm, field: Raw, place: Place): Term {
  const uuid = text(field.uuid);
  const type = text(field.type)
    .replace(/(?<=[a-z])(?=[A-Z])/g, "_")
    .toUpperCase();
  if (type === "CALCULATED_FIELD" || tally.variables.has(uuid)) return tally.variables.valueAt(tally, uuid, place);
  if (uuid === "utility::today()") return call("today");
  const name = tally.names.get(uuid) ?? tally.names.get(text(field.blockGroupUuid));
  const shown = text(field.title).slice(0, 60) || uuid.slice(0, 60);
  if (name === undefined) return fail(`“${shown}” isn't an imported question`);
  const known = tally.questions.get(name);
  return known && known.page > place.page ? fail(`“${shown}” comes later`) : nameTerm(name);
}

const isChoice = ({ options }: Known): boolean => options.size > 0;

function rightTerm(tally: TallyForm, value: unknown, place: Place): Term {
  if (Array.isArray(value)) return { kind: "list", items: value.map((it) => valueTerm(scalar(it))) };
  if (typeof value === "number") return valueTerm(value);
  if (scalar(value) !== "") return valueTerm(scalar(value));
  if (text(record(value).uuid) === "") return fail("it has no value to compare with");
  const right = fieldTerm(tally, record(value), place);
  const known = right.kind === "name" ? tally.questions.get(right.name) : undefined;
  return known && isChoice(known) ? fail("it compares a choice with another answer") : right;
}

interface Asks {
  left: Term;
  known: Known;
  operator: string;
  value: unknown;
}

/** Conditions name options by UUID. */
function choiceTerm({ scope }: TallyForm, { left, known, operator, value }: Asks): Term {
  const given = (Array.isArray(value) ? value : [value]).map(scalar);
  if (given.every((it) => it === "")) return fail("it has no option to compare with");
  const chosen = given.map((option) => optionTerm(left, known, option));
  const [first] = chosen;
  const isSeveral = takesSeveral(known.kind);
  switch (operator) {
    case "IS":
    case "IS_NOT": {
      if (!first || chosen.length > 1) return fail("it compares one answer with several");
      if (isSeveral)
        scope.assume("It asks whether an option of several is the answer. Here, it is the only one chosen.");
      const is = isSeveral ? call("=", left, valueTerm(given[0] ?? "")) : first;
      return operator === "IS" ? is : call("not", is);
    }
    case "CONTAINS":
    case "DOES_NOT_CONTAIN": {
      if (!first || chosen.length > 1) return fail("it searches for several options");
      return operator === "CONTAINS" ? first : call("not", first);
    }
    case "IS_ANY_OF":
      return call("or", ...chosen);
    case "IS_NOT_ANY_OF":
      return call("not", call("or", ...chosen));
    case "IS_EVERY_OF":
      return call("and", ...chosen);
    default:
      return fail(`\`${operator.slice(0, 40)}\` isn't supported for choices`);
  }
}

/** The option for another answer is any text that no option has. */
function optionTerm(left: Term, { kind, options, other }: Known, option: string): Term {
  if (!options.has(option) && option !== other) return fail("it names an option that isn't in the form");
  if (option !== other) return call("selected", left, valueTerm(option));
  if (takesSeveral(kind)) return fail("it asks for the option for another answer");
  const named: Term = { kind: "list", items: [...options].map((it) => valueTerm(it)) };
  return call("and", call("notempty", left), call("noneof", left, named));
}

const listed =
  (compare: Binary): Binary =>
  (left, right) =>
    compare(left, right.kind === "list" ? right : { kind: "list", items: [right] });

const comparisons: Readonly<Record<string, Binary>> = {
  IS: named("="),
  IS_NOT: opposite("="),
  EQUAL: named("="),
  NOT_EQUAL: opposite("="),
  IS_ANY_OF: listed(named("anyof")),
  IS_NOT_ANY_OF: listed(opposite("anyof")),
  CONTAINS: named("contains"),
  DOES_NOT_CONTAIN: opposite("contains"),
  STARTS_WITH: named("startswith"),
  DOES_NOT_START_WITH: opposite("startswith"),
  ENDS_WITH: named("endswith"),
  DOES_NOT_END_WITH: opposite("endswith"),
  GREATER_THAN: named(">"),
  LESS_THAN: named("<"),
  GREATER_OR_EQUAL_THAN: named(">="),
  LESS_OR_EQUAL_THAN: named("<="),
  IS_BEFORE: named("<"),
  IS_AFTER: named(">"),
};

/** Whether a block is shown: always or never, or if rules say so. */
export type Visibility = boolean | { effects: readonly Effect[]; isHidden: boolean };

/** Rules that show a block that is shown anyway, or hide one that is hidden, change nothing. */
export function visibilityOf(effects: readonly Effect[], isHidden: boolean): Visibility {
  return effects.some(({ isShow }) => isShow === isHidden) ? { effects, isHidden } : !isHidden;
}

/** Returns the term for a block to be shown. The last rule that holds counts. */
export function shownTerm(tally: TallyForm, { effects, isHidden }: Exclude<Visibility, boolean>, page: number): Term {
  if (isTooMany(effects)) return fail("more than 100 rules show or hide it");
  if (new Set(effects.map(({ isShow }) => isShow)).size > 1)
    tally.scope.assume("Some rules show it, and others hide it. Here, the last one that holds counts.");
  return effects.reduce<Term>((before, { rule, isShow }) => {
    const holds = ruleTerm(tally, rule, page);
    if (isShow) return isFixed(before, false) ? holds : call("or", before, holds);
    return isFixed(before, true) ? call("not", holds) : call("and", before, call("not", holds));
  }, valueTerm(!isHidden));
}

const isFixed = (term: Term, value: boolean): boolean => term.kind === "value" && term.value === value;

/** Returns a number as a calculation takes it. */
export const fixedNumber = (value: unknown): number => number(value) ?? fail("its value isn't a number");
