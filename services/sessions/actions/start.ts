import type { Action, Result } from "../../../shared/bus/calls.ts";
import { idPattern } from "../../../shared/domain/formats.ts";
import { hiddenValueLimit, sessionBytesLimit } from "../../../shared/domain/graph/limits.ts";
import { isSlug } from "../../../shared/domain/shapes/forms.ts";
import { tooLate } from "../../../shared/platform/deadlines/deadline.ts";
import { conflict, invalid, notFound } from "../../../shared/platform/errors.ts";
import { erasedBody, erasedDetail } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { batched, type Timed } from "../store/batches.ts";
import { type LiveFormRow, liveFormBySlug } from "../store/liveForms.ts";
import { type NewSession, type StartedRow, stateAtStart } from "../store/start.ts";

/**
 * Starts a session on the form's current version, with its event (spec POST start, decisions §5, §9.2). The client or the
 * gateway makes the session's id, so a start that is sent again finds its session and gives its first reply.
 */
export const start: Action<"sessions.start", SessionsService> = {
  bulkhead: batched,
  params: {
    slug: "string",
    session_id: "uuid",
    body: "object",
    user_agent: { type: "string", nullable: true },
  },
  async handler(ctx) {
    const { slug, session_id, body, user_agent: userAgent } = ctx.params;
    if (!isSlug(slug)) throw notFound("form");
    const sessionId = (body.id ?? session_id).toLowerCase();
    const session = { sessionId, slug, hidden: body.hidden ?? {}, userAgent, now: new Date() };
    const outcome = await startNew(this, { ...session, deadline: ctx.locals.deadline }).catch((error: Error) => error);
    if (!(outcome instanceof Error)) return replyOf(outcome);
    // one that was started before gets its first reply, whatever would be said of it now
    const existing = await startedBefore(this, session);
    if (!existing) throw outcome;
    return replyOf(existing);
  },
};

type Reply = Pick<StartedRow, "id" | "current_node_id" | "started_at" | "version_number">;

const replyOf = ({ id, current_node_id, started_at, version_number }: Reply): Result<"sessions.start"> => ({
  id,
  current_node_id,
  traversal_path: [current_node_id],
  status: "in_progress",
  started_at: started_at.toISOString(),
  version_number,
});

async function startNew(service: SessionsService, session: Timed<NewSession>): Promise<StartedRow> {
  const problems = hiddenProblems(session.hidden);
  if (problems.length > 0) throw invalid(problems);
  const taken = await service.quotas.takeSession(session.slug, session.now);
  const started = await service.respondents.batches.start(session);
  if (started === "late") throw tooLate();
  if (!started) {
    taken.giveBack();
    throw await refusal(service, session);
  }
  service.respondents.warm.set(started.id, stateAtStart(session, started));
  if (started.has_event) service.announceEvents();
  return started;
}

/** 409 where the id is that of another form's session. */
async function startedBefore(
  { respondents, database }: SessionsService,
  { sessionId, slug, now }: NewSession,
): Promise<Reply | null> {
  const state = await respondents.batches.load(sessionId);
  const form = state && (await liveFormBySlug(database.pool, slug, now));
  if (!form) return null;
  if (form.form_id !== state.form_id) throw conflict("This id belongs to a session of another form; use a new one.");
  const { compiled } = await respondents.versions.get(state.version_id);
  return { ...state, current_node_id: compiled.entry_node_id };
}

/** What no form takes. Such keys do not get to PostgreSQL, whose JSON functions fail on some of them. */
function hiddenProblems(hidden: Record<string, string>): string[] {
  const problems = Object.entries(hidden).flatMap(([key, value]) => {
    if (!hiddenKey.test(key)) return [`hidden.${key}: unknown field`];
    return [...value].length > hiddenValueLimit
      ? [`hidden.${key}: must be at most ${hiddenValueLimit} characters long`]
      : [];
  });
  const isTooLarge = Buffer.byteLength(JSON.stringify(hidden)) > sessionBytesLimit;
  return isTooLarge ? [...problems, "hidden: all hidden fields together must be at most 256 KiB"] : problems;
}

const hiddenKey = new RegExp(idPattern, "u");

/** Why a session was not started, unless it exists already. */
async function refusal(
  { respondents, database }: SessionsService,
  { sessionId, slug, hidden, now }: NewSession,
): Promise<Error> {
  const form = await liveFormBySlug(database.pool, slug, now);
  if (!form?.is_active || !form.version_id) return notFound("form");
  const { compiled } = await respondents.versions.get(form.version_id);
  const unknown = Object.keys(hidden).filter((key) => !compiled.hidden_fields.has(key));
  if (unknown.length > 0) return invalid(unknown.map((key) => `hidden.${key}: unknown field`));
  if (await respondents.isErased(sessionId)) return conflict(erasedDetail, erasedBody);
  return conflict(form.closed_message || closedMessage(form, now));
}

/** Which of the reasons holds; the one that lasts comes first. */
function closedMessage({ is_accepting_responses, opens_at, closes_at, is_full }: LiveFormRow, now: Date): string {
  if (!is_accepting_responses || (closes_at && closes_at <= now)) return "This form is closed.";
  if (is_full) return "This form has reached its response limit.";
  if (opens_at && opens_at > now) return `This form is not open yet; it opens at ${opens_at.toISOString()}.`;
  return "This form is closed.";
}
