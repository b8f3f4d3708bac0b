import type { Action } from "../../../shared/bus/calls.ts";
import type { AnalyticsService } from "../readers.ts";
import { forgetSession } from "../store/searchIndex.ts";

/** DELETE /form/{slug}/responses/{session_id}/ (decisions §6): sessions erases what it keeps, integrations what it delivered. */
export const eraseResponse: Action<"analytics.eraseResponse", AnalyticsService> = {
  params: { caller: "object", slug: "string", session_id: "uuid" },
  async handler(ctx) {
    const { caller, slug, session_id } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    await ctx.call("sessions.erase", { form_id, session_id });
    await forgetSession(this.own.pool, session_id).catch((error: Error) => {
      this.logger.warn(`Session ${session_id} is removed from the search index a little later: ${error.message}`);
    });
    // where this does not succeed, the erasure still stands in the outbox of sessions, and is carried out from there
    await ctx.call("integrations.eraseSession", { session_id }).catch((error: Error) => {
      this.logger.warn(`The deliveries of session ${session_id} are erased a little later: ${error.message}`);
    });
    return null;
  },
};
