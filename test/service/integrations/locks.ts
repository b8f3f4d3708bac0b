import { eventually } from "../../support/eventually.ts";
import type { Stage } from "./deliveriesStage.ts";

/** Waits until so many connections wait for a lock. */
export const blocked = (stage: Pick<Stage, "query">, count: number): Promise<void> =>
  eventually(async () => {
    const [row] = await stage.query(
      "select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (row?.waiting !== count) throw new Error(`${row?.waiting} connections wait for a lock, not ${count}`);
  });
