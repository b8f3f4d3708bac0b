import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { CheckContext } from "../../../../shared/domain/questions/question.ts";
import { type Kept, keptWalk, ownValue } from "./kept.ts";
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

/**
 * Leads back to the list of all answers after a change from there, with the answers given before. Stops at the first node that
 * wasn't on the path or refuses its answer.
 */
export function reviewing({ isChecked: _, ...changed }: Kept, context: StepContext): Kept {
  const { reviewed } = changed;
  if (!reviewed) return changed;
  let kept = atLast(supposed(changed));
  for (let id = keptWalk(kept).current; id !== null && context.walker && reviewed.includes(id); ) {
    const step = answered(kept, id, ownValue(kept.answers, id) ?? null, context);
    const { current } = keptWalk(step.ok ? step.kept : kept);
    if (!step.ok || current === id) break;
    kept = atLast(supposed(step.kept));
    id = keptWalk(kept).current;
  }
  return { ...kept, queue: context.walker?.joined(kept.queue) ?? kept.queue };
}

/**
 * While a completed session changes, nothing is sent that could tell the next node. If only the service knows it, the one that
 * followed before is assumed. The service decides when the changes are sent.
 */
function supposed(kept: Kept): Kept {
  const { base, queue, isEditing, reviewed = [] } = kept;
  const { visits, current } = keptWalk(kept);
  const last = queue.at(-1);
  if (!isEditing || current !== null || !last || !("next" in last)) return kept;
  const at = reviewed.indexOf(visits.at(-1)?.node_id ?? "");
  const next = (at < 0 ? undefined : reviewed[at + 1]) ?? base.current;
  return { ...kept, queue: [...queue.slice(0, -1), { ...last, next }] };
}

/** Remembers what the list of all answers shows. */
function listing(kept: Kept): Kept {
  const reviewed = keptWalk(kept).visits.map(({ node_id }) => node_id);
  return String(kept.reviewed) === String(reviewed) ? kept : { ...kept, reviewed };
}

const atLast = (kept: Kept): Kept => ({ ...kept, position: keptWalk(kept).visits.length });

/** Queues the completion at an end. Waits while an earlier answer is shown, and until all answers are checked. */
export function completing(kept: Kept, form: PublicForm, walker: Walker | null, now: number): Kept {
  const { visits, current } = keptWalk(kept);
  const isShown = kept.position === visits.length && isEnd(form, current);
  if (!isShown || isClosed(kept.queue)) return kept;
  if ((kept.isEditing || form.form.review) && !kept.isChecked) return listing(kept);
  if (kept.isEditing) return { ...kept, queue: [...kept.queue, { kind: "edit", at: now }] };
  // without a walker, the service led to the end, so nothing else is queued
  return { ...kept, queue: walker?.closed(kept.queue, now) ?? [...kept.queue, { kind: "complete", at: now }] };
}
