import type { Action } from "../../../shared/bus/calls.ts";
import { forgetSession } from "../indexing/forget.ts";
import type { AnalyticsService } from "../readers.ts";

/** DELETE /form/{slug}/responses/{session_id}/ (decisions §6). Sessions deletes its data, integrations the contents of its deliveries. */
export const eraseResponse: Action<"analytics.eraseResponse", AnalyticsService> = {
  params: { caller: "object", slug: "string", session_id: "uuid" },
  async handler(ctx) {
    const { caller, slug, session_id } = ctx.params;
    const { form_id, title } = await ctx.call("forms.locate", { caller, slug });
    await ctx.call("sessions.erase", { form_id, session_id, by: { caller, title } });
    await forgetSession(this.own.pool, session_id).catch((error: Error) => {
      this.logger.warn(`Failed to remove session ${session_id} from search and insights, retrying: ${error.message}`);
    });
    // if this fails, the outbox of sessions still has the deletion, and delivers it later
    await ctx.call("integrations.eraseSession", { session_id }).catch((error: Error) => {
      this.logger.warn(`Failed to delete the deliveries of session ${session_id}, retrying: ${error.message}`);
    });
    return null;
  },
};
