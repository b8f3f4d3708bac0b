/** Structural sharing: unchanged parts stay the same objects, so that views and history compare by reference. */
import { sameValue } from "../../../../../shared/domain/graph/diff/values.ts";

/** Maps a list. Returns the same list if no item changed. */
export function mapShared<T>(list: T[], change: (item: T, at: number) => T): T[] {
  const next = list.map(change);
  return next.every((item, at) => item === list[at]) ? list : next;
}

/** Filters a list. Returns the same list if all items stay. */
export function filterShared<T>(list: T[], isKept: (item: T, at: number) => boolean): T[] {
  const kept = list.filter(isKept);
  return kept.length === list.length ? list : kept;
}

/** Sets members; undefined removes one. Returns the same object if nothing changes. */
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
