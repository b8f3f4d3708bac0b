import { ownerNamed } from "../../../shared/api/shapes/corrections.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { withCalculations } from "../answers/calculations.ts";
import type { AnalyticsService } from "../readers.ts";
import { findSession } from "../store/detail.ts";

/** PATCH /form/{slug}/responses/{session_id}/answers/ (features §18.1). Sessions stores the correction; search and insights follow. */
export const correctResponse: Action<"analytics.correctResponse", AnalyticsService> = {
  params: { caller: "object", slug: "string", session_id: "uuid", body: "object" },
  async handler(ctx) {
    const { caller, slug, session_id, body } = ctx.params;
    const { form_id, title } = await ctx.call("forms.locate", { caller, slug });
    const editor = ownerNamed(caller.name);
    await ctx.call("sessions.correct", { form_id, session_id, body, editor, by: { caller, title } });
    // the primary, because a replica may lack the correction
    const session = await findSession(this.database.within(ctx), form_id, session_id);
    if (!session) throw notFound("session");
    return withCalculations(this.calculations, form_id, session);
  },
};

/** GET /form/{slug}/responses/{session_id}/history/ (features §18.1). */
export const responseHistory: Action<"analytics.responseHistory", AnalyticsService> = {
  params: { caller: "object", slug: "string", session_id: "uuid" },
  async handler(ctx) {
    const { caller, slug, session_id } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const { revisions } = await ctx.call("sessions.history", { form_id, session_id });
    return revisions;
  },
};
