import type pg from "pg";
import type { Log } from "../../shared/platform/database/open.ts";
import { type Loop, openLoop, tellCopies } from "../../shared/platform/loop.ts";
import { exactForms } from "./store/exact.ts";
import { suspendedForms } from "./store/suspendedForms.ts";

/** ms. Finds a change whose copy died before it told the others. */
const interval = 20_000;

/**
 * A few forms that respondents' requests must know without a further statement, held in memory. The copy that stores a change tells
 * the others.
 */
export interface FormSet {
  has(formId: string): boolean;
  /** Reads them again. */
  refresh(): Promise<void>;
  /** Reads them again, in all copies. */
  changed(): Promise<void>;
}

/** `name` is that of the loop (shared/platform/loop.ts). */
function openFormSet(name: string, read: () => Promise<string[]>): FormSet {
  let ids: ReadonlySet<string> = new Set();
  async function refresh(): Promise<void> {
    ids = new Set(await read());
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
