import type { Action } from "../../../shared/bus/calls.ts";
import { isEmailAddress } from "../../../shared/domain/emailAddress.ts";
import { invalid, isProblem, notFoundAs } from "../../../shared/platform/errors.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { readResumeToken } from "../../../shared/platform/resumeTokens.ts";
import { clientHash } from "../clients.ts";
import { titleIn } from "../languages.ts";
import { hiddenKeysOf, pick } from "../links/hiddenKeys.ts";
import { readSession } from "../respondents.ts";
import { keyHash, opensOne } from "../resumeKeys.ts";
import type { SessionsService } from "../service.ts";
import { namedFiles } from "../store/files.ts";
import { liveFormById } from "../store/liveForms.ts";
import * as store from "../store/resumes.ts";
import type { SessionState } from "../store/sessions.ts";
import { resumedSession } from "./session.ts";

/**
 * Emails a link to finish the session on another device (wants §23). Replies alike for every well-formed request, so that a
 * session's ID tells nothing and sends nothing.
 */
export const askResume: Action<"sessions.askResume", SessionsService> = {
  params: {
    session_id: "uuid",
    body: "object",
    key: { type: "string", nullable: true },
    client: "string",
    base_url: "string",
  },
  async handler(ctx) {
    const { session_id: sessionId, body, key, client, base_url } = ctx.params;
    if (!isEmailAddress(body.email)) throw invalid(["email: must be an email address"]);
    const { pool } = this.database;
    const state = await openSession(this, sessionId);
    if (!state || !(await mayAsk(this, state, key))) return null;
    const form = await liveFormById(pool, state.form_id, new Date());
    if (form?.resume !== "mail" || !form.is_active || form.slug === null) return null;
    const askedAt = await store.noteAsked(pool, sessionId, ctx);
    if (!askedAt) return null;
    faultPoint("resume-asked");
    try {
      const language = body.language ?? state.language ?? form.language;
      const title = await titleIn(this.respondents.versions, state.version_id, form.title, language);
      await ctx.call("integrations.mailResume", {
        session_id: sessionId,
        asked_at: askedAt.toISOString(),
        account_id: form.account_id,
        form: { id: form.form_id, slug: form.slug, title, theme: form.theme },
        address: body.email,
        client: clientHash(client),
        language,
        base_url,
      });
    } catch (error) {
      await store.forgetAsked(pool, sessionId, askedAt);
      throw error;
    }
    return null;
  },
};

/** Returns a session that accepts answers, or null. */
async function openSession({ respondents }: SessionsService, sessionId: string): Promise<SessionState | null> {
  try {
    const state = await readSession(respondents, sessionId);
    return state.status === "completed" ? null : state;
  } catch (error) {
    if (isProblem(error, "NOT_FOUND")) return null;
    throw error;
  }
}

/**
 * Sessions of clients that made no key can be asked for by anyone who knows the ID. A start by link tells that ID to everyone who has
 * the link, which never shows answers: such a session needs its key, and has none once another device continues it by the link.
 */
async function mayAsk(
  { database }: SessionsService,
  { id, link_id }: SessionState,
  key: string | null,
): Promise<boolean> {
  const [own = null, opened = null] = await store.keysOf(database.pool, id);
  return own === null ? link_id === null : opensOne(key, [own, opened]);
}

async function mayOpen({ database }: SessionsService, { id, link_id }: SessionState): Promise<boolean> {
  return link_id === null || (await store.keysOf(database.pool, id))[0] !== null;
}

/** Opens a link to finish later, once. Returns the session with its answers. */
export const openResume: Action<"sessions.openResume", SessionsService> = {
  params: { body: "object" },
  async handler(ctx) {
    const { token, key } = ctx.params.body;
    const named = readResumeToken(token);
    if (!named) throw unusable();
    const state = await openSession(this, named.sessionId);
    if (!state || !(await mayOpen(this, state))) throw unusable();
    const link = { ...named, askedAt: new Date(named.askedAt), key: key === undefined ? null : keyHash(key) };
    if (!(await store.openLink(this.database.pool, link, ctx))) throw unusable();
    faultPoint("resume-opened");
    return withAnswers(this, state);
  },
};

const unusable = () => notFoundAs("This link was used or has expired.");

async function withAnswers(service: SessionsService, state: SessionState) {
  const files = await namedFiles(service.database.pool, state.id);
  const answers = state.visits.flatMap(({ node_id, answer_id, answer }) =>
    answer_id === null ? [] : [[node_id, answer]],
  );
  return {
    ...(await resumedSession(service, state)),
    answers: Object.fromEntries(answers),
    hidden: await shownHidden(service, state),
    language: state.language,
    ...(Object.keys(files).length > 0 && { files }),
  };
}

/** Hidden fields of a personal link that the page doesn't read stay with the service, as at the start. */
const shownHidden = async ({ respondents }: SessionsService, { link_id, hidden, version_id }: SessionState) =>
  link_id === null ? hidden : pick(hidden, (await hiddenKeysOf(respondents.versions, version_id)).read);
