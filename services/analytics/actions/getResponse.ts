import type { ResponseDetail } from "../../../shared/api/shapes/sessions.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { withCalculations } from "../answers/calculations.ts";
import type { AnalyticsService } from "../readers.ts";
import { findSession } from "../store/detail.ts";

/** GET /form/{slug}/responses/{session_id}/. 404 for a session of another form (decisions §2). */
export const getResponse: Action<"analytics.getResponse", AnalyticsService> = {
  params: { caller: "object", slug: "string", session_id: "uuid" },
  async handler(ctx) {
    const { caller, slug, session_id } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    return this.shares.lists(caller.account_id, ctx, () => responseOf(this, ctx, form_id, session_id));
  },
};

/** Reads a response with its calculations from the primary. Throws 404 if the form has no such session. */
export async function responseOf(
  { database, calculations }: AnalyticsService,
  call: Parameters<AnalyticsService["database"]["within"]>[0],
  formId: string,
  sessionId: string,
): Promise<ResponseDetail> {
  const session = await findSession(database.within(call), formId, sessionId);
  if (!session) throw notFound("session");
  return withCalculations(calculations, formId, session);
}
