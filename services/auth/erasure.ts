import type pg from "pg";
import type { Call } from "../../shared/bus/calls.ts";
import { deleteRows, erasureShare } from "../../shared/platform/database/accountTables.ts";
import type { Log } from "../../shared/platform/database/open.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { authTables, deleteWorkspace, endAccess } from "./store/accountTables.ts";
import { dueDeletion } from "./store/deletion.ts";
import { rehomeOthers } from "./store/people.ts";

/** ms. Also finds a workspace whose seven days are over. */
const interval = 60_000;
/** ms until no request writes to a workspace that was deleted immediately */
const quietMs = 10_000;

/**
 * Deletes workspaces whose seven days are over, as `npm run accounts -- delete` does (teams §20.13). Each run deletes a part. All can
 * be repeated, so copies may do it at the same time, and it continues after a crash.
 */
export function openErasure(pool: pg.Pool, call: Call, log: Log): Loop {
  return openLoop({
    name: "auth.erasure",
    interval,
    async work() {
      const due = await dueDeletion(pool);
      if (!due) return false;
      if ((await erasePart(pool, call, due.id)) > 0) return true;
      if (!due.is_quiet) return quietMs;
      await call("sessions.forgetAccount", { account_id: due.id });
      await deleteWorkspace(pool, due.id);
      log.info(`Deleted workspace ${due.id}, whose deletion was scheduled.`);
      return true;
    },
    onError: (error) => log.warn(`Failed to delete a workspace, retrying: ${error.message}`),
  });
}

/** Returns how much was deleted. Zero: nothing is left but the account's own rows. */
async function erasePart(pool: pg.Pool, call: Call, accountId: string): Promise<number> {
  await rehomeOthers(pool, accountId);
  await endAccess(pool, accountId);
  // deleting forms and integrations first prevents republished forms and further deliveries
  const forms = await call("forms.eraseAccount", { account_id: accountId });
  const sessions = await call("sessions.eraseAccount", { account_id: accountId });
  const formIds = sessions.form_ids;
  const integrations = await call("integrations.eraseAccount", { account_id: accountId, form_ids: formIds });
  const analytics = await call("analytics.forgetForms", { account_id: accountId, form_ids: formIds });
  let erased = forms.erased + sessions.erased + integrations.erased + analytics.erased;
  const end = Date.now() + erasureShare;
  for (const table of authTables) erased += await deleteRows(pool, table, { accountId, formIds }, end);
  return erased;
}
