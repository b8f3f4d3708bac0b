import { hiddenOf } from "./hidden.ts";
import { type Kept, newSession } from "./kept.ts";
import { type Moment, type Situation, untouched, walking } from "./situation.ts";

/**
 * Which tab has the session. It reads what is kept and sends what is unsent. Another tab shows nothing of it until it takes
 * the session over, or the first one has ended.
 */

const offeredAfterMs = 600_000;

type Opened = Moment & { stored: Kept | null };

/** With what is kept, unless it is another form's; else with a session that nobody has begun. */
export function opening(situation: Situation, { stored, ...moment }: Opened): Situation {
  const { pageForm, forms, kept: before, search } = situation;
  const opened = { ...situation, ...untouched, readAt: stored?.at ?? null };
  if (stored && (!pageForm || stored.form_id === pageForm.form.id)) {
    const isOffered = isOfferedTo(situation, stored, moment.at);
    return walking({ ...opened, kept: stored, isOffered }, forms[stored.version] ?? null);
  }
  if (!pageForm) return walking({ ...opened, kept: null }, null);
  // the same session as before: its id decides on the order of options
  const isNew = !before || before.isBegun;
  const kept = isNew ? newSession(pageForm, moment.newId, hiddenOf(search, pageForm), moment.at) : before;
  return walking({ ...opened, kept }, pageForm);
}

/** After a while, or with another link's hidden fields, it may be another person who uses the device. */
function isOfferedTo({ pageForm, search }: Situation, kept: Kept, at: number): boolean {
  if (!kept.isBegun || kept.queue.at(-1)?.kind === "complete") return false;
  const hidden = pageForm ? Object.entries(hiddenOf(search, pageForm)) : [];
  return at - kept.at > offeredAfterMs || hidden.some(([key, value]) => kept.hidden[key] !== value);
}

/** This tab has the session now. */
export function holding(situation: Situation, event: Opened): Situation {
  const { stored } = event;
  const { isTouched, readAt, kept } = situation;
  const held = { ...situation, isHeld: true, isContested: false, isElsewhere: false };
  if (!isTouched) return opening(held, event);
  if ((stored?.at ?? null) === readAt) return held;
  // another tab has gone on since: its answers count, and what was typed here stays where it has none
  const merged = stored && { ...stored, answers: { ...kept?.answers, ...stored.answers } };
  return opening(held, { ...event, stored: merged });
}

/** Another tab has the session. */
export const leaving = (situation: Situation): Situation => ({
  ...situation,
  lock: "none",
  isHeld: false,
  isContested: false,
  isElsewhere: true,
  isTouched: false,
  deciding: null,
  wants: null,
  rebuild: null,
});

/** The respondent looks at this tab again: the other one may have ended. Without locks no tab could tell. */
export const looking = (situation: Situation): Situation =>
  situation.isElsewhere && situation.hasLocks ? { ...situation, lock: "wait" } : situation;
