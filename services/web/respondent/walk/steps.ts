import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { CheckContext } from "../../../../shared/domain/questions/question.ts";
import { type Kept, keptWalk } from "./kept.ts";
import { isEnd } from "./nodes.ts";
import { type Answered, type Prediction, predict, type Walker } from "./predict.ts";
import { beforeChange, isClosed, type LocalWalk, type NextEntry, pathOf, walkAfter } from "./queue.ts";

/** Actions of the respondent. Each returns the changed session. */

/** Starts the session with the respondent's first action. */
export function begun(kept: Kept, now: number): Kept {
  return kept.isBegun ? kept : { ...kept, isBegun: true, queue: [{ kind: "start", at: now }] };
}

export interface StepContext {
  walker: Walker | null;
  check: CheckContext;
  now: number;
}

/**
 * Answers a node of the path. An unchanged answer sends nothing. A changed one replaces an unsent one in the queue, or
 * follows a sent one with `back`.
 */
export function answered(kept: Kept, nodeId: string, value: Json, context: StepContext): Answered {
  const { walker, check } = context;
  const foresee = (walk: LocalWalk): Prediction =>
    predict(walker, { walk, hidden: kept.hidden, startedOn: kept.startedOn, nodeId, value, check });
  const seen = foresee(keptWalk(kept));
  if (seen.kind === "invalid") return { ok: false, refusals: { [nodeId]: seen.refusal } };
  if (seen.kind === "same") return { ok: true, kept: showing(kept, nodeId, 1) };
  // relative to what stays queued, the node may have this answer or none
  const queue = beforeChange(kept.base, kept.queue, nodeId);
  const walk = walkAfter(kept.base, queue);
  const step = queue === kept.queue ? seen : foresee(walk);
  if (step.kind !== "moved") return { ok: true, kept: showing({ ...kept, queue }, nodeId, 1) };
  const wasPassed = walk.visits.some(({ node_id }) => node_id === nodeId);
  const entry: NextEntry = {
    kind: "next",
    at: context.now,
    node_id: nodeId,
    value: step.value,
    ...(wasPassed && { back: true as const }),
    next: step.next,
  };
  return { ok: true, kept: showing({ ...kept, queue: [...queue, entry] }, nodeId, 1) };
}

/** Shows a node of the path, or the one `further` behind it. */
export function showing(kept: Kept, nodeId: string, further = 0): Kept {
  const position = pathOf(keptWalk(kept)).indexOf(nodeId);
  return position < 0 ? kept : { ...kept, position: position + further };
}

/** Queues the completion at an end. Waits while an earlier answer is shown. */
export function completing(kept: Kept, form: PublicForm, walker: Walker | null, now: number): Kept {
  const { visits, current } = keptWalk(kept);
  const isShown = kept.position === visits.length && isEnd(form, current);
  if (!isShown || isClosed(kept.queue)) return kept;
  // without a walker, the service led to the end, so nothing else is queued
  return { ...kept, queue: walker?.closed(kept.queue, now) ?? [...kept.queue, { kind: "complete", at: now }] };
}
