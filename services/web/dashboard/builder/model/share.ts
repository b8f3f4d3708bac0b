/** Structural sharing: what did not change stays the same object, so that views and history can compare by reference. */
import { sameValue } from "../../../../../shared/domain/graph/diff/values.ts";

/** The list with each item changed; the same list where no item became another one. */
export function mapShared<T>(list: T[], change: (item: T, at: number) => T): T[] {
  const next = list.map(change);
  return next.every((item, at) => item === list[at]) ? list : next;
}

/** The list without what is not kept; the same list where all is. */
export function filterShared<T>(list: T[], isKept: (item: T, at: number) => boolean): T[] {
  const kept = list.filter(isKept);
  return kept.length === list.length ? list : kept;
}

/** The object with these members; undefined takes one away. The same object where none says anything new. */
export function withMembers<T extends object>(object: T, members: { [K in keyof T]?: T[K] | undefined }): T {
  const news = (Object.keys(members) as (keyof T)[]).filter((key) => !isSame(object, key, members[key]));
  if (news.length === 0) return object;
  const next = { ...object };
  for (const key of news) {
    if (members[key] === undefined) delete next[key];
    else next[key] = members[key] as T[typeof key];
  }
  return next;
}

function isSame<T extends object>(object: T, key: keyof T, value: unknown): boolean {
  if (value === undefined || !Object.hasOwn(object, key)) return value === undefined && !Object.hasOwn(object, key);
  return object[key] === value || sameValue(object[key], value);
}
