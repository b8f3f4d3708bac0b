import type pg from "pg";
import { sharedByKey } from "../../shared/platform/concurrency.ts";
import type { Log } from "../../shared/platform/database/open.ts";
import { type Loop, openLoop, tellCopies } from "../../shared/platform/loop.ts";
import { exactForms } from "./store/exactRules.ts";
import { suspendedForms } from "./store/suspendedForms.ts";

/** ms. Finds a change that was lost on the way. If a copy died before it told the others, its end wakes them. */
const interval = 60_000;

/**
 * A few forms that respondents' requests must know without a further statement, held in memory. The copy that stores a change tells
 * the others.
 */
export interface FormSet {
  has(formId: string): boolean;
  /** Reads them again. Reads never overlap, so that an earlier one can't undo what a later one found. */
  refresh(): Promise<void>;
  /** A form was stored. Reads them again, in all copies, if that changed whether it `is` one of them. `was`: `has` before. */
  stored(formId: string, was: boolean, is: boolean): Promise<void>;
}

/** `name` is that of the loop (shared/platform/loop.ts). */
function openFormSet(name: string, read: () => Promise<string[]>): FormSet {
  let ids: ReadonlySet<string> = new Set();
  const readOnce = sharedByKey(async () => {
    ids = new Set(await read());
  });
  let latest = Promise.resolve();
  function refresh(): Promise<void> {
    latest = readOnce(name);
    return latest;
  }
  return {
    has: (formId) => ids.has(formId),
    refresh,
    async stored(formId, was, is) {
      // one that began before the form was stored may still undo what memory says
      await latest.catch(() => undefined);
      if (was === is && ids.has(formId) === is) return;
      tellCopies(name);
      await refresh();
    },
  };
}

const follow = (name: string, set: FormSet, log: Log, what: string): Loop =>
  openLoop({
    name,
    interval,
    async work() {
      await set.refresh();
      return false;
    },
    onError: (error) => log.warn(`Failed to read the ${what} forms, retrying: ${error.message}`),
  });

const names = { suspended: "sessions.suspended_forms", exact: "sessions.exact_forms" };

/** The forms whose sessions don't answer, because their workspace is going to be deleted (teams §20.13). */
export const openSuspendedForms = (pool: pg.Pool): FormSet => openFormSet(names.suspended, () => suspendedForms(pool));

export const followSuspendedForms = (set: FormSet, log: Log): Loop => follow(names.suspended, set, log, "suspended");

/**
 * The forms with unique answers or places of options in their newest version (wants §22). Sessions of their older versions are tried by
 * these rules too.
 */
export const openExactForms = (pool: pg.Pool): FormSet => openFormSet(names.exact, () => exactForms(pool));

export const followExactForms = (set: FormSet, log: Log): Loop => follow(names.exact, set, log, "limited");
