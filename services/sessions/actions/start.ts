import { isSlug } from "../../../shared/api/shapes/forms.ts";
import type { Action, Result } from "../../../shared/bus/calls.ts";
import { userAgentLimit } from "../../../shared/domain/limits.ts";
import { isWorkerAway } from "../../../shared/platform/database/unavailable.ts";
import { tooLate } from "../../../shared/platform/deadlines/deadline.ts";
import { conflict, forbidden, invalid, notFound } from "../../../shared/platform/errors.ts";
import { newOrderedUuid } from "../../../shared/platform/ids.ts";
import { noteForm } from "../../../shared/platform/ops/currentAction.ts";
import { newChallenge, provenForm } from "../challenge.ts";
import { clientHash } from "../clients.ts";
import { closedForm } from "../closed.ts";
import { firstNodeOf, passOverEntry } from "../entry.ts";
import { hiddenProblems } from "../hiddenValues.ts";
import { offerOf, unknownLanguage } from "../languages.ts";
import { hiddenKeysOf, pick, unknownHidden } from "../links/hiddenKeys.ts";
import { type StartedByLink, startSessionByLink } from "../links/start.ts";
import { erasedBody, erasedDetail } from "../respondents.ts";
import { keyHash } from "../resumeKeys.ts";
import type { SessionsService } from "../service.ts";
import { batched } from "../store/batches.ts";
import { type LiveFormRow, liveFormBySlug } from "../store/liveForms.ts";
import type { Timed } from "../store/locks.ts";
import { type NewSession, type Started, type StartedRow, stateAtStart } from "../store/start.ts";

/**
 * Starts a session on the form's current version, with its event (spec POST start, decisions §5, §9.2). The client or
 * the gateway chooses the session's id, so a repeat finds the session and gets the first reply.
 */
export const start: Action<"sessions.start", SessionsService> = {
  bulkhead: batched,
  params: {
    slug: "string",
    session_id: "uuid",
    body: "object",
    user_agent: { type: "string", nullable: true, max: userAgentLimit },
    client: { type: "string", optional: true },
  },
  async handler(ctx) {
    const { slug, session_id, body, user_agent: userAgent, client: network } = ctx.params;
    if (!isSlug(slug)) throw notFound("form");
    const sessionId = (body.id ?? session_id).toLowerCase();
    const client = network === undefined ? null : clientHash(network);
    const { hidden = {}, language, link: token } = body;
    const resumeKey = body.resume_key === undefined ? null : keyHash(body.resume_key);
    const editKey = body.edit_key === undefined ? null : keyHash(body.edit_key);
    const hasId = body.id !== undefined;
    if (token !== undefined) {
      const problems = hiddenProblems(hidden);
      if (problems.length > 0) throw invalid(problems);
      const { deadline } = ctx.locals;
      const fields = { sessionId, hidden, userAgent, client, language, resumeKey, editKey };
      const asked = { ...fields, token, hasId, deadline, ifRunning: body.if_running ?? false };
      const outcome = await withLivingWorker(asked, (one) => startSessionByLink(this, one));
      return linkedReply(this, outcome);
    }
    if (body.if_running) throw invalid(["if_running: requires link"]);
    const proof = await provenForm(body.challenge, sessionId);
    const session = {
      sessionId,
      slug,
      hidden,
      userAgent,
      client,
      language,
      proof,
      resumeKey,
      editKey,
      now: new Date(),
    };
    const asked = { ...session, hasId, deadline: ctx.locals.deadline };
    const outcome = await withLivingWorker(asked, (one) => startNew(this, one, hasId)).catch((error: Error) => error);
    if (!(outcome instanceof Error)) return replyOf(outcome);
    // a repeat gets its first reply, even if the form would refuse it now
    const existing = await findStarted(this, session);
    if (!existing) throw outcome;
    return replyOf(existing);
  },
};

/** Ids that a start tries while workers of Citus are away. */
const idAttempts = 6;

/**
 * Runs a start again with another id while the id falls on a worker of Citus that is away, so that only sessions of that worker wait.
 * An id of the client's own stays, and so does one whose session may have been stored.
 */
async function withLivingWorker<T extends { sessionId: string; hasId: boolean }, R>(
  asked: T,
  run: (asked: T) => Promise<R>,
): Promise<R> {
  for (let attempt = 1, one = asked; ; attempt += 1, one = { ...asked, sessionId: newOrderedUuid() }) {
    try {
      return await run(one);
    } catch (error) {
      if (asked.hasId || attempt === idAttempts || !isWorkerAway(error)) throw error;
    }
  }
}

/** A running session is shown as it is now, but without its answers: a link alone never shows them. */
async function linkedReply(service: SessionsService, outcome: StartedByLink): Promise<Result<"sessions.start">> {
  const { versions } = service.respondents;
  if ("running" in outcome) {
    const { id, status, current_node_id, started_at, version_number, visits, hidden, version_id } = outcome.running;
    return {
      id,
      current_node_id,
      traversal_path: [...visits.map(({ node_id }) => node_id), current_node_id],
      status,
      started_at: started_at.toISOString(),
      version_number,
      hidden: pick(hidden, (await hiddenKeysOf(versions, version_id)).read),
      ...(!outcome.isOwn && { is_running: true as const }),
    };
  }
  const { session } = outcome;
  const started = await afterStart(service, session, outcome.started);
  return {
    ...replyOf(started),
    hidden: pick(session.hidden, (await hiddenKeysOf(versions, started.version_id)).read),
  };
}

type Reply = Pick<StartedRow, "id" | "current_node_id" | "started_at" | "version_number">;

const replyOf = ({ id, current_node_id, started_at, version_number }: Reply): Result<"sessions.start"> => ({
  id,
  current_node_id,
  traversal_path: [current_node_id],
  status: "in_progress",
  started_at: started_at.toISOString(),
  version_number,
});

async function startNew(service: SessionsService, session: Timed<NewSession>, hasId: boolean): Promise<StartedRow> {
  const problems = hiddenProblems(session.hidden);
  if (problems.length > 0) throw invalid(problems);
  const taken = await service.quotas.takeSession(session.slug, session.now);
  const started = await service.respondents.batches.start(session).catch((error: unknown) => {
    if (isWorkerAway(error)) taken.giveBack();
    throw error;
  });
  if (started === "late") throw tooLate();
  if (!started) {
    taken.giveBack();
    throw await refusal(service, session, hasId);
  }
  return afterStart(service, session, started);
}

async function afterStart(service: SessionsService, session: NewSession, row: Started): Promise<StartedRow> {
  noteForm(row.form_id);
  const started = await passOverEntry(service, { ...row, hidden: session.hidden });
  service.respondents.warm.set(started.id, stateAtStart(session, started));
  if (started.has_event) service.announceEvents();
  return started;
}

/** Throws 409 if the id belongs to another form's session. */
async function findStarted(service: SessionsService, { sessionId, slug, now }: NewSession): Promise<Reply | null> {
  const { respondents, database } = service;
  const state = await respondents.batches.load(sessionId);
  const form = state && (await liveFormBySlug(database.pool, slug, now));
  if (!form) return null;
  if (form.form_id !== state.form_id) throw conflict("This `id` belongs to a session of another form. Use a new one.");
  if (state.revision === 0) return passOverEntry(service, state);
  return { ...state, current_node_id: await firstNodeOf(service, state) };
}

/** Returns why a session wasn't started, or undefined if it already exists. */
async function refusal(
  { respondents, database }: SessionsService,
  { sessionId, slug, hidden, language, now }: NewSession,
  hasId: boolean,
): Promise<Error> {
  const form = await liveFormBySlug(database.pool, slug, now);
  if (!form?.is_active || !form.version_id) return notFound("form");
  if (form.access === "link")
    return forbidden("This form is answered by personal link only.", { code: "link_required" });
  const version = await respondents.versions.get(form.version_id);
  const offer = offerOf(version, form.language);
  if (language !== undefined && !offer.has(language)) return unknownLanguage(offer.tags);
  const unknown = unknownHidden(version.compiled, hidden);
  if (unknown.length > 0) return invalid(unknown);
  if (form.bot_protection === "challenge" && !hasId)
    return invalid(["id: is required, because the form has a challenge"]);
  if (await respondents.isErased(sessionId)) return conflict(erasedDetail, erasedBody);
  if (form.bot_protection === "challenge" && form.is_open) return unsolved(form, sessionId);
  return closedForm(respondents.versions, form, language, now);
}

/** The body has a new challenge, so that a client solves it and starts again. */
const unsolved = async ({ form_id }: LiveFormRow, sessionId: string): Promise<Error> =>
  forbidden("This form is protected from bots. Solve the `challenge` and send its solution.", {
    challenge: await newChallenge(form_id, sessionId),
  });
