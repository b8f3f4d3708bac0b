import type { Action } from "../../../shared/bus/calls.ts";
import { deleteRows, erasureShare } from "../../../shared/platform/database/accountTables.ts";
import { makeLive } from "../live.ts";
import type { FormsService } from "../service.ts";
import { eraseImages, formsTables, hasForms } from "../store/accountTables.ts";
import { suspendForms } from "../store/live.ts";

/**
 * Deletes a part of an account's data, and returns how much. Zero: there is none left (teams §20.13). Its forms are hidden from
 * respondents first: once their rows are gone, nothing could tell sessions.
 */
export const eraseAccount: Action<"forms.eraseAccount", FormsService> = {
  params: { account_id: "uuid" },
  async handler(ctx) {
    const { pool } = this.database;
    const { account_id } = ctx.params;
    if (await hasForms(pool, account_id))
      await makeLive(this, ctx, await suspendForms(this.database, account_id, true));
    const scope = { accountId: account_id, formIds: [] };
    const end = Date.now() + erasureShare;
    let erased = 0;
    for (const table of formsTables) erased += await deleteRows(pool, table, scope, end);
    return { erased: erased + (await eraseImages(pool, scope.accountId, this.files, end)) };
  },
};
