import type { Json } from "../../../../shared/domain/graph/types.ts";

/**
 * What goes to the service, in order and one request at a time.
 *
 * The first entry counts as sent from the moment it is written down as the first: a reply that is lost, a crash or a
 * takeover by another tab leaves it first, and the same body goes out again, which the service answers as it did
 * (decisions §5). Entries behind it have never been sent, so they may still be changed or taken out.
 *
 * `base` is the session as the service has confirmed it. The entries applied to it, one after the other, are the walk that
 * the respondent sees: so the two are the same as soon as the queue is empty.
 */
export type Entry =
  | { kind: "start"; at: number }
  | NextEntry
  | { kind: "complete"; at: number }
  /** Where does the session stand? `refused`: the nodes whose answers were taken out of the queue because of it. */
  | { kind: "check"; at: number; refused: string[] };

export interface NextEntry {
  kind: "next";
  /** since when it waits, ms since 1970 */
  at: number;
  node_id: string;
  value: Json;
  /** the node was passed before, with another value: the path is cut there */
  back?: true;
  /** the node after it as this device predicts; null: only the service knows */
  next: string | null;
}

/** A node that was passed, as this device knows it: without `answer` the service has one that this device lacks. */
export interface Passed {
  node_id: string;
  answer?: Json;
}

export interface LocalWalk {
  readonly visits: readonly Passed[];
  /** null: the service has yet to say */
  readonly current: string | null;
}

export function walkAfter(base: LocalWalk, queue: readonly Entry[]): LocalWalk {
  return queue.reduce(apply, base);
}

export function apply(walk: LocalWalk, entry: Entry): LocalWalk {
  if (entry.kind !== "next") return walk;
  const { node_id, value, next } = entry;
  const passed = walk.visits.findIndex((visit) => visit.node_id === node_id);
  const before = passed < 0 ? walk.visits : walk.visits.slice(0, passed);
  return { visits: [...before, { node_id, answer: value }], current: next };
}

export function pathOf({ visits, current }: LocalWalk): string[] {
  const path = visits.map((visit) => visit.node_id);
  return current === null ? path : [...path, current];
}

/**
 * The part of the queue that stays when the answer of `nodeId` is changed: all that was sent, and what is about nodes
 * before it. What is unsent about this node and those behind it goes, since it stands on the answer that is changed.
 */
export function beforeChange(base: LocalWalk, queue: readonly Entry[], nodeId: string): readonly Entry[] {
  const path = pathOf(walkAfter(base, queue));
  const before = new Set(path.slice(0, path.indexOf(nodeId)));
  const stays = (entry: Entry, index: number) => index === 0 || (entry.kind === "next" && before.has(entry.node_id));
  const end = queue.findIndex((entry, index) => !stays(entry, index));
  return end < 0 ? queue : queue.slice(0, end);
}
