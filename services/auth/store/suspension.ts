import { rows, type Target } from "../../../shared/platform/database/rows.ts";

/**
 * Returns whether a workspace is going to be deleted, or null if there is none. Until the transaction ends, one copy at a time does.
 */
export async function lockSuspension(target: Target, accountId: string): Promise<boolean | null> {
  await rows(target, "select pg_advisory_xact_lock(hashtextextended('pathform suspensions ' || $1, 0))", [accountId]);
  const [row] = await rows<{ is_suspended: boolean }>(
    target,
    "select deletes_at is not null as is_suspended from auth.accounts where id = $1",
    [accountId],
  );
  return row?.is_suspended ?? null;
}
