import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { changesOf, type MemberChange } from "../model/merging/changes.ts";
import { isWithin, versionIn } from "../model/merging/conflict.ts";
import { foreignOf } from "../model/merging/foreign.ts";
import {
  equal,
  isBelow,
  isMembers,
  isPlace,
  isWhole,
  itemsOf,
  keysAt,
  memberAt,
  memberOf,
  nameOf,
  type Path,
  sameMember,
} from "../model/merging/members.ts";
import { merge } from "../model/merging/merge.ts";
import type { Conflict, Merge, Part, Sides } from "../model/merging/parts.ts";

/**
 * Returns the base of a merge with the service's draft if responses to saves were lost. Members of the draft that equal what was sent
 * count as known, the others as in `base`, so that a lost save isn't taken for a change made elsewhere.
 */
export function knownBase({ base, graph, sent }: Unsaved, theirs: Graph): Graph {
  if (sent.length === 0) return base;
  const hasArrived = arrivedOf(base, sent, theirs) !== undefined;
  return known([], { base, sent, mine: graph, theirs }, hasArrived) as Graph;
}

/** Returns the last of the sent graphs of which the draft has a change that the one before lacks: all of it has arrived. */
const arrivedOf = (base: Graph, sent: readonly Graph[], theirs: Graph): Graph | undefined =>
  sent.findLast((graph, at) => isIn(theirs, base, graph, sent[at - 1] ?? base));

/**
 * Returns whether a change that was sent is in the draft. A new item only counts as a whole, because someone else may have used the
 * same id. Places are computed alike for everyone.
 */
const isIn = (theirs: Graph, base: Graph, sent: Graph, before: Graph): boolean =>
  changesOf(base, sent).some(
    ({ path, now, isOrder }) =>
      !isOrder &&
      !isPlace(path) &&
      now !== undefined &&
      equal(memberAt(theirs, path), now) &&
      !equal(memberAt(before, path), now),
  );

interface Versions<T = unknown> extends Sides<T> {
  sent: readonly T[];
}

const eachOf = <T, U>({ base, mine, theirs, sent }: Versions<T>, of: (one: T) => U): Versions<U> => ({
  ...{ base: of(base), mine: of(mine), theirs: of(theirs) },
  sent: sent.map(of),
});

function known(path: Path, versions: Versions, hasArrived: boolean): unknown {
  const { base, theirs, sent } = versions;
  if (sent.some((one) => sameMember(one, theirs))) return theirs;
  const name = nameOf(path);
  const isNew = base === undefined && theirs !== undefined;
  if (isWhole(name) || (isNew && (!hasArrived || sent.every((one) => one === undefined)))) return base;
  const items = eachOf(versions, (list) => itemsOf(name, list));
  if ([items.base, items.mine, items.theirs, ...items.sent].every((one) => one !== null))
    return knownItems(path, items as Versions<Items>, hasArrived);
  if (!isMembers(theirs) || !(isMembers(base) || isNew)) return base;
  const keys = new Set([...Object.keys(base ?? {}), ...Object.keys(theirs)]);
  const members = [...keys].flatMap((key): [string, unknown][] => {
    const of = (side: unknown) => memberOf(side, key);
    const member = known([...path, key], eachOf(versions, of), hasArrived);
    return member === undefined ? [] : [[key, member]];
  });
  return Object.fromEntries(members);
}

type Items = Map<string, unknown>;

function knownItems(path: Path, versions: Versions<Items>, hasArrived: boolean): unknown[] {
  const { base, theirs, sent } = versions;
  const isKnownOrder = sent.some((items) => equal([...items.keys()], [...theirs.keys()]));
  const first = isKnownOrder ? theirs : base;
  return [...new Set([...first.keys(), ...base.keys(), ...theirs.keys()])].flatMap((key) => {
    const item = eachOf(versions, (items) => items.get(key));
    return (theirs.has(key) ? known([...path, key], item, hasArrived) : removed(item)) ?? [];
  });
}

/** Returns one of the versions that someone may have removed: another than the owner's, so that a change of it is asked. */
function removed({ base, mine, sent }: Versions): unknown {
  if (base === undefined || sent.includes(undefined)) return undefined;
  return [base, ...sent].find((one) => mine !== undefined && !equal(one, mine)) ?? base;
}

/** Unsaved changes. */
export interface Unsaved {
  /** the saved draft before the changes */
  base: Graph;
  graph: Graph;
  /** sent graphs whose response was lost */
  sent: readonly Graph[];
  /** conflicts that wait for the owner's choice; `graph` has the owner's version. Earlier releases kept none */
  asked?: readonly Conflict[];
}

/** Merges unsaved changes into the current draft. */
export const keptMerge = (unsaved: Unsaved, theirs: Graph): Merge =>
  withAsked(sentMerge(unsaved, theirs), unsaved.asked ?? [], theirs);

/** Asks again what waited: its base is the draft that it was merged into, so that it looks like a change of one side. */
function withAsked(merged: Merge, asked: readonly Conflict[], theirs: Graph): Merge {
  const held = merged.conflicts.flatMap(({ parts }) => parts);
  const again = asked.map(({ parts }) => ({
    parts: parts
      .filter((part) => !held.some((one) => isWithin(one, part) || isWithin(part, one)))
      .map((part) => ({ ...part, mine: versionIn(merged.graph, part), theirs: versionIn(theirs, part) }))
      .filter((part) => !equal(part.mine, part.theirs)),
  }));
  return { ...merged, conflicts: [...merged.conflicts, ...again.filter(({ parts }) => parts.length > 0)] };
}

/**
 * Merges the draft, which can have a save whose response was lost. If the draft lacks a part of that save, someone else removed it
 * or set it back. It is asked, because the save is only known to have arrived by other parts in the draft.
 */
function sentMerge({ base, graph, sent }: Unsaved, theirs: Graph): Merge {
  const merged = merge(knownBase({ base, graph, sent }, theirs), graph, theirs);
  const arrived = arrivedOf(base, sent, theirs);
  if (!arrived) return merged;
  const isAsked = ({ path }: MemberChange) =>
    merged.conflicts.some(({ parts }) => parts.some((part) => isBelow(path, part.path)));
  const without = foreignOf(arrived, theirs).into(graph);
  const orderOf = (path: Path, was: unknown) => keysAt(was === undefined ? without : merged.graph, path.slice(0, -1));
  const parts = changesOf(merged.graph, without)
    // languages are sent one by one: the rest alone may have arrived
    .filter((change) => change.path[0] !== "translations" && !isAsked(change))
    .map(
      ({ path, was, now, isOrder }): Part => ({
        ...{ path, mine: was, theirs: now },
        ...(isOrder ? { isOrder } : { order: orderOf(path, was) }),
      }),
    );
  const isLost = parts.some(({ path, isOrder }) => !isOrder && !isPlace(path));
  return isLost ? { ...merged, conflicts: [...merged.conflicts, { parts }] } : merged;
}
