import type { ShownCalculation } from "../../../../shared/domain/graph/shapes/calculation.ts";
import type { Graph, GraphNode, Json, Page } from "../../../../shared/domain/graph/types.ts";
import { sameJson } from "../../../../shared/domain/json.ts";
import type { CheckContext, Refusal } from "../../../../shared/domain/questions/question.ts";
import { isEmpty } from "../../../../shared/domain/questions/reply.ts";
import type { Kept } from "./kept.ts";
import type { Entry, LocalWalk, Passed } from "./queue.ts";
import type { PageState } from "./state.ts";

/** A compiled graph that walks on this device with the service's own code (walker.ts). Loaded after the first question. */
export interface Walker {
  /** Predicts the service's reply. Throws if only the service can decide. */
  predict(step: LocalStep): Prediction;
  /** Returns an answer as its respondent saw it. */
  shown(nodeId: string, answer: Json, files: Kept["files"]): string;
  takesFiles(nodeId: string): boolean;
  /** of a form that shows questions together, else null */
  paging: Paging | null;
  /** Adds the completion to a queue that leads to an end (parts.ts). */
  closed(queue: readonly Entry[], at: number): readonly Entry[];
  /** Joins entries of a queue to as few requests as possible. */
  joined(queue: readonly Entry[]): readonly Entry[];
  /** Returns the first node that is shown. */
  first(kept: Pick<Kept, "hidden" | "startedOn">): string;
  /** Passes over an entry node that isn't shown, before the session begins. */
  entered(kept: Kept | null): Kept | null;
  /** Returns a node with the options that are offered there, or with all of them if only the service knows. */
  offered(node: GraphNode, walk: KnownWalk): GraphNode;
  /** Returns a calculation or the label of its band, or "" if it is unknown here. `shown`: from the service. */
  calculated(kind: string, key: string, walk: KnownWalk, shown?: ShownCalculation): string;
}

/** A walk with the data that conditions and calculations read on this device. */
export interface KnownWalk extends Pick<Kept, "hidden" | "startedOn"> {
  walk: LocalWalk;
}

/** An answer to a node of the walk. */
export interface LocalStep extends KnownWalk {
  nodeId: string;
  value: Json;
  check: CheckContext;
}

/** Walks the pages of a graph (pages/paging.ts). */
export interface Paging {
  /** Returns the page at this index of the path, or null. */
  shown(kept: Kept, position: number): ShownPage | null;
  /** Checks and queues the answers of a page. */
  answered(kept: Kept, page: ShownPage, check: CheckContext, now: number): Answered;
  /** `seen` returns a node as its respondent sees it after a walk. */
  state(kept: Kept, page: ShownPage, seen: Seen, error: Refusals | null): PageState;
  /** Returns the path with one node per screen. `from`: as in Kept. */
  screens(path: readonly string[], from?: number): string[];
}
/** `next`: the node after the last visit by the answers so far. Null if none follows or only the service knows. */
export type PageWalker = Pick<Walker, "predict" | "offered"> & { next(nodeId: string, walk: KnownWalk): string | null };
export type PagingOn = (graph: Graph, walker: PageWalker) => Paging;
/** `refusals`: by node */
export type Answered = { ok: true; kept: Kept } | { ok: false; refusals: Record<string, Refusal> };

/** Refused answers by node, and when they were (ms since 1970). */
export interface Refusals {
  at: number;
  refusals: Readonly<Record<string, Refusal>>;
}

export type Seen = (node: GraphNode, walk: LocalWalk) => GraphNode;

export interface ShownPage {
  page: Page;
  /** index of its first node in the path */
  start: number;
  steps: readonly PageStep[];
}

/** A question that the page shows, with its answer if that is valid. */
export interface PageStep {
  visit: Passed;
  /** `same`: the walk has passed it with this answer */
  kind: Prediction["kind"];
  refusal: Refusal | null;
  /** null if only the service knows, or if nothing follows without an answer */
  next: string | null;
}

/** `next` is null if only the service can decide. */
export type Prediction =
  | { kind: "moved"; value: Json; next: string | null }
  /** the node already has this answer */
  | { kind: "same" }
  | { kind: "invalid"; refusal: Refusal };

/**
 * Predicts the service's reply to an answer. Leaves the next node open without a walker, or if a condition reads the score
 * (the public graph has no scoring), a private calculation or an answer that this device lacks.
 */
export function predict(walker: Pick<Walker, "predict"> | null, step: LocalStep): Prediction {
  try {
    if (walker) return walker.predict(step);
  } catch {
    // the value is valid, or can't be checked here
  }
  const kept = isEmpty(step.value) ? null : step.value;
  const answer = step.walk.visits.find((passed) => passed.node_id === step.nodeId)?.answer;
  return answer !== undefined && sameJson(answer, kept) ? { kind: "same" } : { kind: "moved", value: kept, next: null };
}
