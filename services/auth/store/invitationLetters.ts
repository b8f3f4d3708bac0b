import { createHmac } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { emailKey, withoutTag } from "../../../shared/domain/emailKey.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
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
  const declined = await rows(
    em,
    `select from auth.invitation_declines
    where account_id = $1 and recipient = $2 and expires > clock_timestamp()`,
    [accountId, recipient],
  );
  if (declined.length > 0) return "declined";
  const claimed = await rows(
    em,
    `insert into auth.invitation_letters as l (recipient, day, count, sent, expires)
    values ($1, ${today}, 1, clock_timestamp(), clock_timestamp() + interval '1 day')
    on conflict (recipient) do update set day = excluded.day, sent = excluded.sent, expires = excluded.expires,
      count = case when l.day = excluded.day then l.count + 1 else 1 end
    where l.sent <= excluded.sent - interval '1 hour' and (l.day < excluded.day or l.count < $2)
    returning 1`,
    [recipient, dailyLetters],
  );
  if (claimed.length > 0) return null;
  const full = await rows(
    em,
    `select from auth.invitation_letters where recipient = $1 and day = ${today} and count >= $2`,
    [recipient, dailyLetters],
  );
  return full.length > 0 ? "day" : "hour";
}

const today = "(clock_timestamp() at time zone 'utc')::date";

/** Notes that an address wants no letters of this workspace for seven days. */
export async function noteDecline(em: EntityManager, accountId: string, email: string): Promise<void> {
  await rows(
    em,
    `insert into auth.invitation_declines (account_id, recipient, expires)
    values ($1, $2, clock_timestamp() + interval '7 days')
    on conflict (account_id, recipient) do update set expires = excluded.expires`,
    [accountId, recipientOf(email)],
  );
}
