import type pg from "pg";
import type { Call, Ctx } from "../../shared/bus/calls.ts";
import type { Log } from "../../shared/platform/database/open.ts";
import { inTransaction } from "../../shared/platform/database/transaction.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import type { AuthService } from "./service.ts";

const interval = 2_000;

/**
 * Tells forms which workspaces are going to be deleted (teams §20.13). A change leaves a row of `suspensions` in its transaction. One
 * copy at a time tells of a workspace, so that forms never hears two different things in the wrong order.
 */
export function openSuspensions(pool: pg.Pool, call: Call, log: Log): Loop {
  return openLoop({
    interval,
    work: () => tellNext(pool, call),
    onError: (error) => log.warn(`Failed to hide or show the forms of a workspace, retrying: ${error.message}`),
  });
}

const lock = "hashtextextended('pathform suspensions ' || $1, 0)";

interface Suspension {
  account_id: string;
  is_suspended: boolean;
}

/** Tells forms of any workspace. A random one, so that one that fails doesn't hold up the others. Returns whether there was one. */
async function tellNext(pool: pg.Pool, call: Call): Promise<boolean> {
  const { rows } = await pool.query<{ account_id: string }>(
    "select account_id from auth.suspensions order by random() limit 1",
  );
  const [next] = rows;
  if (next) await tellOf(pool, call, next.account_id);
  return next !== undefined;
}

/** Tells forms of this workspace. Waits while another request or copy does, whose news may be older. */
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

/** Tells forms now, so that the change holds for every request after the response. If that fails, the loop does it. */
export async function tellForms({ database, logger }: AuthService, ctx: Ctx, id: string): Promise<void> {
  await tellOf(database.pool, (name, params, options) => ctx.call(name, params, options), id).catch((error: Error) =>
    logger.warn(`Failed to tell forms of a workspace's deletion, retrying: ${error.message}`),
  );
}
