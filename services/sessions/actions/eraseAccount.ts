import type { Action } from "../../../shared/bus/calls.ts";
import { deleteRows, erasureShare } from "../../../shared/platform/database/accountTables.ts";
import { removeUnneededFiles } from "../imports/run.ts";
import type { SessionsService } from "../service.ts";
import * as store from "../store/accountTables.ts";
import { cancelImports } from "../store/imports.ts";

/**
 * Deletes a part of the data of an account's forms, and returns how much. Zero: there is none left (teams §20.13). The ids of the
 * forms stay until `forgetAccount`.
 */
export const eraseAccount: Action<"sessions.eraseAccount", SessionsService> = {
  params: { account_id: "uuid" },
  async handler(ctx) {
    const { account_id: accountId } = ctx.params;
    const { pool } = this.database;
    const end = Date.now() + erasureShare;
    await store.closeForms(pool, accountId);
    const formIds = await store.liveFormIdsOf(pool, accountId);
    await cancelImports(pool, formIds);
    await removeUnneededFiles(this, formIds);
    let erased = await store.eraseFiles(pool, formIds, this.files, end);
    erased += await store.eraseSessions(pool, formIds, end);
    for (const table of store.formTables) erased += await deleteRows(pool, table, { accountId, formIds }, end);
    return { erased, form_ids: formIds };
  },
};

/** Deletes the rows that name an account's forms, when nothing else is left of them. */
export const forgetAccount: Action<"sessions.forgetAccount"> = {
  params: { account_id: "uuid" },
  async handler(ctx) {
    const scope = { accountId: ctx.params.account_id, formIds: [] };
    for (const table of store.liveFormRows) await deleteRows(this.database.pool, table, scope);
    return null;
  },
};
