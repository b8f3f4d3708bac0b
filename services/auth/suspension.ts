import type pg from "pg";
import type { Call } from "../../shared/bus/calls.ts";
import type { Log } from "../../shared/platform/database/open.ts";
import { inTransaction } from "../../shared/platform/database/transaction.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";

const interval = 2_000;

/**
 * Tells forms which workspaces are going to be deleted (teams §20.13). A change leaves a row of `suspensions` in its transaction. The
 * row is locked while forms is told, so that two copies never tell it different things in the wrong order.
 */
export function openSuspensions(pool: pg.Pool, call: Call, log: Log): Loop {
  return openLoop({
    interval,
    work: () => tellNext(pool, call, null),
    onError: (error) => log.warn(`Failed to hide or show the forms of a workspace, retrying: ${error.message}`),
  });
}

/** Tells forms of this workspace now, or of any. Returns whether there was one. */
export function tellNext(pool: pg.Pool, call: Call, accountId: string | null): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ account_id: string; is_suspended: boolean }>(
      `select account_id, is_suspended from auth.suspensions where $1::uuid is null or account_id = $1
        limit 1 for update skip locked`,
      [accountId],
    );
    const [row] = rows;
    if (!row) return false;
    await call("forms.suspend", row);
    await client.query("delete from auth.suspensions where account_id = $1", [row.account_id]);
    return true;
  });
}
