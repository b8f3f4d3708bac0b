import type { Json } from "../../../../shared/domain/graph/types.ts";

/**
 * Requests to send to the service, in order and one at a time.
 *
 * The first entry counts as sent once it is stored as the first. After a lost reply, a crash or a takeover by another tab it
 * is sent again with the same body, and the service replies as before (decisions §5). Later entries have never been sent, so
 * they can still change.
 *
 * `base` is the session as confirmed by the service. Applying the entries to it gives the walk that the respondent sees.
 */
export type Entry =
  | { kind: "start"; at: number }
  | NextEntry
  | AnswersEntry
  | { kind: "complete"; at: number }
  /** changes the answers of a completed session (features §18.1); those queued before it are never sent alone */
  | { kind: "edit"; at: number }
  /** Asks where the session is. `refused`: nodes whose answers were removed from the queue. */
  | { kind: "check"; at: number; refused: string[] };

export interface NextEntry {
  kind: "next";
  /** ms since 1970, when it was queued */
  at: number;
  node_id: string;
  value: Json;
  /** the node was passed with another value, so the path is cut there */
  back?: true;
  /** the predicted next node; null if only the service can decide */
  next: string | null;
}

/** Answers of a page in their order, accepted together or not at all (features §11.3). */
export interface AnswersEntry {
  kind: "answers";
  at: number;
  answers: readonly Given[];
  /** the first of them was passed with another value */
  back?: true;
  /** the predicted node after the last answer; null if only the service can decide */
  next: string | null;
  /** completes the session too (parts.ts) */
  complete?: true;
}

export interface Given {
  node_id: string;
  value: Json;
}

/** Returns the answers of an entry, in order. */
export function answersIn(entry: Entry): readonly Given[] {
  if (entry.kind === "next") return [entry];
  return entry.kind === "answers" ? entry.answers : [];
}

/** A passed node. Without `answer`, only the service has its answer. */
export interface Passed {
  node_id: string;
  answer?: Json;
}

export interface LocalWalk {
  readonly visits: readonly Passed[];
  /** null until the service decides */
  readonly current: string | null;
}

export function walkAfter(base: LocalWalk, queue: readonly Entry[]): LocalWalk {
  return queue.reduce(apply, base);
}

export function apply(walk: LocalWalk, entry: Entry): LocalWalk {
  if (!("next" in entry)) return walk;
  const given = answersIn(entry);
  const passed = walk.visits.findIndex((visit) => visit.node_id === given[0]?.node_id);
  const before = passed < 0 ? walk.visits : walk.visits.slice(0, passed);
  const visits = given.map(({ node_id, value }) => ({ node_id, answer: value }));
  return { visits: [...before, ...visits], current: entry.next };
}

export function pathOf({ visits, current }: LocalWalk): string[] {
  const path = visits.map((visit) => visit.node_id);
  return current === null ? path : [...path, current];
}

/**
 * Returns the entries that stay when the answer of `nodeId` changes: the sent one, and those about earlier nodes. Later ones
 * depend on the answer and go.
 */
export function beforeChange(base: LocalWalk, queue: readonly Entry[], nodeId: string): readonly Entry[] {
  const path = pathOf(walkAfter(base, queue));
  const before = new Set(path.slice(0, path.indexOf(nodeId)));
  const stays = (entry: Entry, index: number) =>
    index === 0 || ("next" in entry && answersIn(entry).every(({ node_id }) => before.has(node_id)));
  const end = queue.findIndex((entry, index) => !stays(entry, index));
  return end < 0 ? queue : queue.slice(0, end);
}

/** Returns whether the completion, or the change of a completed session, is queued. */
export function isClosed(queue: readonly Entry[]): boolean {
  const last = queue.at(-1);
  return last?.kind === "complete" || last?.kind === "edit" || (last?.kind === "answers" && last.complete === true);
}

/** Returns whether an entry has all answers that another one sends, so that its request can take the other's place. */
export function covers(entry: Entry | string | undefined, other: Entry | string): boolean {
  const [own, of] = [entry, other].map((one) => (typeof one === "object" ? answersIn(one)[0]?.node_id : undefined));
  return own !== undefined && own === of;
}
