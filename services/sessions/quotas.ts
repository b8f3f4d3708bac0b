import { LRUCache } from "lru-cache";
import type { Call, DatabaseService } from "../../shared/bus/calls.ts";
import { env } from "../../shared/platform/env.ts";
import { tooManyRequests } from "../../shared/platform/errors.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { forgetDays, type QuotaForm, quotaForm, reserveSessions } from "./store/quotas.ts";

/**
 * What one form may have of respondents (decisions §8): sessions started on a UTC day, and bytes of uploads. The sessions
 * are counted in shares: a copy takes some of what is left of the day, and starts that many without asking again. So a
 * form far from its quota costs a statement in a thousand starts and no lock, and the quota is never exceeded; a copy that
 * dies takes along what it had left.
 */
export interface Quotas {
  /** One session of the form's day; throws 429 when it has had all of them. */
  takeSession(slug: string, now: Date): Promise<TakenSession>;
  /** bytes that a form's files may have together */
  uploadLimit: number;
  /** after a file was added; notifies the owner when little is left */
  noteUploads(formId: string, bytes: number, now: Date): void;
}

export interface TakenSession {
  /** It was not started after all. */
  giveBack(): void;
}

interface Share {
  day: string;
  left: number;
  /** under way: more is asked for */
  reserving: Promise<number | null> | null;
}

const mebibyte = 2 ** 20;
const warnAt = 0.8;
const formsKept = 10_000;
const untaken: TakenSession = { giveBack: () => undefined };

export function openQuotas({ database, call, logger }: Pick<DatabaseService, "database" | "call" | "logger">): Quotas {
  const { QUOTAS, QUOTA_SESSIONS_PER_FORM_DAY, QUOTA_UPLOAD_MB_PER_FORM } = env();
  const sessionLimit = QUOTAS ? QUOTA_SESSIONS_PER_FORM_DAY : 0;
  const uploadLimit = QUOTAS ? QUOTA_UPLOAD_MB_PER_FORM * mebibyte : 0;
  const shares = new LRUCache<string, Share>({ max: formsKept });
  const warn = warner(call, (error) => logger.warn(`A notice about a quota could not be stored: ${error.message}`));

  /** How many more; null: there is no such form. */
  async function reserve(slug: string, share: Share): Promise<number | null> {
    const taken = await reserveSessions(database.pool, slug, share.day, sessionLimit);
    if (!taken) return null;
    share.left += taken.granted;
    if (taken.reserved >= warnAt * sessionLimit) warn(taken, share.day, `${sessionLimit} sessions a day`, "sessions");
    return taken.granted;
  }

  function shareOf(slug: string, day: string): Share {
    const known = shares.get(slug);
    if (known?.day === day) return known;
    const share = { day, left: 0, reserving: null };
    shares.set(slug, share);
    return share;
  }

  return {
    async takeSession(slug, now) {
      if (sessionLimit === 0) return untaken;
      const share = shareOf(slug, dayOf(now));
      while (share.left === 0) {
        // those who come meanwhile ask together
        share.reserving ??= reserve(slug, share).finally(() => {
          share.reserving = null;
        });
        const granted = await share.reserving;
        if (granted === null) return untaken;
        if (granted === 0) throw usedUp(now);
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
        .then((form) => form && warn(form, dayOf(now), `${QUOTA_UPLOAD_MB_PER_FORM} MB of uploads`, "uploads"))
        .catch((error: Error) => logger.warn(`A notice about a quota could not be stored: ${error.message}`));
    },
  };
}

/** Leaves a notice for the owner, once per form, quota and day: the key sees to that, whoever else leaves it too. */
function warner(call: Call, onError: (error: Error) => void) {
  const notified = new LRUCache<string, true>({ max: formsKept });
  return ({ form_id, account_id, slug, title }: QuotaForm, day: string, quota: string, kind: string): void => {
    const key = `quota ${kind} ${form_id} ${day}`;
    if (notified.has(key)) return;
    notified.set(key, true);
    const message = `The form "${title}" has used 80 % of its quota of ${quota}. Whatever exceeds the quota is refused.`;
    call("integrations.addNotice", { account_id, kind: "quota_warning", message, key, form_slug: slug }).catch(
      (error: Error) => {
        notified.delete(key);
        onError(error);
      },
    );
  };
}

const usedUp = (now: Date) =>
  tooManyRequests(
    secondsUntilTomorrow(now),
    "This form has reached its limit of sessions for today; try again after midnight UTC.",
  );

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
const dayMs = 86_400_000;
const secondsUntilTomorrow = (now: Date): number => Math.max(1, Math.ceil((dayMs - (now.getTime() % dayMs)) / 1_000));

const forgetInterval = 3_600_000;
const forgetLimit = 1_000;

/** The counts of days that are over go; a copy whose clock is behind may still count yesterday. */
export function forgetPastDays({ database, logger }: DatabaseService): Loop {
  return openLoop({
    interval: forgetInterval,
    async work() {
      const day = dayOf(new Date(Date.now() - 2 * dayMs));
      return (await forgetDays(database.pool, day, forgetLimit)) === forgetLimit;
    },
    onError: (error) =>
      logger.warn(`Session counts of past days could not be deleted, which is tried again: ${error.message}`),
  });
}
