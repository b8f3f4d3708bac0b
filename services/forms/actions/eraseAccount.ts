import type { Action } from "../../../shared/bus/calls.ts";
import { deleteRows, erasureShare } from "../../../shared/platform/database/accountTables.ts";
import type { FormsService } from "../service.ts";
import { eraseImages, formsTables } from "../store/accountTables.ts";

/** Deletes a part of an account's data, and returns how much. Zero: there is none left (teams §20.13). */
export const eraseAccount: Action<"forms.eraseAccount", FormsService> = {
  params: { account_id: "uuid" },
  async handler(ctx) {
    const { pool } = this.database;
    const scope = { accountId: ctx.params.account_id, formIds: [] };
    const end = Date.now() + erasureShare;
    let erased = 0;
    for (const table of formsTables) erased += await deleteRows(pool, table, scope, end);
    return { erased: erased + (await eraseImages(pool, scope.accountId, this.files, end)) };
  },
};
