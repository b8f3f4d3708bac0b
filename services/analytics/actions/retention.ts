import { RetentionQuery } from "../../../shared/api/shapes/retention.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { env } from "../../../shared/platform/env.ts";
import type { AnalyticsService } from "../readers.ts";
import { oldSessions } from "../store/retention.ts";

/** GET /form/{slug}/retention/ (wants §21.4) */
export const previewRetention: Action<"analytics.previewRetention", AnalyticsService> = {
  params: { caller: "object", slug: "string", query: queryRule(RetentionQuery) },
  async handler(ctx) {
    const { caller, slug, query } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const before = new Date(Date.now() - query.days * env().RETENTION_DAY_SECONDS * 1000);
    return this.shares.lists(caller.account_id, ctx, () =>
      oldSessions(this.database.within(ctx).pool, form_id, before),
    );
  },
};
