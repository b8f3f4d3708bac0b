import type pg from "pg";
import type { Log } from "../../shared/platform/database/open.ts";
import { type Loop, openLoop, tellCopies } from "../../shared/platform/loop.ts";
import { suspendedForms } from "./store/suspendedForms.ts";

/** ms. Finds a change whose copy died before it told the others. */
const interval = 20_000;
/** Name of the loop (shared/platform/loop.ts). */
const name = "sessions.suspended_forms";

/**
 * The forms whose sessions don't answer, because their workspace is going to be deleted (teams §20.13). Held in memory, so that
 * respondents' requests need no further statement. The copy that stores a change tells the others.
 */
export interface SuspendedForms {
  has(formId: string): boolean;
  /** Reads them again. */
  refresh(): Promise<void>;
  /** Reads them again, in all copies. */
  changed(): Promise<void>;
}

export function openSuspendedForms(pool: pg.Pool): SuspendedForms {
  let ids: ReadonlySet<string> = new Set();
  async function refresh(): Promise<void> {
    ids = new Set(await suspendedForms(pool));
  }
  return {
    has: (formId) => ids.has(formId),
    refresh,
    changed() {
      tellCopies(name);
      return refresh();
    },
  };
}

export const followSuspendedForms = (suspended: SuspendedForms, log: Log): Loop =>
  openLoop({
    name,
    interval,
    async work() {
      await suspended.refresh();
      return false;
    },
    onError: (error) => log.warn(`Failed to read the suspended forms, retrying: ${error.message}`),
  });
