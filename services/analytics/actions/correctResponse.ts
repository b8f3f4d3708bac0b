import { ownerNamed } from "../../../shared/api/shapes/corrections.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import type { AnalyticsService } from "../readers.ts";
import { responseOf } from "./getResponse.ts";

/** PATCH /form/{slug}/responses/{session_id}/answers/ (features §18.1). Sessions stores the correction; search and insights follow. */
export const correctResponse: Action<"analytics.correctResponse", AnalyticsService> = {
  params: { caller: "object", slug: "string", session_id: "uuid", body: "object" },
  async handler(ctx) {
    const { caller, slug, session_id, body } = ctx.params;
    const { form_id, title } = await ctx.call("forms.locate", { caller, slug });
    const editor = ownerNamed(caller.name);
    await ctx.call("sessions.correct", { form_id, session_id, body, editor, by: { caller, title } });
    return responseOf(this, ctx, { formId: form_id, sessionId: session_id, omitted: null });
  },
};
