import { LRUCache } from "lru-cache";
import type { Call, DatabaseService } from "../../shared/bus/calls.ts";
import { dayMs, utcDay } from "../../shared/domain/dates.ts";
import { env } from "../../shared/platform/env.ts";
import { tooManyRequests } from "../../shared/platform/errors.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { forgetDays, type QuotaForm, quotaForm, reserveSessions } from "./store/quotas.ts";

/**
 * Quotas of one form (decisions §8): sessions started per UTC day, and bytes of uploads. A copy reserves a share of the
 * day's sessions and starts that many without asking again. Far from the quota that costs one statement per thousand
 * starts and no lock, and the quota is never exceeded. If a copy dies, its share is lost.
 */
export interface Quotas {
  /** Takes one of the form's sessions for the day. Throws 429 if none is left. */
  takeSession(slug: string, now: Date): Promise<TakenSession>;
  /** Maximum bytes of a form's files. */
  uploadLimit: number;
  /** Notifies the owner if little is left after an upload. */
  noteUploads(formId: string, bytes: number, now: Date): void;
}

export interface TakenSession {
  /** Returns the session to the share, because it wasn't started. */
  giveBack(): void;
}

interface Share {
  day: string;
  left: number;
  /** The pending request for more. */
  reserving: Promise<number | null> | null;
}

const mebibyte = 2 ** 20;
const warnAt = 0.8;
const formsKept = 10_000;
const untaken: TakenSession = { giveBack: () => undefined };

/** Returns how many responses a form takes from files per UTC day (wants §25). Infinity without a quota. */
export function importedPerDay(): number {
  const { QUOTAS, QUOTA_RESPONSES_IMPORTED_PER_FORM_DAY: quota } = env();
  return QUOTAS && quota > 0 ? quota : Number.POSITIVE_INFINITY;
}

export function openQuotas({ database, call, logger }: Pick<DatabaseService, "database" | "call" | "logger">): Quotas {
  const { QUOTAS, QUOTA_SESSIONS_PER_FORM_DAY, QUOTA_UPLOAD_MB_PER_FORM } = env();
  const sessionLimit = QUOTAS ? QUOTA_SESSIONS_PER_FORM_DAY : 0;
  const uploadLimit = QUOTAS ? QUOTA_UPLOAD_MB_PER_FORM * mebibyte : 0;
  const shares = new LRUCache<string, Share>({ max: formsKept });
  const warn = warner(call, (error) => logger.warn(`Failed to create quota notification: ${error.message}`));

  /** Returns how many more sessions can start, or null if the form doesn't exist. */
  async function reserve(slug: string, share: Share): Promise<number | null> {
    const reserved = await reserveSessions(database.pool, slug, share.day, sessionLimit);
    if (!reserved) return null;
    share.left += reserved.granted;
    if (reserved.reserved >= warnAt * sessionLimit)
      warn(reserved, share.day, `${sessionLimit} sessions per day`, "sessions");
    return reserved.granted;
  }

  function shareOf(slug: string, day: string): Share {
    const current = shares.get(slug);
    if (current?.day === day) return current;
    const share = { day, left: 0, reserving: null };
    shares.set(slug, share);
    return share;
  }

  return {
    async takeSession(slug, now) {
      if (sessionLimit === 0) return untaken;
      const share = shareOf(slug, utcDay(now));
      while (share.left === 0) {
        // concurrent starts share one reservation
        share.reserving ??= reserve(slug, share).finally(() => {
          share.reserving = null;
        });
        const granted = await share.reserving;
        if (granted === null) return untaken;
        if (granted === 0) throw dailyLimitReached(now);
      }
      share.left -= 1;
      return {
        giveBack() {
          share.left += 1;
        },
      };
    },
    uploadLimit: uploadLimit || Number.MAX_SAFE_INTEGER,
    noteUploads(formId, bytes, now) {
      if (uploadLimit === 0 || bytes < warnAt * uploadLimit) return;
      void quotaForm(database.pool, formId)
        .then((form) => form && warn(form, utcDay(now), `${QUOTA_UPLOAD_MB_PER_FORM} MB of file storage`, "uploads"))
        .catch((error: Error) => logger.warn(`Failed to create quota notification: ${error.message}`));
    },
  };
}

/** Creates one notification per form, quota and day. The key prevents duplicates by other copies. */
function warner(call: Call, onError: (error: Error) => void) {
  const notified = new LRUCache<string, true>({ max: formsKept });
  return ({ form_id, account_id, slug, title }: QuotaForm, day: string, quota: string, kind: string): void => {
    const key = `quota ${kind} ${form_id} ${day}`;
    if (notified.has(key)) return;
    notified.set(key, true);
    const message = `"${title}" has used 80% of its ${quota}. Requests over the limit are rejected.`;
    call("integrations.addNotice", { account_id, kind: "quota_warning", message, key, form_slug: slug }).catch(
      (error: Error) => {
        notified.delete(key);
        onError(error);
      },
    );
  };
}

const dailyLimitReached = (now: Date) =>
  tooManyRequests(secondsUntilTomorrow(now), "Daily session limit reached. Try again after midnight UTC.");

/** Seconds until the next UTC day. */
export const secondsUntilTomorrow = (now: Date): number =>
  Math.max(1, Math.ceil((dayMs - (now.getTime() % dayMs)) / 1_000));

const forgetInterval = 3_600_000;
const forgetLimit = 1_000;

/** Deletes the counts of past days, except yesterday's, because a copy's clock may be behind. */
export function forgetPastDays({ database, logger }: DatabaseService): Loop {
  return openLoop({
    interval: forgetInterval,
    async work() {
      const day = utcDay(new Date(Date.now() - 2 * dayMs));
      return (await forgetDays(database.pool, day, forgetLimit)) === forgetLimit;
    },
    onError: (error) => logger.warn(`Failed to delete session counts of past days, retrying: ${error.message}`),
  });
}
