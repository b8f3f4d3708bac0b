import { tooLate } from "../../../shared/platform/deadlines/deadline.ts";
import { conflict, invalid, notFound } from "../../../shared/platform/errors.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { linkOf } from "../../../shared/platform/linkTokens.ts";
import { noteForm } from "../../../shared/platform/ops/currentAction.ts";
import { closedForm } from "../closed.ts";
import { passOverEntry } from "../entry.ts";
import { sizeProblems } from "../hiddenValues.ts";
import { offerOf, unknownLanguage } from "../languages.ts";
import { erasedBody, erasedDetail } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { findLink, type LinkRow } from "../store/links.ts";
import { type LiveFormRow, liveFormById } from "../store/liveForms.ts";
import { type Locked, untilUnlocked } from "../store/locks.ts";
import { noteDevice } from "../store/resumes.ts";
import type { SessionState } from "../store/sessions.ts";
import type { Started } from "../store/start.ts";
import { closePlace, type LinkedSession } from "../store/startByLink.ts";
import { unknownHidden } from "./hiddenKeys.ts";

/** A start with a link's token. Its `hidden` wins over the body's, so it can be trusted. */
export interface StartByLink {
  token: string;
  sessionId: string;
  /** the client chose the id */
  hasId: boolean;
  hidden: Record<string, string>;
  userAgent: string | null;
  client: string | null;
  language: string | undefined;
  /** hash of the client's key (resumeKeys.ts) */
  resumeKey: string | null;
  editKey: string | null;
  /** continue the link's session, and start no other */
  ifRunning: boolean;
  deadline: number | undefined;
}

/** `running`: a session of the link, as it is now. `isOwn`: this request started it, and the gateway repeats it. */
export type StartedByLink = { started: Started; session: LinkedSession } | { running: SessionState; isOwn?: boolean };

/**
 * Starts a session by a personal link, or returns the one that isn't completed (features §15). A forged token costs no statement.
 * The statement of store/startByLink.ts decides between concurrent starts, and whoever is second looks again.
 */
export async function startSessionByLink(service: SessionsService, asked: StartByLink): Promise<StartedByLink> {
  const linkId = linkOf(asked.token);
  if (linkId === null) throw notFound("link");
  const outcome = await untilUnlocked<StartedByLink | "late">(asked.deadline, () => attempt(service, linkId, asked));
  if (outcome === "late") throw tooLate();
  return outcome;
}

async function attempt(
  service: SessionsService,
  linkId: string,
  asked: StartByLink,
): Promise<StartedByLink | "late" | Locked> {
  const { database, respondents } = service;
  const now = new Date();
  const link = await findLink(database.pool, linkId, now);
  const form = link && (await liveFormById(database.pool, link.form_id, now));
  if (!form || respondents.suspended.has(form.form_id)) throw notFound("link");
  noteForm(form.form_id);
  const own = asked.hasId ? await respondents.batches.load(asked.sessionId) : null;
  if (own?.link_id === linkId) return continuing(service, own, asked);
  refuseEnded(link);
  if (link.open_session !== null) {
    const running = await openSession(service, link, link.open_session);
    return running === "locked" ? running : continuing(service, running, asked);
  }
  if (asked.ifRunning) throw conflict("No session of this link is running.");
  return startNew(service, { link, form, now, isTaken: own !== null }, asked);
}

/** Throws 409 for a link that takes no start anymore. */
export function refuseEnded({ status }: Pick<LinkRow, "status">): void {
  if (status === "revoked") throw conflict("This link was revoked.", { link_status: status });
  if (status === "completed") throw conflict("This link has been used.", { link_status: status });
  if (status === "expired") throw conflict("This link has expired.", { link_status: status });
}

async function openSession(
  { database, respondents }: SessionsService,
  { id: linkId }: LinkRow,
  sessionId: string,
): Promise<SessionState | Locked> {
  const running = await respondents.batches.load(sessionId);
  if (running && running.status !== "completed") return running;
  // a distributed database shows the link's change before the session
  if (running) await closePlace(database.pool, linkId, { sessionId, became: "completed" });
  else if (await respondents.isErased(sessionId))
    await closePlace(database.pool, linkId, { sessionId, became: "erased" });
  return "locked";
}

/**
 * Returns a session as it is now, after noting that this device continues it. No device may learn its id before, so `locked` makes the
 * start read a session again that has changed.
 */
async function continuing(
  service: SessionsService,
  found: SessionState,
  { hasId, sessionId, resumeKey }: StartByLink,
): Promise<StartedByLink | Locked> {
  const { database, respondents } = service;
  const running = found.revision > 0 ? found : await passOverEntry(service, found);
  // the gateway made this id for this request alone
  if (!hasId && running.id === sessionId) return { running, isOwn: true };
  const isNoted = await noteDevice(database.pool, running, resumeKey);
  const now = await respondents.batches.load(running.id);
  if (!now || (!isNoted && now.revision !== running.revision)) return "locked";
  return { running: now };
}

interface Place {
  link: LinkRow;
  form: LiveFormRow;
  now: Date;
  /** another session has the id */
  isTaken: boolean;
}

async function startNew(
  service: SessionsService,
  { link, form, now, isTaken }: Place,
  asked: StartByLink,
): Promise<StartedByLink | "late" | Locked> {
  const { respondents, quotas } = service;
  const { sessionId, userAgent, client, resumeKey, editKey, deadline } = asked;
  if (!form.is_active || form.version_id === null || form.slug === null) throw notFound("form");
  const { hidden, language } = await fieldsFor(service, { ...form, version_id: form.version_id }, link, asked);
  if (isTaken) throw conflict("This `id` belongs to another session. Use a new one.");
  if (await respondents.isErased(sessionId)) throw conflict(erasedDetail, erasedBody);
  const { slug } = form;
  const taken = await quotas.takeSession(slug, now);
  const session = { sessionId, slug, hidden, userAgent, client, language, resumeKey, editKey, linkId: link.id, now };
  const started = await respondents.batches.startByLink({ ...session, deadline }).catch((error: unknown) => {
    taken.giveBack();
    throw error;
  });
  if (started !== null && started !== "late") {
    faultPoint("link-started");
    return { started, session };
  }
  taken.giveBack();
  if (started === null && !form.is_open) throw await closedForm(respondents.versions, form, language, now);
  return started ?? "locked";
}

/** Returns the hidden fields and the language of a new session. Throws 400. Fields that a republished form doesn't have are left out. */
async function fieldsFor(
  { respondents }: SessionsService,
  form: LiveFormRow & { version_id: string },
  link: LinkRow,
  asked: StartByLink,
) {
  const version = await respondents.versions.get(form.version_id);
  const { compiled } = version;
  const offer = offerOf(version, form.language);
  const unknown = unknownHidden(compiled, asked.hidden);
  if (unknown.length > 0) throw invalid(unknown);
  if (asked.language !== undefined && !offer.has(asked.language)) throw unknownLanguage(offer.tags);
  const trusted = Object.entries(link.hidden).filter(([key]) => compiled.hidden_fields.has(key));
  const ofLink = link.language !== null && offer.has(link.language) ? link.language : undefined;
  const hidden = { ...asked.hidden, ...Object.fromEntries(trusted) };
  const problems = sizeProblems(hidden);
  if (problems.length > 0) throw invalid(problems);
  return { hidden, language: asked.language ?? ofLink };
}
