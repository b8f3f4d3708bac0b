import { call, nameTerm, type Term, Unmapped } from "../expressions/terms.ts";

/** An item as paths see it. */
export interface PathItem {
  linkId: string;
  children: PathItem[];
  /** It has no answer of its own, such as a group, or it is computed from others. */
  isUnasked?: boolean;
  /** Its options have points. */
  hasPoints?: boolean;
}

/** Everything that a path can read. */
export interface Questionnaire {
  roots: PathItem[];
  /** expressions of `variable` extensions by name */
  variables: ReadonlyMap<string, Term>;
  /** link ID of the item whose expression it is */
  self: PathItem | null;
}

/** Items that a path selects, and the part of them that it reads. */
interface Selection {
  items: PathItem[];
  /** the items themselves, their answers, or the points of their answers */
  part: "items" | "answers" | "points";
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
    if (plain === "exists" && args.length === 2) throw new Unmapped("`exists` with a condition isn't supported");
    const [first, second] = args;
    // `(a | b).sum()`
    if (first && listFunctions.has(plain) && name.startsWith(".")) {
      const items = itemsOf(first, depth);
      return call(listFunctions.get(plain) as string, ...items);
    }
    if (plain === "in" && first && second)
      return call("anyof", reduce(first, depth), { kind: "list", items: itemsOf(second, depth) });
    if (plain === "contains" && first && second && !name.startsWith("."))
      return call("anyof", reduce(second, depth), { kind: "list", items: itemsOf(first, depth) });
    if (plain === "power") return powerOf(reduce(first as Term, depth), second);
    if (passing.has(plain) && first) return reduce(first, depth);
    const renamed = functions.get(plain);
    if (renamed === undefined) throw new Unmapped(`\`${plain.slice(0, 40)}\` isn't supported`);
    return call(renamed, ...args.map((it) => reduce(it, depth)));
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

function termOf({ items, part }: Selection): Term {
  const [item] = items;
  if (!item || items.length > 1) throw new Unmapped("it reads several questions as one value");
  return part === "points" ? call("points", nameTerm(item.linkId)) : nameTerm(item.linkId);
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
  if (name === ".where" && part === "items") return { items: matching(items, argument), part };
  if (name === ".answer") return { items, part: "answers" };
  if (name === ".ordinal" || name === ".weight") return { items, part: "points" };
  // `.extension.where(url = '…ordinalValue').valueDecimal`
  if (name === ".extension" || (name === ".where" && part !== "items")) return { items, part: "points" };
  if (/^\.(?:value(?:[A-Z][A-Za-z]*)?|code|first|last|single)$/.test(name)) return part === "items" ? null : from;
  return null;
}

function allOf(item: PathItem): PathItem[] {
  return item.children.flatMap((child) => [child, ...allOf(child)]);
}

/** Returns the items that `linkId = 'x'`, `linkId in (…)` or several with `or` select. */
function matching(items: readonly PathItem[], condition: Term | undefined): PathItem[] {
  const wanted = new Set(linkIds(condition));
  return items.filter(({ linkId }) => wanted.has(linkId));
}

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
