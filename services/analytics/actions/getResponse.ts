import { withoutPersonal } from "../../../shared/api/personal.ts";
import type { ResponseDetail } from "../../../shared/api/shapes/sessions.ts";
import { PersonalQuery } from "../../../shared/api/shapes/sessions.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { withCalculations } from "../answers/calculations.ts";
import { type Omitted, omittedFor } from "../personal.ts";
import type { AnalyticsService } from "../readers.ts";
import { findSession } from "../store/detail.ts";

/** GET /form/{slug}/responses/{session_id}/. 404 for a session of another form (decisions §2). */
export const getResponse: Action<"analytics.getResponse", AnalyticsService> = {
  params: { caller: "object", slug: "string", session_id: "uuid", query: queryRule(PersonalQuery, true) },
  async handler(ctx) {
    const { caller, slug, session_id, query } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    return this.shares.lists(caller.account_id, ctx, async () => {
      const omitted = await omittedFor(this.database.within(ctx), caller, form, query?.personal);
      return responseOf(this, ctx, { formId: form.form_id, sessionId: session_id, omitted });
    });
  },
};

/** Reads a response with its calculations from the primary. Throws 404 if the form has no such session. */
export async function responseOf(
  { database, calculations }: AnalyticsService,
  call: Parameters<AnalyticsService["database"]["within"]>[0],
  { formId, sessionId, omitted }: { formId: string; sessionId: string; omitted: Omitted },
): Promise<ResponseDetail> {
  const session = await findSession(database.within(call), formId, sessionId);
  if (!session) throw notFound("session");
  const whole = await withCalculations(calculations, formId, session);
  // after the calculations, which keep what personal answers give
  return omitted ? withoutPersonal(whole, omitted) : whole;
}
