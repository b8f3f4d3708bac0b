import type { Action } from "../../../shared/bus/calls.ts";
import { unavailable } from "../../../shared/platform/errors.ts";
import { forgetSession } from "../indexing/forget.ts";
import type { AnalyticsService } from "../readers.ts";

/** DELETE /form/{slug}/responses/{session_id}/ (decisions §6). Sessions deletes its data, integrations the contents of its deliveries. 503 if some of that happens later. */
export const eraseResponse: Action<"analytics.eraseResponse", AnalyticsService> = {
  params: { caller: "object", slug: "string", session_id: "uuid" },
  async handler(ctx) {
    const { caller, slug, session_id } = ctx.params;
    const { form_id, title } = await ctx.call("forms.locate", { caller, slug });
    await ctx.call("sessions.erase", { form_id, session_id, by: { caller, title } });
    // if one of these fails, the outbox of sessions still has the deletion, and delivers it later
    const copies = await Promise.allSettled([
      forgetSession(this.own.pool, session_id),
      ctx.call("integrations.eraseSession", { session_id }),
    ]);
    const failures = copies.filter((copy) => copy.status === "rejected");
    if (failures.length === 0) return null;
    for (const { reason } of failures)
      this.logger.warn(`Failed to delete copies of session ${session_id}, retrying: ${reason.message}`);
    throw unavailable("Deleted. Search, insights and deliveries follow within a minute.");
  },
};
