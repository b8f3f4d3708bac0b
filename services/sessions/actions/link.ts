import type { Action } from "../../../shared/bus/calls.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { linkOf } from "../../../shared/platform/linkTokens.ts";
import { hiddenKeysOf, pick } from "../links/hiddenKeys.ts";
import type { SessionsService } from "../service.ts";
import { findLink } from "../store/links.ts";
import { liveFormById } from "../store/liveForms.ts";

/** GET /r/link/{token}/: what a page shows before the session starts (features §15). A forged token costs no statement. */
export const link: Action<"sessions.link", SessionsService> = {
  params: { token: "string" },
  async handler(ctx) {
    const { database, respondents } = this;
    const now = new Date();
    const id = linkOf(ctx.params.token);
    const found = id === null ? null : await findLink(database.pool, id, now);
    const form = found && (await liveFormById(database.pool, found.form_id, now));
    if (!found || !form?.version_id || form.slug === null || respondents.suspended.has(form.form_id))
      throw notFound("link");
    const { status, prefill, hidden, language } = found;
    const isOpen = status === "unused" || status === "started";
    const { atStart } = await hiddenKeysOf(respondents.versions, form.version_id);
    return {
      slug: form.slug,
      status,
      prefill: isOpen ? prefill : {},
      hidden: isOpen ? pick(hidden, atStart) : {},
      language,
    };
  },
};
