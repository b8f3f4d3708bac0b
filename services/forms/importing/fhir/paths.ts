import { call, nameTerm, type Term, Unmapped, valueTerm } from "../expressions/terms.ts";
import type { AnswerKind } from "./kinds.ts";

/** An item as paths see it. */
export interface PathItem {
  linkId: string;
  children: PathItem[];
  /** It has no answer of its own, such as a group, or it is computed from others. */
  isUnasked?: boolean;
  /** Its options have points. */
  hasPoints?: boolean;
  /** null if its answers can't be compared */
  kind?: AnswerKind | null;
}

/** Everything that a path can read. */
export interface Questionnaire {
  roots: PathItem[];
  /** expressions of `variable` extensions by name */
  variables: ReadonlyMap<string, Term>;
  /** link ID of the item whose expression it is */
  self: PathItem | null;
  /** kinds of the answers by link ID */
  kinds: ReadonlyMap<string, AnswerKind | null>;
}

/** Items that a path selects, and the part of them that it reads. */
interface Selection {
  items: PathItem[];
  /** the items themselves, their answers, or the points of their answers */
  part: "items" | "answers" | "points";
  /** It reads the code of coded answers. */
  hasCode?: boolean;
  /** condition on the answer of an item, such as of `where(value.code = 'x')` */
  filter?: (item: PathItem) => Term;
}

const roots = new Set(["%resource", "%context", "%questionnaire", "%rootResource"]);
/** Variables can name others. */
const variableDepth = 20;
const termLimit = 20_000;

/** Replaces paths by the names of their items, so that only operators and functions are left. */
export function withoutPaths(term: Term, questionnaire: Questionnaire): Term {
  let count = 0;
  return reduce(term, 0);

  function reduce(it: Term, depth: number): Term {
    if (++count > termLimit) throw new Unmapped("it is too large");
    const selection = select(it, depth);
    if (selection) return termOf(selection);
    if (it.kind === "name") {
      const variable = questionnaire.variables.get(it.name.slice(1));
      if (!variable || depth > variableDepth) throw new Unmapped(`\`${it.name}\` is unknown`);
      return reduce(variable, depth + 1);
    }
    if (it.kind === "call") return functionOf(it.name, it.args, depth);
    return it;
  }

  /** Returns the selection of a path, or null for anything else. */
  function select(it: Term, depth: number): Selection | null {
    if (it.kind === "name") {
      // a rule of an item is read from the item on
      if (it.name === "%context" && questionnaire.self) return { items: [questionnaire.self], part: "items" };
      if (roots.has(it.name)) return { items: [{ linkId: "", children: questionnaire.roots }], part: "items" };
      if (it.name === "$this" || it.name === "%qitem")
        return questionnaire.self ? { items: [questionnaire.self], part: "answers" } : null;
      const variable = questionnaire.variables.get(it.name.slice(1));
      return variable && depth <= variableDepth ? select(variable, depth + 1) : null;
    }
    if (it.kind !== "call" || !it.name.startsWith(".")) return null;
    const [focus, argument] = it.args;
    const from = focus && select(focus, depth);
    return from ? step(from, it.name, argument) : null;
  }

  function functionOf(name: string, args: Term[], depth: number): Term {
    const plain = name.startsWith(".") ? name.slice(1) : name;
    const [first, second] = args;
    const asked = countable.has(plain) && first ? select(first, depth) : null;
    if (asked) return countedOf(plain, second ? step(asked, ".where", second) : asked);
    // `(a | b).sum()`
    if (first && listFunctions.has(plain) && name.startsWith(".")) {
      const items = itemsOf(first, depth);
      return call(listFunctions.get(plain) as string, ...items);
    }
    if (plain === "in" && first && second) {
      const items = itemsOf(second, depth);
      return call("anyof", comparable(first, items[0], depth), { kind: "list", items });
    }
    if (plain === "contains" && first && second && !name.startsWith("."))
      return call("anyof", reduce(second, depth), { kind: "list", items: itemsOf(first, depth) });
    if (plain === "power") return powerOf(reduce(first as Term, depth), second);
    if (passing.has(plain) && first) return reduce(first, depth);
    if ((plain === "=" || plain === "!=") && first && second)
      return call(plain, ...[first, second].map((it, at, both) => comparable(it, both[1 - at], depth)));
    const renamed = functions.get(plain);
    if (renamed === undefined) throw new Unmapped(`\`${plain.slice(0, 40)}\` isn't supported`);
    return call(renamed, ...args.map((it) => reduce(it, depth)));
  }

  /** A coded answer isn't equal to a text in FHIRPath. Authors mean its code. */
  function comparable(it: Term, other: Term | undefined, depth: number): Term {
    const isText = other?.kind === "value" && typeof other.value === "string";
    const selection = isText ? select(it, depth) : null;
    const reduced = reduce(it, depth);
    return selection?.part === "answers" && !selection.hasCode ? call("meant-code", reduced) : reduced;
  }

  /** Returns each item of a list or selection. */
  function itemsOf(it: Term, depth: number): Term[] {
    if (it.kind === "call" && it.name === "|") return it.args.flatMap((arg) => itemsOf(arg, depth));
    const selection = select(it, depth);
    if (selection) return counted(selection).map((item) => termOf({ ...selection, items: [item] }));
    return [reduce(it, depth)];
  }
}

/** Returns the items that a function of a list reads: `ordinal()` of all items leaves out those without points. */
function counted({ items, part }: Selection): PathItem[] {
  if (items.length < 2) return items;
  return items.filter(({ isUnasked, hasPoints }) => (part === "points" ? hasPoints : !isUnasked));
}

function powerOf(base: Term, exponent: Term | undefined): Term {
  const times = exponent?.kind === "value" ? exponent.value : null;
  if (times !== 2 && times !== 3) throw new Unmapped("only powers of 2 and 3 are supported");
  return times === 2 ? call("*", base, base) : call("*", base, call("*", base, base));
}

/** An empty value. */
const nothing: Term = { kind: "list", items: [] };

function termOf({ items, part, filter, hasCode }: Selection): Term {
  const [item] = items;
  // only coded answers have a code
  if (!item && hasCode) return nothing;
  if (filter) throw new Unmapped("it reads the value of an answer with a condition");
  if (!item || items.length > 1) throw new Unmapped("it reads several questions as one value");
  if (part === "points") return call("points", nameTerm(item.linkId));
  return hasCode ? call("code", nameTerm(item.linkId)) : nameTerm(item.linkId);
}

const listFunctions: ReadonlyMap<string, string> = new Map([
  ["sum", "sum"],
  ["avg", "avg"],
  ["min", "min"],
  ["max", "max"],
]);

/** Functions that change nothing here. */
const passing = new Set(["first", "last", "single", "toInteger", "toDecimal", "toQuantity", "value", "distinct"]);

const functions: ReadonlyMap<string, string> = new Map([
  ...["and", "or", "not", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "mod", "iif", "round", "abs"].map(
    (name) => [name, name] as const,
  ),
  ["floor", "floor"],
  ["ceiling", "ceil"],
  ["exists", "notempty"],
  ["hasValue", "notempty"],
  ["empty", "empty"],
  ["contains", "contains"],
  ["startsWith", "startswith"],
  ["endsWith", "endswith"],
  ["matches", "matches"],
  ["today", "today"],
]);

/** Follows one step of a path. Returns null if the step is a function of values. */
function step(from: Selection, name: string, argument: Term | undefined): Selection | null {
  const { items, part } = from;
  if (name === ".item") return { items: items.flatMap(({ children }) => children), part: "items" };
  if (name === ".descendants" || name === ".repeat") return { items: items.flatMap(allOf), part: "items" };
  if (name === ".where" && part === "items") return matching(from, argument);
  if (name === ".where" && part === "answers" && argument && isOfAnswer(argument)) return filtered(from, argument);
  if (name === ".answer") return { ...from, part: "answers" };
  if (name === ".ordinal" || name === ".weight") return { ...from, part: "points" };
  // `.extension.where(url = '…ordinalValue').valueDecimal`
  if (name === ".extension" || (name === ".where" && part !== "items")) return { ...from, part: "points" };
  if (name === ".code" && part === "answers") return { ...from, items: items.filter(isCoded), hasCode: true };
  if (/^\.(?:value(?:[A-Z][A-Za-z]*)?|code|first|last|single)$/.test(name)) return part === "items" ? null : from;
  return null;
}

const isCoded = ({ kind }: PathItem): boolean => kind === "coded";

function allOf(item: PathItem): PathItem[] {
  return item.children.flatMap((child) => [child, ...allOf(child)]);
}

/** Returns the items that `linkId = 'x'`, `linkId in (…)` or several with `or` select, or those with such an answer. */
function matching(from: Selection, condition: Term | undefined): Selection {
  if (condition?.kind === "call" && condition.name === "and")
    return condition.args.reduce<Selection>((before, part) => matching(before, part), from);
  if (condition && isOfAnswer(condition)) return filtered(from, condition);
  const test = linkIdTest(condition);
  if (test) return { ...from, items: from.items.filter(({ linkId }) => test(linkId)) };
  const wanted = new Set(linkIds(condition));
  return { ...from, items: from.items.filter(({ linkId }) => wanted.has(linkId)) };
}

/** Returns the test of `linkId.startsWith('x')` and the like, or null for other conditions. */
function linkIdTest(condition: Term | undefined): ((linkId: string) => boolean) | null {
  if (condition?.kind !== "call") return null;
  const [subject, part] = condition.args;
  const isOfLinkId = subject?.kind === "call" && subject.name === ".linkId";
  if (!isOfLinkId || part?.kind !== "value") return null;
  const text = String(part.value);
  if (condition.name === ".startsWith") return (linkId) => linkId.startsWith(text);
  if (condition.name === ".endsWith") return (linkId) => linkId.endsWith(text);
  return condition.name === ".contains" ? (linkId) => linkId.includes(text) : null;
}

const countable = new Set(["exists", "empty", "count"]);

/** `exists()`, `empty()` and `count()` of answers. */
function countedOf(name: string, selection: Selection | null): Term {
  if (!selection) throw new Unmapped(`\`${name}\` with this condition isn't supported`);
  const { items, filter } = selection;
  const asked = items.filter(({ isUnasked }) => !isUnasked || items.length === 1);
  const given = asked.map((item) => filter?.(item) ?? call("notempty", nameTerm(item.linkId)));
  if (name === "count" && asked.length === 0) return valueTerm(0);
  if (name === "count" && !filter)
    return call("sum", ...asked.map(({ linkId }) => call("count-answers", nameTerm(linkId))));
  if (name === "count") return call("sum", ...given.map((it) => call("iif", it, valueTerm(1), valueTerm(0))));
  const isGiven = given.length === 1 ? (given[0] as Term) : call("or", ...given);
  return name === "exists" ? isGiven : call("not", isGiven);
}

function filtered(from: Selection, condition: Term): Selection {
  const before = from.filter;
  const own = (item: PathItem) => answerCondition(condition, item);
  return { ...from, filter: before ? (item) => call("and", before(item), own(item)) : own };
}

/** Steps from an item or answer to its value. */
const valueSteps = /^\.(?:answer|value(?:[A-Z][A-Za-z]*)?|code|first)$/;

function isOwnValue(term: Term): boolean {
  if (term.kind === "name") return term.name === "%context" || term.name === "$this";
  const [focus] = term.kind === "call" ? term.args : [];
  return term.kind === "call" && focus !== undefined && valueSteps.test(term.name) && isOwnValue(focus);
}

/** Whether a condition compares the answer with fixed values. */
function isOfAnswer(condition: Term): boolean {
  if (condition.kind !== "call") return false;
  const { name, args } = condition;
  if (name === "and" || name === "or") return args.every(isOfAnswer);
  const [left, right] = args;
  const isFixed = right?.kind === "value" || (right?.kind === "call" && right.name === "|");
  if (left && isOwnValue(left) && (name === ".exists" || name === ".empty")) return true;
  return left !== undefined && isOwnValue(left) && isFixed && (name === "in" || name in comparisons);
}

const comparisons: Readonly<Record<string, string>> = {
  "=": "anyof",
  "!=": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};

function answerCondition(condition: Term, item: PathItem): Term {
  if (condition.kind !== "call") return condition;
  const { name, args } = condition;
  const [left, right] = args;
  if (name === "and" || name === "or") return call(name, ...args.map((part) => answerCondition(part, item)));
  const own = ownTerm(left, right, item);
  if (name === ".exists" || name === ".empty") return call(name === ".exists" ? "notempty" : "empty", own);
  if (name === "=" || name === "in") return call("anyof", own, { kind: "list", items: right ? values(right) : [] });
  return call(comparisons[name] ?? name, own, right as Term);
}

/** Returns an answer, or its code. Only coded answers have one, and they aren't equal to a text. */
function ownTerm(left: Term | undefined, right: Term | undefined, item: PathItem): Term {
  const name = nameTerm(item.linkId);
  const isText =
    right !== undefined && values(right).some(({ kind, ...it }) => "value" in it && typeof it.value === "string");
  if (!readsCode(left)) return isText ? call("meant-code", name) : name;
  return isCoded(item) ? call("code", name) : nothing;
}

const readsCode = (term: Term | undefined): boolean =>
  term?.kind === "call" && (term.name === ".code" || readsCode(term.args[0]));

const values = (term: Term): Term[] => (term.kind === "call" && term.name === "|" ? term.args.flatMap(values) : [term]);

function linkIds(condition: Term | undefined): string[] {
  if (condition?.kind !== "call") throw new Unmapped("only items with a link ID can be selected");
  const { name, args } = condition;
  if (name === "or") return args.flatMap(linkIds);
  const isLinkId = args[0]?.kind === "call" && args[0].name === ".linkId";
  if (!isLinkId || !args[1] || (name !== "=" && name !== "in"))
    throw new Unmapped("only items with a link ID can be selected");
  return texts(args[1]);
}

function texts(term: Term): string[] {
  if (term.kind === "value") return [String(term.value)];
  if (term.kind === "call" && term.name === "|") return term.args.flatMap(texts);
  throw new Unmapped("only items with a link ID can be selected");
}
