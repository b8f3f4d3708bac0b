import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { Refusal } from "../../../../shared/domain/questions/question.ts";
import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import type { Again, ApiRequest, Reply } from "./api.ts";
import { type Kept, keptWalk } from "./kept.ts";
import type { Walker } from "./predict.ts";
import { progressOn } from "./progress.ts";
import type { Entry } from "./queue.ts";
import type { Screen, UploadedFile } from "./state.ts";
import { completing, graphOf } from "./steps.ts";

/** All that is known of a respondent's walk: the state of machine.ts. */
export interface Situation {
  slug: string;
  /** the page's query string */
  search: string;
  hasLocks: boolean;

  kept: Kept | null;
  /** that of the session's version; null: on its way */
  form: PublicForm | null;
  walker: Walker | null;
  /** the form's newest version as far as this page knows */
  pageForm: PublicForm | null;
  /** those that this page knows, by version */
  forms: Readonly<Record<number, PublicForm>>;

  /** This tab has the session: before, and after another tab has taken it, nothing is written or sent. */
  isHeld: boolean;
  /** what this tab asks of the lock that tabs share */
  lock: "none" | "wait" | "take";
  /** Another tab has the lock. It may be about to end. */
  isContested: boolean;
  isElsewhere: boolean;
  /** The respondent has done something since the page opened, maybe before this tab had the session. */
  isTouched: boolean;
  /** `at` of what was stored when it was read last; null: nothing */
  readAt: number | null;
  isKept: boolean;

  /** an earlier session is kept, and the respondent has not said yet whether to go on with it */
  isOffered: boolean;
  /** the service takes no more */
  refused: { screen: Screen; message: string | null } | null;
  error: { nodeId: string; refusal: Refusal } | null;
  conflictAt: string | null;
  /** an answer that waits for the walker */
  deciding: { nodeId: string; value: Json } | null;
  completed: { totalScore: number | null } | null;

  request: Attempt | null;
  /** how often requests were sent */
  tries: number;
  isOffline: boolean;
  /** a form to fetch before the queue continues */
  wants: FormKind | null;
  /** The session begins again with its answers, as soon as the engine has this form. */
  rebuild: { form: PublicForm; rebuilt: Rebuilt } | null;
  /** sessions in a row that the service did not know */
  forgotten: number;
}

type Rebuilt = (situation: Situation, walker: Walker | null, moment: Moment) => Situation;

export type FormKind = "page form" | "session form";

/** A request that is sent again until the service has replied. */
export interface Attempt {
  of: Entry | FormKind;
  asked: ApiRequest;
  failures: number;
  /** of the try that is under way; null: it waits for the next one */
  id: number | null;
  /** since when it is under way or waits, and how long it may: ms */
  since: number;
  ms: number;
  /** The service has asked for the wait. */
  isAsked: boolean;
}

export type Timer = "request" | "engine" | "other tab";

/** Time, chance and a new id, as of an event. */
export interface Moment {
  /** ms since 1970 */
  at: number;
  /** the service's day, by which dates are checked */
  today: string;
  newId: string;
  /** 0 to below 1 */
  chance: number;
}

export type Happening =
  /** the page opens; it gets the lock. `stored`: what the device keeps */
  | { type: "opened" | "granted"; stored: Kept | null }
  /** another tab has the lock; it has taken it */
  | { type: "contested" | "lost" }
  /** a network or the person may be back; the page is gone */
  | { type: "woken" | "closed" }
  | { type: "due"; timer: Timer }
  | { type: "stored"; isKept: boolean }
  | { type: "loaded"; form: PublicForm; walker: Walker | null }
  | { type: "replied"; id: number; reply: Again }
  | { type: "replied"; id: number; reply: Reply; later: Later }
  | { type: "uploaded"; file: UploadedFile }
  | { type: "entered"; nodeId: string; value: Json }
  | { type: "answered" | "shown"; nodeId: string }
  | { type: "touched" | "back" | "resumed" | "startedAgain" | "continuedHere" | "retried" };

export type Event = Happening & Moment;
export type EventOf<Type extends Event["type"]> = Extract<Happening, { type: Type }> & Moment;
/** The code that comes after the first question. */
export type Later = Pick<typeof import("../later.ts"), "sendFile" | "settled" | "uploading">;

const nothingYet = {
  kept: null,
  form: null,
  walker: null,
  isHeld: false,
  lock: "none",
  isContested: false,
  isElsewhere: false,
  isTouched: false,
  readAt: null,
  isKept: false,
  isOffered: false,
  refused: null,
  error: null,
  conflictAt: null,
  deciding: null,
  completed: null,
  request: null,
  tries: 0,
  isOffline: false,
  wants: null,
  rebuild: null,
  forgotten: 0,
} as const;

/** Nothing has come of the session that is opened. */
export const untouched = {
  isOffered: false,
  refused: null,
  error: null,
  conflictAt: null,
  deciding: null,
  completed: null,
  wants: null,
  rebuild: null,
} as const;

export const situationOf = (slug: string, search: string, pageForm: PublicForm | null, hasLocks = false): Situation => {
  const nothing = { ...nothingYet, slug, search, hasLocks, pageForm: null, forms: {} };
  return pageForm ? withPageForm(nothing, pageForm) : nothing;
};

export const withForm = (situation: Situation, form: PublicForm): Situation => ({
  ...situation,
  forms: { ...situation.forms, [form.version_number]: form },
});

export const withPageForm = (situation: Situation, form: PublicForm): Situation => ({
  ...withForm(situation, form),
  pageForm: form,
});

/** The session walks this form. */
export const walking = (situation: Situation, form: PublicForm | null): Situation =>
  form === situation.form ? situation : { ...situation, form, walker: null };

export const refusing = (situation: Situation, screen: Screen, message: string | null = null): Situation => ({
  ...situation,
  refused: { screen, message },
  wants: null,
});

const progressOf = new WeakMap<PublicForm, ReturnType<typeof progressOn>>();

/** With a session that has changed: an end that is reached is completed, and progress never falls. */
export function keeping(situation: Situation, changed: Kept, at: number): Situation {
  const { form, isOffered } = situation;
  if (!form) return { ...situation, kept: { ...changed, at } };
  const count = progressOf.get(form) ?? progressOn(graphOf(form));
  progressOf.set(form, count);
  const progress = Math.max(changed.progress, count(keptWalk(changed)));
  const settled = completing(changed, form, at);
  // after the last answer nothing is left to ask about
  return { ...situation, isOffered: isOffered && settled === changed, kept: { ...settled, progress, at } };
}
