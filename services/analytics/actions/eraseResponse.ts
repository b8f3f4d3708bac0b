import type { Action } from "../../../shared/moleculer.ts";

/** DELETE /form/{slug}/responses/{session_id}/ (decisions §6): the sessions service erases what it keeps. */
export const eraseResponse: Action<"analytics.eraseResponse"> = {
  params: { caller: "object", slug: "string", session_id: "uuid" },
  async handler(ctx) {
    const { caller, slug, session_id } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    return ctx.call("sessions.erase", { form_id, session_id });
  },
};
