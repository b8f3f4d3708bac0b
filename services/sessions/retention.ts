import { limitConcurrency } from "../../shared/platform/concurrency.ts";
import { withoutDeadline } from "../../shared/platform/deadlines/deadline.ts";
import { isProblem } from "../../shared/platform/errors.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { abandonThese } from "./abandonment.ts";
import type { SessionsService } from "./service.ts";
import { eraseSession } from "./store/erase.ts";
import * as store from "./store/retention.ts";

/**
 * Erases sessions without activity for a form's `retention_days` (wants §21.4). A new or shorter retention erases nothing for a day, nor
 * for a day after the owner was told. Concurrent copies do no harm: each takes another form, and an erased session is erased once.
 */
interface Settings {
  /** of the whole server; null for none */
  maxDays: number | null;
  /** length of a day */
  dayMs: number;
}

/** ms. Settings change rarely, and a day is long. */
const longestInterval = 300_000;
const formLimit = 20;
const batchLimit = 100;
/** Concurrent transactions. The pool's other connections are for requests. */
const running = 2;
/** ms between batches, which leaves the database to respondents */
const pause = 200;

export function eraseOldSessions(service: SessionsService, settings: Settings): Loop {
  return openLoop({
    interval: Math.min(longestInterval, settings.dayMs / 10),
    work: (signal) => lookAtForms(service, settings, signal),
    onError: (error) => service.logger.warn(`Failed to delete old responses, retrying: ${error.message}`),
  });
}

/** Returns after how many ms there is more to do, or false. */
export async function lookAtForms(
  service: SessionsService,
  settings: Settings,
  signal?: AbortSignal,
): Promise<number | boolean> {
  const { pool } = service.database;
  const { maxDays, dayMs } = settings;
  const now = new Date();
  await store.noteRetentions(pool, { maxDays, now, delayMs: dayMs });
  const forms = await store.retainedForms(pool, before(now, dayMs / 24), formLimit);
  let hasMore = forms.length === formLimit;
  for (const form of forms) {
    if (signal?.aborted) return false;
    if (!(await store.takeLook(pool, form, now))) continue;
    const isDone = await lookAt(service, form, now, settings).catch(async (error: Error) => {
      await store.lookAgain(pool, form.form_id);
      throw error;
    });
    if (isDone) continue;
    await store.lookAgain(pool, form.form_id);
    hasMore = true;
  }
  return hasMore && pause;
}

/** Returns whether nothing is left to erase now. */
async function lookAt(
  service: SessionsService,
  form: store.RetainedForm,
  now: Date,
  { dayMs }: Settings,
): Promise<boolean> {
  const { form_id, days, from, told } = form;
  if (days !== null && told === null) await tellAhead(service, form, now, dayMs);
  const mayErase = days !== null && told !== null && from <= now && told <= before(now, dayMs);
  if (mayErase && !(await eraseBatch(service, form_id, before(now, days * dayMs)))) return false;
  await tellErased(service, form_id, now, dayMs);
  return true;
}

/** Tells the owner once responses are due within a day. Nothing is erased before the next day. */
async function tellAhead(service: SessionsService, form: store.RetainedForm, now: Date, dayMs: number): Promise<void> {
  const { pool } = service.database;
  const { form_id, title, from } = form;
  const days = form.days ?? 0;
  // looks are up to an hour apart
  const due = await store.oldSessions(pool, form_id, before(now, (days - 1) * dayMs - dayMs / 24), 1);
  if (due.length === 0) return;
  const first = new Date(Math.max(from.getTime(), now.getTime() + dayMs));
  await tell(service, form, {
    message: `Responses to “${title}” without activity for ${daysText(days)} will be deleted, from ${first.toISOString()} on.`,
    key: `retention ${form_id} ${from.toISOString()}`,
  });
  await store.noteTold(pool, form_id, now);
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
const daysText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

/** Returns whether it was the last one. Their files go with the next run of fileExpiry.ts, which removes many together. */
async function eraseBatch(service: SessionsService, formId: string, before: Date): Promise<boolean> {
  const { database, respondents } = service;
  const old = await store.oldSessions(database.pool, formId, before, batchLimit);
  const inProgress = old.filter(({ is_running }) => is_running).map(({ id }) => id);
  await abandonThese(service, inProgress, before);
  const limited = limitConcurrency({ running, waiting: batchLimit });
  const outcomes = await Promise.all(old.map(({ id }) => limited(() => eraseOne(service, formId, id))));
  const erased = outcomes.filter(Boolean).length;
  if (erased > 0) {
    await store.countErased(database.pool, formId, erased);
    service.announceEvents();
  }
  for (const { id } of old) respondents.warm.delete(id);
  return old.length < batchLimit;
}

/** Returns false if it was erased already. */
async function eraseOne({ database }: SessionsService, formId: string, sessionId: string): Promise<boolean> {
  try {
    await eraseSession(database.pool, { formId, sessionId }, withoutDeadline, async () => undefined);
    return true;
  } catch (error) {
    if (isProblem(error, "NOT_FOUND")) return false;
    throw error;
  }
}

/** Tells the owner at most once a day how many responses were deleted. */
async function tellErased(service: SessionsService, formId: string, now: Date, dayMs: number): Promise<void> {
  const form = await store.retainedForm(service.database.pool, formId);
  if (!form || form.erased === 0) return;
  if (form.noted && now.getTime() - form.noted.getTime() < dayMs) return;
  const what = form.erased === 1 ? "1 old response" : `${form.erased} old responses`;
  await tell(service, form, {
    message: `${what} to “${form.title}” ${form.erased === 1 ? "was" : "were"} deleted, because the form keeps responses for ${daysText(form.days ?? 0)}.`,
    key: `retention-erased ${formId} ${form.noted?.toISOString() ?? ""}`,
  });
  await store.noteErased(service.database.pool, formId, form.erased, now);
}

const tell = (
  { call }: SessionsService,
  { account_id, slug }: store.RetainedForm,
  { message, key }: { message: string; key: string },
) => call("integrations.addNotice", { account_id, kind: "retention", message, key, form_slug: slug });
