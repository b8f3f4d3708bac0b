import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import type { ShownCalculation } from "../../../../shared/domain/graph/shapes/calculation.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { Refusal } from "../../../../shared/domain/questions/question.ts";
import type { Again, ApiRequest, Reply } from "./api.ts";
import { type Kept, keptWalk } from "./kept.ts";
import type { PersonalLink } from "./link.ts";
import { graphOf } from "./nodes.ts";
import type { Walker } from "./predict.ts";
import { type Measure, measureOn } from "./progress.ts";
import type { Entry, LocalWalk } from "./queue.ts";
import type { Screen, UploadedFile } from "./state.ts";
import { completing } from "./steps.ts";

/** The state of the machine (machine.ts). */
export interface WalkState {
  slug: string;
  /** the page's query string */
  search: string;
  link: PersonalLink | null;
  hasLocks: boolean;
  /** to fetch forms in; null for their own */
  language: string | null;

  kept: Kept | null;
  /** of the session's version; null until loaded */
  form: PublicForm | null;
  walker: PrefillingWalker | null;
  /** the walker can't be loaded, so the service decides each step */
  isUnwalkable: boolean;
  /** the newest version that this page knows */
  pageForm: PublicForm | null;
  /** by version */
  forms: Readonly<Record<number, PublicForm>>;

  /** This tab has the session. Only then it writes and sends. */
  isHeld: boolean;
  /** this tab's request for the lock that tabs share */
  lock: "none" | "wait" | "take";
  /** Another tab has the lock, but may be about to close. */
  isContested: boolean;
  isElsewhere: boolean;
  /** The respondent has done something since the page opened, even if this tab didn't have the session yet. */
  isTouched: boolean;
  /** `at` of the session last read from the device; null if there was none */
  readAt: number | null;
  isKept: boolean;

  /** an earlier session is stored, and the respondent hasn't chosen whether to resume it */
  isOffered: boolean;
  /** the service accepts no more answers */
  refused: { screen: Screen; message: string | null } | null;
  /** refused answers by node, and when they were (ms since 1970) */
  error: { at: number; refusals: Readonly<Record<string, Refusal>> } | null;
  conflictAt: string | null;
  /** an answer that waits for the walker */
  deciding: { nodeId: string; value: Json } | null;
  completed: {
    totalScore: number | null;
    maxScore: number | null;
    calculations?: readonly ShownCalculation[];
  } | null;

  request: Attempt | null;
  /** number of requests sent */
  tries: number;
  isOffline: boolean;
  /** a form to fetch before the queue continues */
  wants: FormKind | null;
  /** The session restarts with its answers once the engine has this form. */
  rebuild: { form: PublicForm; rebuilt: Rebuilt } | null;
  /** sessions in a row that the service doesn't know */
  forgotten: number;
}

/** `prefill` follows each event (prefill/prefilling.ts). Only walkers of forms with defaults or of pages with given answers have it. */
export interface PrefillingWalker extends Walker {
  prefill?(after: WalkState, before: WalkState, event: Event): WalkState;
}

type Rebuilt = (walkState: WalkState, walker: PrefillingWalker | null, moment: Moment) => WalkState;

export type FormKind = "page form" | "session form";

/** A request that is repeated until the service replies. */
export interface Attempt {
  of: Entry | FormKind;
  asked: ApiRequest;
  failures: number;
  /** of the attempt in flight; null during backoff */
  id: number | null;
  /** start of the attempt or backoff, and its maximum in ms */
  since: number;
  ms: number;
  /** The service asked for this delay. */
  isAsked: boolean;
}

export type Timer = "request" | "engine" | "other tab";

/** Time, randomness and a new ID for an event. */
export interface Moment {
  /** ms since 1970 */
  at: number;
  /** the service's date, for checking dates */
  today: string;
  newId: string;
  /** random, to be kept secret (Kept.resumeKey) */
  newKey?: string;
  /** 0 to below 1 */
  chance: number;
}

export type WalkEvent =
  /** the page opens; it gets the lock. `stored`: the session on the device */
  | { type: "opened" | "granted"; stored: Kept | null }
  /** another tab has the lock; another tab took it */
  | { type: "contested" | "lost" }
  /** the network or the respondent may be back; the page closes */
  | { type: "woken" | "closed" }
  | { type: "due"; timer: Timer }
  | { type: "stored"; isKept: boolean }
  | { type: "loaded"; form: PublicForm; walker: PrefillingWalker | null }
  /** the same form in another language */
  | { type: "localized"; form: PublicForm; walker: PrefillingWalker | null; localized: Localized }
  | { type: "replied"; id: number; reply: Again }
  | { type: "replied"; id: number; reply: Reply; later: Later }
  | { type: "uploaded"; file: UploadedFile }
  | { type: "entered"; nodeId: string; value: Json; isDropped?: boolean | undefined }
  | { type: "answered" | "shown"; nodeId: string }
  | { type: "touched" | "back" | "checked" | "resumed" | "startedAgain" | "continuedHere" | "retried" };

/** languages/localized.ts, which only forms of several languages load. */
export type Localized = (
  walkState: WalkState,
  form: PublicForm,
  walker: PrefillingWalker | null,
  /** texts of recalls (view.ts), which a module that loads on demand can't import without splitting the first chunk */
  recalling: (kept: Kept & { walk: LocalWalk }, walkState: WalkState) => (kind: string, name: string) => string,
) => WalkState;

export type Event = WalkEvent & Moment;
export type EventOf<Type extends Event["type"]> = Extract<WalkEvent, { type: Type }> & Moment;
/** Code that is loaded after the first question. */
export type Later = Pick<typeof import("./fetchApi.ts"), "fetchApi"> &
  Pick<typeof import("./replies.ts"), "settled"> &
  Pick<typeof import("./uploads.ts"), "sendFile" | "uploading">;

const nothingYet = {
  kept: null,
  form: null,
  walker: null,
  isUnwalkable: false,
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

/** State of a session that was just opened. */
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

export const walkStateOf = (
  slug: string,
  search: string,
  pageForm: PublicForm | null,
  hasLocks = false,
  language: string | null = null,
  link: PersonalLink | null = null,
): WalkState => {
  const nothing = { ...nothingYet, slug, search, link, hasLocks, language, pageForm: null, forms: {} };
  return pageForm ? withPageForm(nothing, pageForm) : nothing;
};

export const withForm = (walkState: WalkState, form: PublicForm): WalkState => ({
  ...walkState,
  forms: { ...walkState.forms, [form.version_number]: form },
});

export const withPageForm = (walkState: WalkState, form: PublicForm): WalkState => ({
  ...withForm(walkState, form),
  pageForm: form,
});

/** Sets the form that the session walks. */
export const walking = (walkState: WalkState, form: PublicForm | null): WalkState =>
  form === walkState.form ? walkState : { ...walkState, form, walker: null, isUnwalkable: false };

const measures = new WeakMap<PublicForm, Measure>();

/** Returns the measure of a form's graph, made once. */
export function measureOf(form: PublicForm): Measure {
  const measure = measures.get(form) ?? measureOn(graphOf(form));
  measures.set(form, measure);
  return measure;
}

/** Stores a changed session. Completes it at an end, and never lowers the progress. */
export function keeping(walkState: WalkState, changed: Kept, at: number): WalkState {
  const { form, walker, isOffered } = walkState;
  if (!form) return { ...walkState, kept: { ...changed, at } };
  const { progress } = measureOf(form)(keptWalk(changed));
  const settled = completing(changed, form, walker, at);
  // after the last answer there is nothing to resume
  return {
    ...walkState,
    isOffered: isOffered && settled === changed,
    kept: {
      ...settled,
      progress: Math.max(changed.progress, progress),
      at,
      ...(form.form.languages && { language: form.form.language }),
    },
  };
}
