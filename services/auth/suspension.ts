import type pg from "pg";
import type { Call } from "../../shared/bus/calls.ts";
import type { Log } from "../../shared/platform/database/open.ts";
import { inTransaction } from "../../shared/platform/database/transaction.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";

const interval = 2_000;

/**
 * Tells forms which workspaces are going to be deleted (teams §20.13). A change leaves a row of `suspensions` in its transaction. One
 * copy at a time tells, so that forms never hears two different things in the wrong order.
 */
export function openSuspensions(pool: pg.Pool, call: Call, log: Log): Loop {
  return openLoop({
    interval,
    work: () => tellNext(pool, call, null),
    onError: (error) => log.warn(`Failed to hide or show the forms of a workspace, retrying: ${error.message}`),
  });
}

const lock = "hashtextextended('pathform suspensions', 0)";

interface Suspension {
  account_id: string;
  is_suspended: boolean;
}

/** Tells forms of this workspace now, or of any: random, so that one that fails doesn't hold up the others. Returns whether there was one. Repeat it for later changes. */
export function tellNext(pool: pg.Pool, call: Call, accountId: string | null): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Suspension>(
      `select s.account_id, s.is_suspended from (select pg_try_advisory_xact_lock(${lock}) as is_mine) l
        join auth.suspensions s on l.is_mine where $1::uuid is null or s.account_id = $1
        order by random() limit 1`,
      [accountId],
    );
    const [row] = rows;
    if (!row) return false;
    await call("forms.suspend", row);
    await client.query("delete from auth.suspensions where account_id = $1 and is_suspended = $2", [
      row.account_id,
      row.is_suspended,
    ]);
    return true;
  });
}
