import type { Action } from "../../../shared/bus/calls.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { newChallenge } from "../challenge.ts";
import type { SessionsService } from "../service.ts";
import { liveFormBySlug } from "../store/liveForms.ts";

/** GET /r/{slug}/challenge/ (features §15). */
export const challenge: Action<"sessions.challenge", SessionsService> = {
  params: { slug: "string", query: "object" },
  async handler(ctx) {
    const { slug, query } = ctx.params;
    const form = await liveFormBySlug(this.database.pool, slug, new Date());
    if (!form?.is_active || !form.version_id) throw notFound("form");
    return newChallenge(form.form_id, query.id.toLowerCase());
  },
};
