import type { Database, Log } from "../../shared/platform/database/open.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { trimAudit } from "./store/audit.ts";
import {
  batchSize,
  deleteExpired,
  deleteOldFlushes,
  deleteOldIdempotencyKeys,
  deleteOldResets,
  deleteOldUsage,
  deleteOldUserEvents,
} from "./store/usage.ts";

const interval = 60 * 60 * 1000;

/**
 * Deletes expired rows at start and every hour, in batches (USAGE_RETENTION_DAYS, AUDIT_RETENTION_DAYS). Each table has its own loop, so that
 * one failure doesn't stop the others.
 */
export function openRetention(
  { pool }: Pick<Database, "pool">,
  log: Log,
  days: { usage: number; audit: number },
): Loop[] {
  return [
    openOne("usage", () => deleteOldUsage(pool, days.usage)),
    openOne("usage batches", () => deleteOldFlushes(pool)),
    openOne("idempotency keys", () => deleteOldIdempotencyKeys(pool)),
    openOne("password reset links", () => deleteOldResets(pool)),
    openOne("address changes", () => deleteExpired(pool, "email_changes")),
    openOne("links that put an address back", () => deleteExpired(pool, "email_undos")),
    openOne("counts of invitation letters", () => deleteExpired(pool, "invitation_letters")),
    openOne("declined invitations", () => deleteExpired(pool, "invitation_declines")),
    openOne("hashes of deleted addresses", () => deleteExpired(pool, "forgotten_addresses")),
    openOne("sign-in links", () => deleteExpired(pool, "sign_in_links")),
    openOne("single sign-ons under way", () => deleteExpired(pool, "oidc_states")),
    openOne("second steps of sign-ins", () => deleteExpired(pool, "challenges")),
    openOne("events of sign-ins", () => deleteOldUserEvents(pool)),
    openOne("entries of the audit log", () => trimAudit(pool, days.audit)),
  ];

  function openOne(rows: string, deleteBatch: () => Promise<number>): Loop {
    const loop = openLoop({
      interval,
      work: async () => (await deleteBatch()) === batchSize,
      onError: (error) => log.warn(`Failed to delete old ${rows}, retrying: ${error.message}`),
    });
    loop.wake();
    return loop;
  }
}
