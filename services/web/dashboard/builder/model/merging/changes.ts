import { equal, isMembers, isWhole, itemsOf, memberOf, nameOf, type Path } from "./members.ts";

/** A member that changed. Missing members are undefined. */
export interface MemberChange {
  path: Path;
  was: unknown;
  now: unknown;
  isOrder?: true;
}

/** Returns the members of a graph that differ, and orders of lists. */
export function changesOf(was: unknown, now: unknown, path: Path = []): MemberChange[] {
  if (equal(was, now)) return [];
  const name = nameOf(path);
  const [before, after] = [itemsOf(name, was), itemsOf(name, now)];
  if (before && after) return changedItems(before, after, path);
  if (isWhole(name) || !isMembers(was) || !isMembers(now)) return [{ path, was, now }];
  const keys = new Set([...Object.keys(was), ...Object.keys(now)]);
  return [...keys].flatMap((key) => changesOf(memberOf(was, key), memberOf(now, key), [...path, key]));
}

function changedItems(was: Map<string, unknown>, now: Map<string, unknown>, path: Path): MemberChange[] {
  const common = (items: Map<string, unknown>) => [...items.keys()].filter((key) => was.has(key) && now.has(key));
  const order: MemberChange = { path, was: [...was.keys()], now: [...now.keys()], isOrder: true };
  return [
    ...[...new Set([...was.keys(), ...now.keys()])].flatMap((key): MemberChange[] => {
      const at = [...path, key];
      if (was.has(key) && now.has(key)) return changesOf(was.get(key), now.get(key), at);
      return [{ path: at, was: was.get(key), now: now.get(key) }];
    }),
    ...(equal(common(was), common(now)) ? [] : [order]),
  ];
}
