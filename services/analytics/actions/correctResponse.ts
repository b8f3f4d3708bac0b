import { revisionWithoutPersonal } from "../../../shared/api/personal.ts";
import { ownerNamed } from "../../../shared/api/shapes/corrections.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { omittedFor } from "../personal.ts";
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

/** GET /form/{slug}/responses/{session_id}/history/ (features §18.1). */
export const responseHistory: Action<"analytics.responseHistory", AnalyticsService> = {
  params: { caller: "object", slug: "string", session_id: "uuid", query: { type: "object", optional: true } },
  async handler(ctx) {
    const { caller, slug, session_id, query } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const { revisions } = await ctx.call("sessions.history", { form_id: form.form_id, session_id });
    const omitted = await omittedFor(this.database.within(ctx), caller, form, query?.personal);
    return omitted ? revisions.map((revision) => revisionWithoutPersonal(revision, omitted)) : revisions;
  },
};
