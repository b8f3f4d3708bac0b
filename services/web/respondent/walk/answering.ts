import type { Json } from "../../../../shared/domain/graph/types.ts";
import { hiddenOf } from "./hidden.ts";
import { type Kept, newSession, ownValue } from "./kept.ts";
import { isOfPath } from "./nodes.ts";
import { answered, begun, reviewing, showing } from "./steps.ts";
import { shownOf } from "./view.ts";
import { type EventOf, keeping, type Moment, untouched, type WalkState, walking } from "./walkState.ts";

/** Reactions to what the respondent does (machine.ts). */

export function entering(walkState: WalkState, { nodeId, value, at, isDropped }: EventOf<"entered">): WalkState {
  const { kept, error } = walkState;
  const { screen, path, ids, isWaiting } = shownOf(walkState);
  const isShown = ids.includes(nodeId);
  if (screen !== "node" || !kept || ![...path, ...ids].includes(nodeId) || (isWaiting && isShown)) return walkState;
  const next = changing(walkState, entered(kept, nodeId, value, at), at);
  if (!error || isDropped || !ownValue(error.refusals, nodeId)) return next;
  const { [nodeId]: _, ...refusals } = error.refusals;
  return { ...next, error: { ...error, refusals } };
}

const entered = (kept: Kept, nodeId: string, value: Json, at: number): Kept => ({
  ...begun(kept, at),
  answers: { ...kept.answers, [nodeId]: value },
});

/** Stores a change that the respondent made. */
export const changing = (walkState: WalkState, kept: Kept, at: number): WalkState => ({
  ...keeping(walkState, kept, at),
  isTouched: true,
});

/** Answers the current node. Waits up to 300 ms for the engine (machine.ts). */
export function answering(walkState: WalkState, event: EventOf<"answered">): WalkState {
  const { kept, walker } = walkState;
  const { nodeId } = event;
  if (!kept || !isOpen(walkState, nodeId)) return walkState;
  const value = ownValue(kept.answers, nodeId) ?? null;
  return walker
    ? stepping(walkState, nodeId, value, event)
    : { ...walkState, isTouched: true, deciding: { nodeId, value } };
}

/** Continues a waiting answer once the engine is loaded, or without it if it is late. */
export function decided(walkState: WalkState, moment: Moment): WalkState {
  const { deciding } = walkState;
  if (!deciding) return walkState;
  const { nodeId, value } = deciding;
  const next = { ...walkState, deciding: null };
  return isOpen(next, nodeId) ? stepping(next, nodeId, value, moment) : next;
}

function stepping(walkState: WalkState, nodeId: string, value: Json, { at, today }: Moment): WalkState {
  const { kept, walker } = walkState;
  if (!kept) return walkState;
  const check = { today, isIssuedFile: (url: string) => Object.hasOwn(kept.files, url) };
  const { page } = shownOf(walkState);
  const result =
    page && walker?.paging
      ? walker.paging.answered(begun(kept, at), page, check, at)
      : answered(entered(kept, nodeId, value, at), nodeId, value, { walker, check, now: at });
  if (!result.ok) return { ...walkState, error: { at, refusals: result.refusals } };
  const listed = reviewing(result.kept, { walker, check, now: at });
  return { ...changing(walkState, listed, at), error: null, conflictAt: null };
}

/** Only what is shown can be answered, and not while an answer is pending. */
function isOpen(walkState: WalkState, nodeId: string): boolean {
  const { screen, ids, isWaiting } = shownOf(walkState);
  return screen === "node" && ids.includes(nodeId) && !isWaiting;
}

/** Moves to a node of the path. */
export function going(walkState: WalkState, { nodeId, at }: Moment & { nodeId: string }): WalkState {
  const { kept, deciding } = walkState;
  const { screen } = shownOf(walkState);
  if (!kept || deciding || !isOfPath(screen)) return walkState;
  const next = showing(kept, nodeId);
  return next.position < (kept.from ?? 0) ? walkState : changing(walkState, next, at);
}

export function goingBack(walkState: WalkState, moment: Moment): WalkState {
  const { path, position } = shownOf(walkState);
  return position > (walkState.kept?.from ?? 0)
    ? going(walkState, { ...moment, nodeId: path[position - 1] ?? "" })
    : walkState;
}

/** Sends what the list of all answers shows. */
export const checking = (walkState: WalkState, { at }: Moment): WalkState =>
  walkState.kept && shownOf(walkState).screen === "review"
    ? changing(walkState, { ...walkState.kept, isChecked: true }, at)
    : walkState;

export function resuming(walkState: WalkState, { at }: Moment): WalkState {
  const { kept, isOffered } = walkState;
  if (!kept || !isOffered) return walkState;
  // sending the queue also shows where the session is
  const queue = kept.queue.length > 0 ? kept.queue : [{ kind: "check" as const, at, refused: [] }];
  return { ...changing(walkState, { ...kept, queue }, at), isOffered: false };
}

/** Starts a new session in this tab and discards the previous one. */
export function startingAgain(walkState: WalkState, { at, newId, newKey }: Moment): WalkState {
  const { isHeld, isElsewhere, completed, lock, search } = walkState;
  const form = walkState.pageForm ?? walkState.form;
  if (!form || isElsewhere || !(isHeld || completed)) return walkState;
  const kept = newSession(form, newId, hiddenOf(search, form), at, newKey);
  const fresh = { ...walkState, ...untouched, kept, isTouched: true, readAt: null };
  return walking({ ...fresh, lock: isHeld ? lock : "wait" }, form);
}
