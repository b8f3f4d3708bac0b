import { textOf } from "../../../../../../shared/domain/graph/diff/values.ts";
import { mergeOrder } from "../mergeOrder.ts";
import type { Sides } from "./parts.ts";

/**
 * Merges lists whose items have no key, as diff matches edges without ids: by content, else by index, which only means the same item
 * while the list is as long as before. Null if both sides changed the same item or one removed it.
 */
export function mergeRules({ base = [], mine = [], theirs = [] }: Sides): unknown[] | null {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return null;
  const was = keyed(base, base);
  const [ours, others] = [keyed(mine, base), keyed(theirs, base)];
  const order = mergeOrder([...was.keys()], [...ours.keys()], [...others.keys()]);
  const merged: unknown[] = [];
  for (const key of order) {
    const [old, my, their] = [was, ours, others].map((items) => items.get(key));
    const texts = [old, my, their].map(textOf);
    if (was.has(key) && texts[0] !== texts[1] && texts[0] !== texts[2] && texts[1] !== texts[2]) return null;
    const item = !was.has(key) ? (my ?? their) : texts[0] === texts[1] ? their : my;
    if (item !== undefined) merged.push(item);
  }
  return merged;
}

/** Items by the index of their counterpart in `base`, new ones by their content. */
function keyed(list: readonly unknown[], base: readonly unknown[]): Map<string, unknown> {
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
