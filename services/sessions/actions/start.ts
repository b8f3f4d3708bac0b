import { conflict, invalid, notFound } from "../../../shared/errors.ts";
import { hiddenValueLimit, sessionBytesLimit } from "../../../shared/graph/limits.ts";
import type { Action, Params, Result } from "../../../shared/moleculer.ts";
import { idPattern } from "../../../shared/shapes/graph.ts";
import { batched } from "../batched.ts";
import { tooLate } from "../deadline.ts";
import type { Respondents } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { isSlug, type LiveFormRow, liveFormBySlug } from "../store/live-forms.ts";

/**
 * Starts a session on the form's current version, with its event (spec POST start, decisions §5). The gateway makes the
 * session's id, so a start that is sent again finds its session and gives the same reply.
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
    const { slug, session_id, body, user_agent } = ctx.params;
    if (!isSlug(slug)) throw notFound("form");
    const hidden = body.hidden ?? {};
    const errors = hiddenProblems(hidden);
    if (errors.length > 0) throw invalid(errors);
    const now = new Date();
    const { deadline } = ctx.meta;
    const started = await this.respondents.batches.start({ session_id, slug, hidden, user_agent, now, deadline });
    if (started === "late") throw tooLate();
    if (started) this.tellOfEvents();
    return started ? replyOf(started) : again(this, ctx.params, now);
  },
};

interface Started {
  id: string;
  current_node_id: string;
  started_at: Date;
}

const replyOf = ({ id, current_node_id, started_at }: Started): Result<"sessions.start"> => ({
  id,
  current_node_id,
  traversal_path: [current_node_id],
  status: "in_progress",
  started_at: started_at.toISOString(),
});

/** What no form takes. Such keys do not get to PostgreSQL, whose JSON functions fail on some of them. */
function hiddenProblems(hidden: Record<string, string>): string[] {
  const problems = Object.entries(hidden).flatMap(([key, value]) => {
    if (!hiddenKey.test(key)) return [`hidden.${key}: unknown field`];
    return [...value].length > hiddenValueLimit
      ? [`hidden.${key}: must be at most ${hiddenValueLimit} characters long`]
      : [];
  });
  const isTooLarge = Buffer.byteLength(JSON.stringify(hidden)) > sessionBytesLimit;
  return isTooLarge ? [...problems, "hidden: the hidden fields are over 256 KiB together"] : problems;
}

const hiddenKey = new RegExp(idPattern, "u");

/** Nothing was started: because the session exists already, or else the form says why. */
async function again(
  { respondents, database }: SessionsService,
  { slug, session_id, body }: Params<"sessions.start">,
  now: Date,
): Promise<Result<"sessions.start">> {
  const existing = await respondents.batches.load(session_id);
  if (existing) {
    const { compiled } = await respondents.versions.get(existing.version_id);
    return replyOf({ ...existing, current_node_id: compiled.entry_node_id });
  }
  const form = await liveFormBySlug(database.pool, slug, now);
  if (!form?.is_active || !form.version_id) throw notFound("form");
  throw await refusal(respondents, form, form.version_id, Object.keys(body.hidden ?? {}));
}

async function refusal(
  respondents: Respondents,
  form: LiveFormRow,
  version_id: string,
  keys: string[],
): Promise<Error> {
  const { compiled } = await respondents.versions.get(version_id);
  const unknown = keys.filter((key) => !compiled.hidden_fields.has(key));
  if (unknown.length > 0) return invalid(unknown.map((key) => `hidden.${key}: unknown field`));
  return conflict(form.closed_message || "This form is not accepting responses.");
}
