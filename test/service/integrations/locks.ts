import type pg from "pg";
import { eventually } from "../../support/eventually.ts";
import type { Stage } from "./deliveriesStage.ts";

/** Waits until this many connections wait for a lock. */
export const blocked = (stage: Pick<Stage, "query">, count: number): Promise<void> =>
  eventually(async () => {
    const [row] = await stage.query(
      "select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (row?.waiting !== count) throw new Error(`${row?.waiting} connections wait for a lock, not ${count}`);
  });

/** Waits until a connection waits for a lock of this one. */
export async function blockedBy(stage: Pick<Stage, "query">, holder: pg.PoolClient): Promise<void> {
  const { rows } = await holder.query("select pg_backend_pid() as pid");
  await eventually(async () => {
    const waiting = "select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))";
    if ((await stage.query(waiting, [rows[0].pid])).length === 0) throw new Error("Nobody waits for this connection.");
  });
}
