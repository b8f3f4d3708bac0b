import { createHmac } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { emailKey, withoutTag } from "../../../shared/domain/emailKey.ts";
import { derivedKey } from "../../../shared/platform/secretsKey.ts";
import { canSeal } from "../sealing.ts";

/** Letters to an address on a UTC day, from all workspaces (teams §20.21). */
export const dailyLetters = 3;

/** Why an invitation isn't mailed. */
export type LetterRefusal = "declined" | "day" | "hour";

const purpose = "invitation letters";

/** Returns a keyed hash of an address. All its `+tags` have the same. Auth also runs without SECRETS_KEY. */
export function recipientOf(email: string): Buffer {
  const key = canSeal() ? derivedKey(purpose) : purpose;
  return createHmac("sha256", key)
    .update(withoutTag(emailKey(email)))
    .digest();
}

/**
 * Counts a letter to an address, or returns why it isn't sent. The address's row stays locked until the transaction ends, so
 * for several addresses call it in the order of their hashes.
 */
export async function claimLetter(em: EntityManager, accountId: string, email: string): Promise<LetterRefusal | null> {
  const recipient = recipientOf(email);
  const db = em.getKysely();
  const declined = await sql`
    select from auth.invitation_declines
    where account_id = ${accountId} and recipient = ${recipient} and expires > clock_timestamp()`.execute(db);
  if (declined.rows.length > 0) return "declined";
  const claimed = await sql`
    insert into auth.invitation_letters as l (recipient, day, count, sent, expires)
    values (${recipient}, ${today}, 1, clock_timestamp(), clock_timestamp() + interval '1 day')
    on conflict (recipient) do update set day = excluded.day, sent = excluded.sent, expires = excluded.expires,
      count = case when l.day = excluded.day then l.count + 1 else 1 end
    where l.sent <= excluded.sent - interval '1 hour' and (l.day < excluded.day or l.count < ${dailyLetters})
    returning 1`.execute(db);
  if (claimed.rows.length > 0) return null;
  const full = await sql`
    select from auth.invitation_letters where recipient = ${recipient} and day = ${today} and count >= ${dailyLetters}`.execute(
    db,
  );
  return full.rows.length > 0 ? "day" : "hour";
}

const today = sql.raw("(clock_timestamp() at time zone 'utc')::date");

/** Notes that an address wants no letters of this workspace for seven days. */
export async function noteDecline(em: EntityManager, accountId: string, email: string): Promise<void> {
  await sql`
    insert into auth.invitation_declines (account_id, recipient, expires)
    values (${accountId}, ${recipientOf(email)}, clock_timestamp() + interval '7 days')
    on conflict (account_id, recipient) do update set expires = excluded.expires`.execute(em.getKysely());
}
