import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import { backoffMs as delayOf } from "../../../../shared/domain/backoff.ts";
import { type Again, publicFormRequest, requestOf, sessionFormRequest } from "./api.ts";
import { covers } from "./queue.ts";
import { completing } from "./steps.ts";
import type { Attempt, EventOf, Moment, WalkState } from "./walkState.ts";

/** Sends the queue to the service, one entry at a time. replies.ts handles the replies. */

const timeoutMs = 20_000;
const staleMs = 5_000;
const unreachable: Again = { kind: "again", afterMs: 0, isOffline: true };

/** Starts the request that is due, unless it is already in flight. */
export function sending(before: WalkState, { at }: Moment): WalkState {
  const walkState = ended(before, at);
  const { request } = walkState;
  const due = nextRequest(walkState);
  if (!due) return request ? { ...walkState, request: null } : walkState;
  const isUnderWay = request?.of === due.of && request.asked.path === due.asked.path;
  // answers that join a request wait for its time
  const waits = request?.id === null && request.isAsked && covers(due.of, request.of);
  if (isUnderWay || waits) return walkState;
  return trying(walkState, { ...due, failures: 0 }, at);
}

/** Queues the completion of a session that stood at its end already when this device got it. */
function ended(walkState: WalkState, at: number): WalkState {
  const { isHeld, isOffered, kept, form, walker, rebuild } = walkState;
  if (!isHeld || isOffered || rebuild || !kept?.isBegun || kept.queue.length || !form) return walkState;
  const settled = completing(kept, form, walker, at);
  return settled === kept ? walkState : { ...walkState, kept: settled };
}

function nextRequest({ isHeld, refused, rebuild, kept, form, wants, slug, language, link }: WalkState): Due | null {
  if (!isHeld || refused || rebuild) return null;
  // changes of a completed session are sent as a whole
  const entry = kept?.isEditing ? kept.queue.find(({ kind }) => kind === "edit") : kept?.queue[0];
  if (!kept || wants === "page form") return { of: "page form", asked: publicFormRequest(slug, language) };
  // the version to fetch is known once the start is accepted
  if (wants || (!form && entry?.kind !== "start"))
    return { of: "session form", asked: sessionFormRequest(kept.session, language) };
  return entry ? { of: entry, asked: requestOf(slug, kept, entry, languageOf(form), link?.token ?? undefined) } : null;
}

/** Returns the language of a form that offers several. The service refuses others. */
const languageOf = (form: PublicForm | null): string | undefined => form?.form.languages && form.form.language;

type Due = Pick<Attempt, "of" | "asked">;

function trying(walkState: WalkState, request: Due & { failures: number }, at: number): WalkState {
  const tries = walkState.tries + 1;
  return { ...walkState, tries, request: { ...request, id: tries, since: at, ms: timeoutMs, isAsked: false } };
}

/** Schedules a retry of a failed request. */
function waiting(walkState: WalkState, { afterMs, isOffline }: Again, { at, chance }: Moment): WalkState {
  const { request } = walkState;
  if (!request) return walkState;
  const failures = request.failures + 1;
  const ms = backoffMs(failures, afterMs, chance);
  return { ...walkState, isOffline, request: { ...request, failures, id: null, since: at, ms, isAsked: afterMs > 0 } };
}

/** Handles the timeout of an attempt, or the end of its backoff. */
export function timedOut(walkState: WalkState, moment: Moment): WalkState {
  const { request } = walkState;
  if (!request) return walkState;
  return request.id === null ? trying(walkState, request, moment.at) : waiting(walkState, unreachable, moment);
}

/** Retries now, but respects the service's `Retry-After` unless the respondent asks to retry. */
export function hurrying(walkState: WalkState, isForced: boolean, moment: Moment): WalkState {
  const { request } = walkState;
  if (!request) return walkState;
  const { id, isAsked, since } = request;
  // after sleep or a network change, the connection may be dead
  const mayGo = id === null ? isForced || !isAsked : moment.at - since > staleMs;
  return mayGo ? timedOut(walkState, moment) : walkState;
}

export function replied(walkState: WalkState, event: EventOf<"replied">): WalkState {
  const { request } = walkState;
  if (request?.id !== event.id) return walkState;
  if (!("later" in event)) return waiting(walkState, event.reply, event);
  return event.later.settled({ ...walkState, request: null, isOffline: false }, request.of, event.reply, event);
}

const pauses = { first: 1_000, longest: 30_000 };

/** Returns the delay in ms before the next attempt: 1, 2, 4, … 30 s with jitter, at least the service's `Retry-After`. */
export function backoffMs(failures: number, afterMs: number, random: number): number {
  return Math.max(delayOf(failures, pauses, random), afterMs * (1 + random / 10));
}
