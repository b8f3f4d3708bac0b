import { hiddenOf } from "./hidden.ts";
import { type Kept, newSession } from "./kept.ts";
import { isClosed } from "./queue.ts";
import { type Moment, untouched, type WalkState, walking } from "./walkState.ts";

/**
 * Decides which tab has the session: it reads the stored session and sends the queue. Other tabs show nothing of it until
 * they take over, or the first one closes.
 */

const offeredAfterMs = 600_000;

type Opened = Moment & { stored: Kept | null };

/** Opens the stored session, or a new one if there is none or it belongs to another form. */
export function opening(walkState: WalkState, { stored, ...moment }: Opened): WalkState {
  const { pageForm, forms, kept: before, search } = walkState;
  const opened = { ...walkState, ...untouched, readAt: stored?.at ?? null };
  if (stored && (!pageForm || stored.form_id === pageForm.form.id)) {
    const isOffered = isOfferedTo(walkState, stored, moment.at);
    return walking({ ...opened, kept: stored, isOffered }, forms[stored.version] ?? null);
  }
  if (!pageForm) return walking({ ...opened, kept: null }, null);
  // keeps the same session, because its ID decides the order of shuffled options
  const isNew = !before || before.isBegun;
  const fresh = () => newSession(pageForm, moment.newId, hiddenOf(search, pageForm), moment.at, moment.newKey);
  const kept = isNew ? fresh() : before;
  return walking({ ...opened, kept }, pageForm);
}

/** After a while, or with other hidden fields in the link, another person may be using the device. A personal link is one person's. */
function isOfferedTo({ pageForm, search, link }: WalkState, kept: Kept, at: number): boolean {
  if (!kept.isBegun || isClosed(kept.queue) || link) return false;
  const hidden = pageForm ? Object.entries(hiddenOf(search, pageForm)) : [];
  return at - kept.at > offeredAfterMs || hidden.some(([key, value]) => kept.hidden[key] !== value);
}

/** Handles that this tab now has the session. */
export function holding(walkState: WalkState, event: Opened): WalkState {
  const { stored } = event;
  const { isTouched, readAt, kept } = walkState;
  const held = { ...walkState, isHeld: true, isContested: false, isElsewhere: false };
  if (!isTouched) return opening(held, event);
  if ((stored?.at ?? null) === readAt) return held;
  // another tab has continued since: its answers win, and values typed here fill the gaps
  const merged = stored && { ...stored, answers: { ...kept?.answers, ...stored.answers } };
  return opening(held, { ...event, stored: merged });
}

/** Handles that another tab has the session. */
export const leaving = (walkState: WalkState): WalkState => ({
  ...walkState,
  lock: "none",
  isHeld: false,
  isContested: false,
  isElsewhere: true,
  isTouched: false,
  deciding: null,
  wants: null,
  rebuild: null,
});

/**
 * Asks for the lock when the respondent returns to this tab, because the other one may have closed. Without locks, no tab
 * can tell.
 */
export const looking = (walkState: WalkState): WalkState =>
  walkState.isElsewhere && walkState.hasLocks ? { ...walkState, lock: "wait" } : walkState;
