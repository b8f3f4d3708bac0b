import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { changesOf, type MemberChange } from "../model/merging/changes.ts";
import { foreignOf } from "../model/merging/foreign.ts";
import { equal, isBelow, isMembers, isWhole, itemsOf, memberAt, memberOf } from "../model/merging/members.ts";
import { merge } from "../model/merging/merge.ts";
import type { Merge, Part } from "../model/merging/parts.ts";

/**
 * Returns the base of a merge with the service's draft if responses to saves were lost. Members of the draft that equal what was sent
 * count as known, the others as in `base`, so that a lost save isn't taken for a change made elsewhere.
 */
export function knownBase(base: Graph, unanswered: readonly Graph[], theirs: Graph): Graph {
  if (unanswered.length === 0) return base;
  const hasArrived = unanswered.some((sent) => isIn(theirs, base, sent));
  return known("", base, unanswered, theirs, hasArrived) as Graph;
}

/**
 * Returns whether any change that was sent is in the draft: then all of it has arrived. A new item alone only counts as a whole,
 * because someone else may have used the same id.
 */
const isIn = (theirs: Graph, base: Graph, sent: Graph): boolean =>
  changesOf(base, sent).some(
    ({ path, now, isOrder }) => !isOrder && now !== undefined && equal(memberAt(theirs, path), now),
  );

function known(name: string, base: unknown, sent: readonly unknown[], theirs: unknown, hasArrived: boolean): unknown {
  if (sent.some((one) => equal(one, theirs))) return theirs;
  const isNew = base === undefined && theirs !== undefined;
  if (isWhole(name) || (isNew && (!hasArrived || sent.every((one) => one === undefined)))) return base;
  const items = [base, theirs, ...sent].map((list) => itemsOf(name, list));
  if (items.every((one) => one !== null)) return knownItems(items, hasArrived);
  if (!isMembers(theirs) || !(isMembers(base) || isNew)) return base;
  const keys = new Set([...Object.keys(base ?? {}), ...Object.keys(theirs)]);
  const members = [...keys].flatMap((key): [string, unknown][] => {
    const of = (side: unknown) => memberOf(side, key);
    const member = known(key, of(base), sent.map(of), of(theirs), hasArrived);
    return member === undefined ? [] : [[key, member]];
  });
  return Object.fromEntries(members);
}

function knownItems([base, theirs, ...sent]: Map<string, unknown>[], hasArrived: boolean): unknown[] {
  const keysOf = (items: Map<string, unknown> = new Map()) => [...items.keys()];
  const isKnownOrder = sent.some((items) => equal(keysOf(items), keysOf(theirs)));
  const first = isKnownOrder ? theirs : base;
  return [...new Set([...keysOf(first), ...keysOf(base), ...keysOf(theirs)])].flatMap((key) => {
    const of = (items: Map<string, unknown> | undefined) => items?.get(key);
    return known("", of(base), sent.map(of), of(theirs), hasArrived) ?? [];
  });
}

interface Unsaved {
  base: Graph;
  graph: Graph;
  sent: readonly Graph[];
}

/** Merges unsaved changes into the current draft. */
export function keptMerge({ base, graph, sent }: Unsaved, theirs: Graph): Merge {
  const merged = merge(knownBase(base, sent, theirs), graph, theirs);
  const arrived = sent.find((one) => isIn(theirs, base, one));
  if (!arrived || !removedSince(base, arrived, theirs, graph)) return merged;
  const isAsked = ({ path }: MemberChange) =>
    merged.conflicts.some(({ parts }) => parts.some((part) => isBelow(path, part.path)));
  const without = foreignOf(arrived, theirs).into(graph);
  const order = merged.graph.nodes.map(({ id }) => id);
  const parts = changesOf(merged.graph, without)
    // languages are sent one by one: the rest alone may have arrived
    .filter((change) => change.path[0] !== "translations" && !isAsked(change))
    .map(
      ({ path, was, now, isOrder }): Part => ({ path, mine: was, theirs: now, ...(isOrder ? { isOrder } : { order }) }),
    );
  return parts.length > 0 ? { ...merged, conflicts: [...merged.conflicts, { parts }] } : merged;
}

/**
 * Returns whether the draft lacks a question that a lost save brought: someone else removed it. It is asked, because the save
 * is only known to have arrived by what else is in the draft.
 */
const removedSince = (base: Graph, arrived: Graph, theirs: Graph, graph: Graph): boolean => {
  const [was, now, edited] = [base, theirs, graph].map(({ nodes }) => new Set(nodes.map(({ id }) => id)));
  return arrived.nodes.some(({ id }) => !was?.has(id) && !now?.has(id) && edited?.has(id));
};
