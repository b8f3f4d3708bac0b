import type pg from "pg";
import type { Call } from "../../shared/bus/calls.ts";
import { sharedByKey } from "../../shared/platform/concurrency.ts";
import type { Log } from "../../shared/platform/database/open.ts";
import { inTransaction } from "../../shared/platform/database/transaction.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";

const interval = 2_000;

/** Tells forms which workspaces are going to be deleted (teams §20.13). A change leaves a row of `suspensions` in its transaction. */
export interface Suspensions {
  /** Tells forms now, so that a change holds for every request after the response. If that fails, the loop does it. */
  tell(workspace: string): Promise<void>;
  loop: Loop;
}

/**
 * One copy at a time tells of a workspace, and forms never hears two different things in the wrong order. The requests of one copy
 * wait for each other before they take a connection to the database.
 */
export function openSuspensions(pool: pg.Pool, call: Call, log: Log): Suspensions {
  const tell = sharedByKey((id) => tellOf(pool, call, id));
  const warn = (error: Error) =>
    log.warn(`Failed to hide or show the forms of a workspace, retrying: ${error.message}`);
  return {
    tell: (workspace) => tell(workspace).catch(warn),
    loop: openLoop({ interval, work: () => tellNext(pool, tell), onError: warn }),
  };
}

const lock = "hashtextextended('pathform suspensions ' || $1, 0)";

interface Suspension {
  account_id: string;
  is_suspended: boolean;
}

/** Tells forms of any workspace. A random one, so that one that fails doesn't hold up the others. Returns whether there was one. */
async function tellNext(pool: pg.Pool, tell: (id: string) => Promise<void>): Promise<boolean> {
  const { rows } = await pool.query<{ account_id: string }>(
    "select account_id from auth.suspensions order by random() limit 1",
  );
  const [next] = rows;
  if (next) await tell(next.account_id);
  return next !== undefined;
}

/** Tells forms of this workspace. Waits while another copy does, whose news may be older. */
function tellOf(pool: pg.Pool, call: Call, accountId: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(${lock})`, [accountId]);
    const { rows } = await client.query<Suspension>(
      "select account_id, is_suspended from auth.suspensions where account_id = $1",
      [accountId],
    );
    const [row] = rows;
    if (!row) return;
    await call("forms.suspend", row);
    await client.query("delete from auth.suspensions where account_id = $1 and is_suspended = $2", [
      row.account_id,
      row.is_suspended,
    ]);
  });
}
