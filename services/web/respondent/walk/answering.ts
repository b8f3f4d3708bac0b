import type { Json } from "../../../../shared/domain/graph/types.ts";
import { hiddenOf } from "./hidden.ts";
import { type Kept, newSession, ownValue } from "./kept.ts";
import { type EventOf, keeping, type Moment, type Situation, untouched, walking } from "./situation.ts";
import { answered, begun, showing } from "./steps.ts";
import { shownOf } from "./view.ts";

/** Reactions to what the respondent does (machine.ts). */

export function entering(situation: Situation, { nodeId, value, at }: EventOf<"entered">): Situation {
  const { kept, error } = situation;
  const { screen, path, ids, isWaiting } = shownOf(situation);
  const isShown = ids.includes(nodeId);
  if (screen !== "node" || !kept || ![...path, ...ids].includes(nodeId) || (isWaiting && isShown)) return situation;
  const next = changing(situation, entered(kept, nodeId, value, at), at);
  if (!error || !ownValue(error.refusals, nodeId)) return next;
  const { [nodeId]: _, ...refusals } = error.refusals;
  return { ...next, error: { ...error, refusals } };
}

const entered = (kept: Kept, nodeId: string, value: Json, at: number): Kept => ({
  ...begun(kept, at),
  answers: { ...kept.answers, [nodeId]: value },
});

/** Stores a change that the respondent made. */
export const changing = (situation: Situation, kept: Kept, at: number): Situation => ({
  ...keeping(situation, kept, at),
  isTouched: true,
});

/** Answers the current node. Waits up to 300 ms for the engine (machine.ts). */
export function answering(situation: Situation, event: EventOf<"answered">): Situation {
  const { kept, walker } = situation;
  const { nodeId } = event;
  if (!kept || !isOpen(situation, nodeId)) return situation;
  const value = ownValue(kept.answers, nodeId) ?? null;
  return walker
    ? stepping(situation, nodeId, value, event)
    : { ...situation, isTouched: true, deciding: { nodeId, value } };
}

/** Continues a waiting answer once the engine is loaded, or without it if it is late. */
export function decided(situation: Situation, moment: Moment): Situation {
  const { deciding } = situation;
  if (!deciding) return situation;
  const { nodeId, value } = deciding;
  const next = { ...situation, deciding: null };
  return isOpen(next, nodeId) ? stepping(next, nodeId, value, moment) : next;
}

function stepping(situation: Situation, nodeId: string, value: Json, { at, today }: Moment): Situation {
  const { kept, walker } = situation;
  if (!kept) return situation;
  const check = { today, isIssuedFile: (url: string) => Object.hasOwn(kept.files, url) };
  const { page } = shownOf(situation);
  const result =
    page && walker?.paging
      ? walker.paging.answered(begun(kept, at), page, check, at)
      : answered(entered(kept, nodeId, value, at), nodeId, value, { walker, check, now: at });
  if (!result.ok) return { ...situation, error: { at, refusals: result.refusals } };
  return { ...changing(situation, result.kept, at), error: null, conflictAt: null };
}

/** Only what is shown can be answered, and not while an answer is pending. */
function isOpen(situation: Situation, nodeId: string): boolean {
  const { screen, ids, isWaiting } = shownOf(situation);
  return screen === "node" && ids.includes(nodeId) && !isWaiting;
}

/** Moves to a node of the path. */
export function going(situation: Situation, { nodeId, at }: Moment & { nodeId: string }): Situation {
  const { kept, deciding } = situation;
  if (!kept || deciding || shownOf(situation).screen !== "node") return situation;
  return changing(situation, showing(kept, nodeId), at);
}

export function goingBack(situation: Situation, moment: Moment): Situation {
  const { path, position } = shownOf(situation);
  return position > 0 ? going(situation, { ...moment, nodeId: path[position - 1] ?? "" }) : situation;
}

export function resuming(situation: Situation, { at }: Moment): Situation {
  const { kept, isOffered } = situation;
  if (!kept || !isOffered) return situation;
  // sending the queue also shows where the session is
  const queue = kept.queue.length > 0 ? kept.queue : [{ kind: "check" as const, at, refused: [] }];
  return { ...changing(situation, { ...kept, queue }, at), isOffered: false };
}

/** Starts a new session in this tab and discards the previous one. */
export function startingAgain(situation: Situation, { at, newId }: Moment): Situation {
  const { isHeld, isElsewhere, completed, lock, search } = situation;
  const form = situation.pageForm ?? situation.form;
  if (!form || isElsewhere || !(isHeld || completed)) return situation;
  const kept = newSession(form, newId, hiddenOf(search, form), at);
  const fresh = { ...situation, ...untouched, kept, isTouched: true, readAt: null };
  return walking({ ...fresh, lock: isHeld ? lock : "wait" }, form);
}
