import type { Action } from "../../../shared/bus/calls.ts";
import type { AnalyticsService } from "../readers.ts";

/** PUT /form/{slug}/responses/{session_id}/annotations/ (features §18.1). */
export const annotateResponse: Action<"analytics.annotateResponse", AnalyticsService> = {
  params: { caller: "object", slug: "string", session_id: "uuid", body: "object" },
  async handler(ctx) {
    const { caller, slug, session_id, body } = ctx.params;
    const { form_id, title } = await ctx.call("forms.locate", { caller, slug });
    return ctx.call("sessions.annotate", { form_id, session_id, body, by: { caller, title } });
  },
};
