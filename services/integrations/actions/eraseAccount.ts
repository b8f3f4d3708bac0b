import type { Action } from "../../../shared/bus/calls.ts";
import { deleteRows, erasureShare } from "../../../shared/platform/database/accountTables.ts";
import { deleteOrphanTests, integrationsTables } from "../store/accountTables.ts";

/** Deletes a part of an account's data, and returns how much. Zero: there is none left (teams §20.13). */
export const eraseAccount: Action<"integrations.eraseAccount"> = {
  params: { account_id: "uuid", form_ids: { type: "array", items: "uuid" } },
  async handler(ctx) {
    const { account_id: accountId, form_ids: formIds } = ctx.params;
    const { pool } = this.database;
    const end = Date.now() + erasureShare;
    let erased = 0;
    for (const table of integrationsTables) erased += await deleteRows(pool, table, { accountId, formIds }, end);
    await deleteOrphanTests(pool);
    return { erased };
  },
};
