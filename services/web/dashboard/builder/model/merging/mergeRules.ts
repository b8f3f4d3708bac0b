import { textOf } from "../../../../../../shared/domain/graph/diff/values.ts";
import { mergeOrder } from "../mergeOrder.ts";
import { isOrderedTwice } from "./edgeOrder.ts";
import type { Sides } from "./parts.ts";

type Rules = Map<string, unknown>;

/**
 * Merges lists whose items have no key, as diff matches edges without ids: by content, else by index, which only means the same item
 * while the list is as long as before. Null if both sides changed or removed the same item, or both changed the order.
 */
export function mergeRules({ base = [], mine = [], theirs = [] }: Sides): unknown[] | null {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return null;
  const [was, ours, others] = [keyed(base, base), keyed(mine, base), keyed(theirs, base)];
  const keys = [was, ours, others].map((items) => [...items.keys()]) as [string[], string[], string[]];
  if (isOrderedTwice(...keys) || keys[0].some((key) => isTwice(key, was, ours, others))) return null;
  return mergeOrder(...keys).flatMap((key) => {
    const [old, my, their] = [was, ours, others].map((items) => items.get(key));
    const item = !was.has(key) ? (my ?? their) : textOf(old) === textOf(my) ? their : my;
    return item === undefined ? [] : [item];
  });
}

/** Returns whether both sides changed an item, other than equally. One that is gone can be among the new ones. */
function isTwice(key: string, was: Rules, ours: Rules, others: Rules): boolean {
  const [old, my, their] = [was, ours, others].map((items) => textOf(items.get(key)));
  if (my === old || their === old) return false;
  const hasNew = [ours, others].some((items) => items.keys().some((one) => !was.has(one)));
  return my !== their || (!ours.has(key) && hasNew);
}

/** Items by the index of their counterpart in `base`, new ones by their content. */
function keyed(list: readonly unknown[], base: readonly unknown[]): Rules {
  const free = Map.groupBy(base.keys(), (at) => textOf(base[at]));
  const same = list.map((item) => free.get(textOf(item))?.shift());
  const taken = new Set(same);
  const items = new Map<string, unknown>();
  for (const [at, item] of list.entries()) {
    const index = same[at] ?? (list.length === base.length && !taken.has(at) ? at : undefined);
    let key = index === undefined ? `new ${textOf(item)}` : String(index);
    while (items.has(key)) key += " again";
    items.set(key, item);
  }
  return items;
}
