import { mergeOrder, movedByBoth } from "../mergeOrder.ts";
import { isOrderedTwice } from "./edgeOrder.ts";
import {
  equal,
  isContainer,
  isLanguage,
  isMembers,
  isPlace,
  isWhole,
  itemsOf,
  memberAt,
  memberOf,
  nameOf,
  type Path,
  sameMember,
  shared,
  withMember,
} from "./members.ts";
import { mergeRules } from "./mergeRules.ts";
import type { Part, Sides } from "./parts.ts";

/** Hears of parts that both sides changed, which are chosen together. */
export type Ask = (...parts: Part[]) => void;

/** Lists whose order is read item by item: two people can move different ones. */
const longLists: ReadonlySet<string> = new Set(["nodes", "pages", "calculations"]);

/**
 * A three-way merge of a member of a graph, by the names of objects and the items of lists. The change of one side is taken. A member
 * that both changed differently stays mine and is asked. Unchanged parts stay the same objects.
 */
export function mergeMember(sides: Sides, path: Path, ask: Ask): unknown {
  const { base, mine, theirs } = sides;
  const name = nameOf(path);
  if (sameMember(mine, base)) return shared(mine, theirs, name);
  if (sameMember(theirs, base) || sameMember(mine, theirs)) return mine;
  const [was, ours, others] = [itemsOf(name, base), itemsOf(name, mine), itemsOf(name, theirs)];
  if (was && ours && others) return mergeItems(sides, { was, ours, others }, path, ask);
  const rules = name === "valid_if" ? mergeRules(sides) : null;
  if (rules) return rules;
  if (canMerge(sides, path)) return mergeObject(sides, path, ask);
  // positions don't change the form: the later one holds
  if (!isPlace(path)) ask({ path, mine, theirs });
  return mine;
}

function canMerge({ base, mine, theirs }: Sides, path: Path): boolean {
  const name = nameOf(path);
  // an item or a language that both added; to remove a language means its texts as a whole
  const isNew = base === undefined && (name === "" || isLanguage(path));
  const isObject = (value: unknown) => isMembers(value) || (value === undefined && (isContainer(path) || isNew));
  if (isWhole(name) || ![base, mine, theirs].every(isObject)) return false;
  // points of one way of scoring mean nothing in another
  return name !== "scoring" || equal(memberOf(mine, "mode"), memberOf(theirs, "mode"));
}

function mergeObject(sides: Sides, path: Path, ask: Ask): unknown {
  const { base, mine } = sides;
  const typed = nameOf(path) === "" ? typeParts(sides) : [];
  if (typed.length > 0) ask(...typed.map((part) => ({ ...part, path: [...path, ...part.path] })));
  const theirs = typed.reduce((all, part) => withMember(all, part.path, part.mine), sides.theirs);
  const keys = new Set([...Object.keys(mine ?? {}), ...Object.keys(theirs ?? {})]);
  const members = [...keys].flatMap((key): [string, unknown][] => {
    const member = { base: memberOf(base, key), mine: memberOf(mine, key), theirs: memberOf(theirs, key) };
    const merged = mergeMember(member, [...path, key], ask);
    return merged === undefined ? [] : [[key, merged]];
  });
  if (members.length === 0) return isEmpty(mine) ? mine : isEmpty(theirs) ? theirs : {};
  const isMine = isMembers(mine) && members.length === Object.keys(mine).length;
  return isMine && members.every(([key, one]) => mine[key] === one) ? mine : Object.fromEntries(members);
}

const isEmpty = (value: unknown): boolean => value === undefined || Object.keys(value as object).length === 0;

/** Returns a question's type and its settings, which only fit together, if one side changed one and the other the other. */
function typeParts({ base, mine, theirs }: Sides): Part[] {
  if (!isMembers(base) || !("question_type" in base)) return [];
  const settings = "data" in base ? ["data", "config"] : ["config"];
  const change = (side: unknown, path: Path) => !equal(memberAt(side, path), memberAt(base, path));
  const retyped = [mine, theirs].filter((side) => change(side, ["question_type"]));
  const isBoth = [mine, theirs].every((side) => retyped.includes(side) || change(side, settings));
  // settings of both fit a type that both chose
  if (retyped.length === 0 || !isBoth || equal(memberOf(mine, "question_type"), memberOf(theirs, "question_type")))
    return [];
  return [["question_type"], settings]
    .map((path) => ({ path, mine: memberAt(mine, path), theirs: memberAt(theirs, path) }))
    .filter((part) => !equal(part.mine, part.theirs));
}

type Items = Map<string, unknown>;

function mergeItems(
  { mine, theirs }: Sides,
  { was, ours, others }: { was: Items; ours: Items; others: Items },
  path: Path,
  ask: Ask,
): unknown {
  const name = nameOf(path);
  const keys = [was, ours, others].map((items) => [...items.keys()]) as [string[], string[], string[]];
  const order = mergeOrder(...keys);
  const merged = new Map<string, unknown>();
  for (const key of order) {
    const [base, my, their] = [was.get(key), ours.get(key), others.get(key)];
    const at = [...path, key];
    const item = was.has(key) && (my === undefined || their === undefined);
    // one side removed it: asked if the other one changed it
    const isChanged = item && !sameMember(content(my ?? their, at), content(base, at));
    if (isChanged) ask({ path: at, mine: my, theirs: their, order });
    const kept = item ? (isChanged ? my : undefined) : itemOf(base, my, their, at, ask);
    if (kept !== undefined) merged.set(key, kept);
  }
  if (isAsked(name, keys)) ask({ path, mine: keys[1], theirs: keys[2], isOrder: true });
  const list = [...merged.values()];
  if (list.length === 0) return isEmpty(mine) ? mine : isEmpty(theirs) ? theirs : list;
  const own = [...ours.values()];
  return list.length === own.length && list.every((item, at) => item === own[at]) ? mine : list;
}

/** Returns an item without what doesn't change the form: the place of a question. */
const content = (item: unknown, path: Path): unknown =>
  isMembers(item) && isPlace([...path, "position"]) ? { ...item, position: null } : item;

const itemOf = (base: unknown, mine: unknown, theirs: unknown, path: Path, ask: Ask): unknown =>
  mine === undefined || theirs === undefined ? (mine ?? theirs) : mergeMember({ base, mine, theirs }, path, ask);

/** The order of edges is asked by node. */
function isAsked(name: string, [was, ours, others]: [string[], string[], string[]]): boolean {
  if (name === "edges" || !isOrderedTwice(was, ours, others)) return false;
  return !longLists.has(name) || movedByBoth(was, ours, others);
}
