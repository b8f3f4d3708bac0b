/** Members of a graph by their paths: of objects by name, of lists by the key of an item. */
export type Path = readonly string[];
export type Members = Record<string, unknown>;

/** Keys that identify the items of a list. */
const keyNames: ReadonlyMap<string, string> = new Map([
  ["nodes", "id"],
  ["edges", "id"],
  ["pages", "id"],
  ["calculations", "key"],
  ["bands", "key"],
  ["options", "value"],
  ["columns", "value"],
  ["rows", "key"],
  ["fields", "key"],
]);

/** Lists of texts, each of which comes and goes alone. */
const textLists: ReadonlySet<string> = new Set([
  "hidden_fields",
  "node_ids",
  "show_calculations",
  "accept",
  "allowed_countries",
  "allowed_domains",
  "blocked_domains",
]);

/** Objects that mean something as a whole only. */
const wholes: ReadonlySet<string> = new Set([
  "condition",
  "show_if",
  "value",
  "image",
  "position",
  "correct",
  "default",
]);
export const isWhole = (name: string): boolean => wholes.has(name);

/** Objects whose keys are data, on each level. */
const maps: ReadonlySet<string> = new Set(["translations", "points"]);
const inMap = "*";

/** Returns the name of the member at a path: "" for an item of a list and "*" in a map, whose keys can be called like a member. */
export const nameOf = (path: Path): string => path.reduce(nameBelow, "");

function nameBelow(name: string, key: string): string {
  if (name === inMap || maps.has(name)) return inMap;
  return keyNames.has(name) || textLists.has(name) ? "" : key;
}

/** Objects that are missing if they are empty. */
const containers: ReadonlySet<string> = new Set(["data", "config", "translations", "points"]);
export const isContainer = (path: Path): boolean => containers.has(nameOf(path));

/** Returns whether a path leads to the place of a question on the canvas. */
export const isPlace = ([list, , name, ...rest]: Path): boolean =>
  list === "nodes" && name === "position" && rest.length === 0;

/** Returns whether a path leads to the texts of a language. */
export const isLanguage = ([name, ...rest]: Path): boolean => name === "translations" && rest.length === 1;

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keys are data and can have names of Object.prototype's members. */
export const memberOf = (value: unknown, key: string): unknown =>
  isMembers(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/**
 * Returns the items of the list with this name by their keys, a missing list as empty; null if keys don't identify them. Duplicates
 * have a number in their key: ids have no spaces.
 */
export function itemsOf(name: string, list: unknown = []): Map<string, unknown> | null {
  const keyName = keyNames.get(name);
  if (!Array.isArray(list) || (keyName === undefined && !textLists.has(name))) return null;
  const items = new Map<string, unknown>();
  for (const item of list) {
    const key = keyName === undefined ? item : memberOf(item, keyName);
    if (typeof key !== "string") return null;
    let unique = key;
    for (let number = 2; items.has(unique); number++) unique = `${key} ${number}`;
    items.set(unique, item);
  }
  return items;
}

/** Returns whether a path leads to a member or into it. */
export const isBelow = (path: Path, member: Path): boolean => member.every((key, at) => path[at] === key);

/** Compares members, of which a missing one is null on every level. */
export function sameMember(a: unknown, b: unknown): boolean {
  if ((a ?? null) === (b ?? null)) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one, at) => sameMember(one, b[at]));
  if (!isMembers(a) || !isMembers(b)) return false;
  return Object.keys({ ...a, ...b }).every((key) => sameMember(memberOf(a, key), memberOf(b, key)));
}

/** Compares JSON values, without the order of keys. A missing member differs from null. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, at) => equal(one, b[at]));
  if (!isMembers(a) || !isMembers(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

/** Returns the new value, with the old objects where nothing changed. */
export function shared<T>(old: unknown, now: T, name = ""): T {
  if (equal(old, now)) return old as T;
  if (Array.isArray(now)) {
    const before = itemsOf(name, old);
    const keys = before && itemsOf(name, now)?.keys().toArray();
    return (keys ? now.map((item, at) => shared(before.get(keys[at] as string), item)) : now) as T;
  }
  if (!isMembers(now) || !isMembers(old)) return now;
  return Object.fromEntries(Object.entries(now).map(([key, one]) => [key, shared(memberOf(old, key), one, key)])) as T;
}

/** Returns the member at a path, or undefined. `name`: of the value. */
export function memberAt(value: unknown, [key, ...rest]: Path, name = ""): unknown {
  if (key === undefined) return value;
  return memberAt(Array.isArray(value) ? itemsOf(name, value)?.get(key) : memberOf(value, key), rest, key);
}

/** Returns the keys of the list at a path. */
export const keysAt = (value: unknown, path: Path): string[] => [
  ...(itemsOf(nameOf(path), memberAt(value, path)) ?? new Map<string, unknown>()).keys(),
];

/**
 * Returns the value with a member at a path; undefined removes it. An item that isn't there comes behind those that precede it in
 * `order`, else to the end. Missing containers and lists on the way are made; without another object, the value stays the same.
 */
export const withMember = <T>(value: T, path: Path, member: unknown, order: readonly string[] = []): T =>
  put(value, [], path, { member, order }) as T;

interface Wanted {
  member: unknown;
  order: readonly string[];
}

function put(value: unknown, above: Path, path: Path, wanted: Wanted): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return wanted.member;
  if (value === undefined && wanted.member === undefined) return value;
  if (Array.isArray(value) || (value === undefined && itemsOf(nameOf(above))))
    return putItem(value, above, path, wanted);
  const isMade = value === undefined && isContainer(above);
  const members = isMade ? {} : value;
  if (!isMembers(members)) return value;
  const next = put(memberOf(members, key), [...above, key], rest, wanted);
  if (next !== undefined) return { ...members, [key]: next };
  const { [key]: _, ...others } = members;
  return isMade ? value : others;
}

function putItem(list: unknown, above: Path, [key = "", ...rest]: Path, wanted: Wanted): unknown {
  const items = itemsOf(nameOf(above), list);
  if (!items) return list;
  const next = put(items.get(key), [...above, key], rest, wanted);
  if (next === undefined) items.delete(key);
  if (next === undefined || items.has(key)) return [...(next === undefined ? items : items.set(key, next)).values()];
  const { order } = wanted;
  const before = new Set(order.slice(0, Math.max(0, order.indexOf(key))));
  const at = order.includes(key) ? [...items.keys()].findLastIndex((one) => before.has(one)) + 1 : items.size;
  return [...items.values()].toSpliced(at, 0, next);
}
