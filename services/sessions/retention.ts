import type pg from "pg";
import { calculating, sessionDetail } from "../../shared/api/sessionDetail.ts";
import { withoutDeadline } from "../../shared/platform/deadlines/deadline.ts";
import { isProblem } from "../../shared/platform/errors.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { abandonThese } from "./abandonment.ts";
import type { SessionsService } from "./service.ts";
import { slices } from "./slices.ts";
import { eraseSession } from "./store/erase.ts";
import { eraseAnswers } from "./store/eraseAnswers.ts";
import * as store from "./store/retention.ts";
import type { SessionState } from "./store/sessions.ts";

/**
 * Erases sessions without activity for a form's `retention_days` (wants §21.4), or their personal answers alone after
 * `personal_retention_days` (wants §21.5). A new or shorter retention erases nothing for a day, nor for a day after the owner was told.
 * Concurrent copies do no harm: each takes another form, and an erased session is erased once.
 */
interface Retention {
  kind: store.Kind;
  /** Notes the personal questions of forms, before forms are looked at. New ones are erased after `delayMs` at the earliest. */
  prepare?(pool: pg.Pool, at: { now: Date; delayMs: number }): Promise<void>;
  /** Returns sessions that are due. */
  old(pool: pg.Pool, form: store.RetainedForm, before: Date, limit: number): ReturnType<typeof store.oldSessions>;
  /** Returns whether it erased something. */
  erase(service: SessionsService, form: store.RetainedForm, sessionId: string): Promise<boolean>;
  /** Notes that nothing is left that is due. */
  note?(pool: pg.Pool, form: store.RetainedForm, before: Date): Promise<void>;
  ahead(title: string, days: string, from: string): string;
  erased(count: number, title: string, days: string): string;
}

export const wholeSessions: Retention = {
  kind: "retention",
  old: (pool, { form_id }, before, limit) => store.oldSessions(pool, form_id, before, limit),
  erase: ({ database }, { form_id: formId }, sessionId) =>
    unlessGone(eraseSession(database.pool, { formId, sessionId }, withoutDeadline, async () => undefined)),
  ahead: (title, days, from) =>
    `Responses to “${title}” without activity for ${days} will be deleted, from ${from} on.`,
  erased: (count, title, days) =>
    `${count === 1 ? "1 old response" : `${count} old responses`} to “${title}” ${wasOrWere(count)} deleted, because the form keeps responses for ${days}.`,
};

export const personalAnswers: Retention = {
  kind: "personal",
  prepare: store.notePersonalNodes,
  old: async (pool, form, before, limit) =>
    form.personal_nodes.length > 0 ? store.oldPersonal(pool, form, before, limit) : [],
  erase: (service, form, sessionId) => erasePersonal(service, form, sessionId),
  note: store.notePersonalSince,
  ahead: (title, days, from) =>
    `Personal answers to “${title}” without activity for ${days} will be deleted, from ${from} on.`,
  erased: (count, title, days) =>
    `Personal answers of ${count === 1 ? "1 response" : `${count} responses`} to “${title}” were deleted, because the form keeps them for ${days}.`,
};

const wasOrWere = (count: number): string => (count === 1 ? "was" : "were");

interface Settings {
  /** of the whole server; null for none */
  maxDays: number | null;
  /** length of a day */
  dayMs: number;
}

/** ms. Settings change rarely, and a day is long. The shortest one is longer than a pause between batches. */
const intervals = { shortest: 1_000, longest: 300_000 };
const formLimit = 20;
const batchLimit = 50;
/** Share of the time in which it erases, one session after another. The rest leaves the processors to respondents. */
const workingShare = 0.25;

export function eraseOldSessions(service: SessionsService, settings: Settings, retention = wholeSessions): Loop {
  return openLoop({
    interval: Math.min(intervals.longest, Math.max(intervals.shortest, settings.dayMs / 10)),
    work: (signal) => lookAtForms(service, settings, signal, retention),
    onError: (error) => service.logger.warn(`Failed to delete old responses, retrying: ${error.message}`),
  });
}

/** Returns after how many ms there is more to do, or false. */
export async function lookAtForms(
  service: SessionsService,
  settings: Settings,
  signal?: AbortSignal,
  retention = wholeSessions,
): Promise<number | boolean> {
  const { pool } = service.database;
  const { maxDays, dayMs } = settings;
  const { kind } = retention;
  const now = new Date();
  await store.noteRetentions(pool, kind, { maxDays, now, delayMs: dayMs });
  await retention.prepare?.(pool, { now, delayMs: dayMs });
  const forms = await store.retainedForms(pool, kind, before(now, dayMs / 24), formLimit);
  let hasMore = forms.length === formLimit;
  for (const form of forms) {
    if (signal?.aborted) return false;
    if (!(await store.takeLook(pool, kind, form, now))) continue;
    const isDone = await lookAt(service, retention, form, now, settings).catch(async (error: Error) => {
      await store.lookAgain(pool, kind, form.form_id);
      throw error;
    });
    if (isDone) continue;
    await store.lookAgain(pool, kind, form.form_id);
    hasMore = true;
  }
  return hasMore && (Date.now() - now.getTime()) * (1 / workingShare - 1);
}

/** Returns whether nothing is left to erase now. */
async function lookAt(
  service: SessionsService,
  retention: Retention,
  form: store.RetainedForm,
  now: Date,
  { dayMs }: Settings,
): Promise<boolean> {
  const { form_id, days, from, told } = form;
  if (days !== null && told === null) await tellAhead(service, retention, form, now, dayMs);
  const mayErase = days !== null && told !== null && from <= now && told <= before(now, dayMs);
  if (mayErase) {
    const end = before(now, days * dayMs);
    if (!(await eraseBatch(service, retention, form, end))) return false;
    await retention.note?.(service.database.pool, form, end);
  }
  await tellErased(service, retention, form_id, now, dayMs);
  return true;
}

/** Tells the owner once responses are due within a day. Nothing is erased before the next day. */
async function tellAhead(
  service: SessionsService,
  retention: Retention,
  form: store.RetainedForm,
  now: Date,
  dayMs: number,
): Promise<void> {
  const { pool } = service.database;
  const { form_id, title, from } = form;
  const days = form.days ?? 0;
  // looks are up to an hour apart
  const due = await retention.old(pool, form, before(now, (days - 1) * dayMs - dayMs / 24), 1);
  if (due.length === 0) return;
  const first = new Date(Math.max(from.getTime(), now.getTime() + dayMs));
  await tell(service, form, {
    message: retention.ahead(title, daysText(days), first.toISOString()),
    key: `${retention.kind} ${form_id} ${from.toISOString()}`,
  });
  await store.noteTold(pool, retention.kind, form_id, now);
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
const daysText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

/** Returns whether it was the last one. Their files go with the next run of fileExpiry.ts, which removes many together. */
async function eraseBatch(
  service: SessionsService,
  retention: Retention,
  form: store.RetainedForm,
  before: Date,
): Promise<boolean> {
  const { database, respondents } = service;
  const old = await retention.old(database.pool, form, before, batchLimit);
  const inProgress = old.filter(({ is_running }) => is_running).map(({ id }) => id);
  await abandonThese(service, inProgress, before);
  let erased = 0;
  for (const { id } of old) if (await retention.erase(service, form, id)) erased += 1;
  if (erased > 0) {
    await store.countErased(database.pool, retention.kind, form.form_id, erased);
    service.announceEvents();
  }
  for (const { id } of old) respondents.warm.delete(id);
  return old.length < batchLimit;
}

/** Returns false if the session was erased already. */
async function unlessGone(erasing: Promise<unknown>): Promise<boolean> {
  try {
    return (await erasing) !== false;
  } catch (error) {
    if (isProblem(error, "NOT_FOUND")) return false;
    throw error;
  }
}

/** Returns whether the session had personal answers. */
async function erasePersonal(
  { database, respondents }: SessionsService,
  { form_id: formId, personal_nodes: nodes, personal_round: round }: store.RetainedForm,
  sessionId: string,
): Promise<boolean> {
  const resultsOf = async (state: SessionState) => {
    const computed = await respondents.versions.computed(state.version_id);
    const detail = sessionDetail(state, state.visits);
    return slices.finish(calculating(computed?.calculations ?? null, detail));
  };
  return unlessGone(eraseAnswers(database.pool, { formId, sessionId, nodes, round }, resultsOf));
}

/** Tells the owner at most once a day how many responses were deleted. */
async function tellErased(
  service: SessionsService,
  { kind, erased }: Retention,
  formId: string,
  now: Date,
  dayMs: number,
): Promise<void> {
  const form = await store.retainedForm(service.database.pool, kind, formId);
  if (!form || form.erased === 0) return;
  if (form.noted && now.getTime() - form.noted.getTime() < dayMs) return;
  await tell(service, form, {
    message: erased(form.erased, form.title, daysText(form.days ?? 0)),
    key: `${kind}-erased ${formId} ${form.noted?.toISOString() ?? ""}`,
  });
  await store.noteErased(service.database.pool, kind, formId, form.erased, now);
}

const tell = (
  { call }: SessionsService,
  { account_id, slug }: store.RetainedForm,
  { message, key }: { message: string; key: string },
) => call("integrations.addNotice", { account_id, kind: "retention", message, key, form_slug: slug });
