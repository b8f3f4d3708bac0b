import type pg from "pg";
import type { Log } from "../../shared/platform/database/open.ts";
import { type Loop, openLoop, wakeLoops } from "../../shared/platform/loop.ts";
import { waitingWork } from "./store/unannounced.ts";

/** ms. Loops whose work is found here look themselves only this often. */
export const rarely = 60 * 60 * 1000;
/** ms. A letter and an entry of the audit log are there within ten seconds (teams §20.10). */
const interval = 5_000;

/**
 * Wakes the loops whose work an operator's command has added (`npm run user`, `npm run accounts`). It can't wake them itself: it is
 * a process without a bus. It also finds jobs and entries of a copy that died. Commands add work of this service only, so that one statement finds all of it.
 */
export const openUnannounced = (pool: pg.Pool, log: Log): Loop =>
  openLoop({
    interval,
    async work() {
      const { has_entries, has_jobs } = await waitingWork(pool);
      if (has_entries) wakeLoops("auth.audit_outbox");
      if (has_jobs) wakeLoops("auth.jobs");
      return false;
    },
    onError: (error) => log.warn(`Failed to look for work of commands, retrying: ${error.message}`),
  });
