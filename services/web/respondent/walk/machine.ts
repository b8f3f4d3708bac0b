import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import {
  answering,
  changing,
  checking,
  decided,
  entering,
  going,
  goingBack,
  resuming,
  startingAgain,
} from "./answering.ts";
import type { ApiRequest } from "./api.ts";
import { hurrying, replied, sending, timedOut } from "./delivery.ts";
import { type Kept, removedFiles } from "./kept.ts";
import { covers } from "./queue.ts";
import { begun } from "./steps.ts";
import { holding, leaving, looking, opening } from "./tabs.ts";
import { recalling } from "./view.ts";
import { type Event, type EventOf, keeping, type Timer, type WalkState } from "./walkState.ts";

/**
 * The respondent's walk as a pure state machine: returns the next state and its effects.
 *
 *   a tab opens → waits for the lock → has the session → loses it to another tab, or completes it        (tabs.ts)
 *   an answer is entered → checked and queued → the next node shows                                      (answering.ts)
 *   the first entry of the queue is sent → retried after 1, 2, 4, … 30 s → confirmed, refused or diverged (delivery.ts)
 *
 * All state is in one object. Effects follow from the difference between two states. Changes are written to the
 * device before they are sent, and one request is in flight at a time. respondent.ts runs the effects.
 */
export type Effect =
  /** `none` releases it */
  | { do: "lock"; how: WalkState["lock"] }
  | { do: "write"; kept: Kept }
  /** `done`: a completed session whose answers can still change */
  | { do: "erase"; done?: Kept | null }
  | { do: "send"; id: number; request: ApiRequest }
  /** cancels the request in flight, unless the next one has its answers too */
  | { do: "abort" }
  /** loads the engine with this form's graph */
  | { do: "load"; form: PublicForm }
  /** deletes an uploaded file that no answer uses */
  | { do: "remove"; path: string }
  /** `ms` null stops the timer */
  | { do: "wake"; timer: Timer; ms: number | null };

/** How long an answer waits for the engine. */
const engineMs = 300;
/** How long a closing or reloading tab may still hold the lock. */
const otherTabMs = 300;

export function step(walkState: WalkState, event: Event): [WalkState, Effect[]] {
  const reacted = reactions[event.type](walkState, event as never);
  const next = sending(reacted.walker?.prefill?.(reacted, walkState, event) ?? reacted, event);
  return [next, effectsOf(walkState, next, event)];
}

const reactions: { [Type in Event["type"]]: (walkState: WalkState, event: EventOf<Type>) => WalkState } = {
  opened: (walkState, event) => ({ ...opening(walkState, event), lock: "wait" }),
  granted: holding,
  contested: (walkState) =>
    walkState.isHeld || walkState.lock === "none" ? walkState : { ...walkState, isContested: true },
  lost: (walkState) => (walkState.isHeld ? leaving(walkState) : walkState),
  woken: (walkState, event) => hurrying(looking(walkState), false, event),
  closed: (walkState) => ({ ...walkState, lock: "none", isHeld: false, isContested: false, deciding: null }),
  due,
  stored: (walkState, { isKept }) => ({ ...walkState, isKept }),
  loaded,
  localized: (walkState, { form, walker, localized }) => localized(walkState, form, walker, recalling),
  replied,
  touched: (walkState, { at }) => (walkState.kept ? changing(walkState, begun(walkState.kept, at), at) : walkState),
  uploaded: withFile,
  entered: entering,
  answered: answering,
  shown: going,
  back: goingBack,
  checked: checking,
  resumed: resuming,
  startedAgain: startingAgain,
  continuedHere: (walkState) => (walkState.isElsewhere ? { ...walkState, lock: "take" } : walkState),
  retried: (walkState, event) => hurrying({ ...walkState, refused: null }, true, event),
};

function loaded(walkState: WalkState, { form, walker, ...moment }: EventOf<"loaded">): WalkState {
  const { rebuild } = walkState;
  if (rebuild?.form === form) return decided(rebuild.rebuilt(walkState, walker, moment), moment);
  if (form !== walkState.form) return walkState;
  const next = walker ? { ...walkState, kept: walker.entered(walkState.kept), walker } : walkState;
  return decided({ ...next, isUnwalkable: !walker }, moment);
}

function withFile(walkState: WalkState, { file, at }: EventOf<"uploaded">): WalkState {
  const { kept } = walkState;
  return kept ? keeping(walkState, { ...kept, files: { ...kept.files, [file.url]: file } }, at) : walkState;
}

function due(walkState: WalkState, event: EventOf<"due">): WalkState {
  const { timer } = event;
  if (timer === "request") return timedOut(walkState, event);
  if (timer === "engine") return decided(walkState, event);
  // keeps changes made here for when this tab takes over the session
  return walkState.isContested ? { ...leaving(walkState), isTouched: walkState.isTouched } : walkState;
}

function effectsOf(before: WalkState, after: WalkState, event: Event): Effect[] {
  const { kept, form, rebuild, deciding, request, isContested } = after;
  const effects: Effect[] = [];
  if (after.isHeld && (kept !== before.kept || !before.isHeld))
    effects.push(kept?.isBegun ? { do: "write", kept } : { do: "erase" });
  if (after.completed && !before.completed) effects.push({ do: "erase", done: kept?.editKey ? kept : null });
  if (event.type === "entered" && before.kept && kept !== before.kept)
    for (const path of removedFiles(before.kept, event.nodeId, event.value)) effects.push({ do: "remove", path });
  if (after.lock !== before.lock) effects.push({ do: "lock", how: after.lock });
  if (form && (form !== before.form || (deciding && !before.deciding))) effects.push({ do: "load", form });
  if (rebuild && rebuild !== before.rebuild) effects.push({ do: "load", form: rebuild.form });
  if (request?.id !== before.request?.id) {
    // a connection that is aborted may be missing for the next request, and a repeated answer changes nothing
    if (before.request?.id && !covers(request?.of, before.request.of)) effects.push({ do: "abort" });
    if (request?.id) effects.push({ do: "send", id: request.id, request: request.asked });
  }
  const wake = (timer: Timer, ms: number | null) => effects.push({ do: "wake", timer, ms });
  if (request !== before.request) wake("request", request?.ms ?? null);
  if (deciding !== before.deciding) wake("engine", deciding && engineMs);
  if (isContested !== before.isContested) wake("other tab", isContested ? otherTabMs : null);
  return effects;
}
