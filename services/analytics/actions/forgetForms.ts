import type { Action } from "../../../shared/bus/calls.ts";
import { deleteRows, erasureShare } from "../../../shared/platform/database/accountTables.ts";
import type { AnalyticsService } from "../readers.ts";
import { analyticsRows, forgetForms as forget } from "../store/accountTables.ts";

/** Removes a part of what the search and the rollups know of deleted forms, and returns how much. */
export const forgetForms: Action<"analytics.forgetForms", AnalyticsService> = {
  params: { account_id: "uuid", form_ids: { type: "array", items: "uuid" } },
  async handler(ctx) {
    const { account_id: accountId, form_ids: formIds } = ctx.params;
    const { pool } = this.own;
    const end = Date.now() + erasureShare;
    let erased = await forget(pool, formIds, end);
    for (const table of analyticsRows) erased += await deleteRows(pool, table, { accountId, formIds }, end);
    return { erased };
  },
};
