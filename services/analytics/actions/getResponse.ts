import type { Action } from "../../../shared/bus/calls.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { withCalculations } from "../answers/calculations.ts";
import type { AnalyticsService } from "../readers.ts";
import { findSession } from "../store/detail.ts";

/** GET /form/{slug}/responses/{session_id}/. 404 for a session of another form (decisions §2). */
export const getResponse: Action<"analytics.getResponse", AnalyticsService> = {
  params: { caller: "object", slug: "string", session_id: "uuid" },
  async handler(ctx) {
    const { calculations } = this;
    const database = this.database.within(ctx);
    const { caller, slug, session_id } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const find = async () => {
      const session = await findSession(database, form_id, session_id);
      return session && withCalculations(calculations, form_id, session);
    };
    const session = await this.shares.lists(caller.account_id, ctx, find);
    if (!session) throw notFound("session");
    return session;
  },
};
