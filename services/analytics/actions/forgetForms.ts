import type { Action } from "../../../shared/bus/calls.ts";
import { erasureShare } from "../../../shared/platform/database/accountTables.ts";
import type { AnalyticsService } from "../readers.ts";
import { forgetForms as forget } from "../store/accountTables.ts";

/** Removes a part of what the search and the rollups know of deleted forms, and returns how much. */
export const forgetForms: Action<"analytics.forgetForms", AnalyticsService> = {
  params: { form_ids: { type: "array", items: "uuid" } },
  async handler(ctx) {
    return { erased: await forget(this.own.pool, ctx.params.form_ids, Date.now() + erasureShare) };
  },
};
