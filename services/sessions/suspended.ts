import type pg from "pg";
import type { Log } from "../../shared/platform/database/open.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { suspendedForms } from "./store/suspendedForms.ts";

const interval = 1_000;

/**
 * The forms whose sessions don't answer, because their workspace is going to be deleted (teams §20.13). Held in memory, so that
 * respondents' requests need no further statement. Other copies know a change within `interval`.
 */
export interface SuspendedForms {
  has(formId: string): boolean;
  /** Reads them again. */
  refresh(): Promise<void>;
}

export function openSuspendedForms(pool: pg.Pool): SuspendedForms {
  let ids: ReadonlySet<string> = new Set();
  return {
    has: (formId) => ids.has(formId),
    async refresh() {
      ids = new Set(await suspendedForms(pool));
    },
  };
}

export const followSuspendedForms = (suspended: SuspendedForms, log: Log): Loop =>
  openLoop({
    interval,
    async work() {
      await suspended.refresh();
      return false;
    },
    onError: (error) => log.warn(`Failed to read the suspended forms, retrying: ${error.message}`),
  });
