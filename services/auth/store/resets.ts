import type { EntityManager } from "@mikro-orm/postgresql";
import { rows } from "../../../shared/platform/database/rows.ts";
import { hashOf } from "../credentials.ts";
import type { UserRow } from "../entities.ts";
import { lockLinked, lockUser } from "./links.ts";

/**
 * Adds a password reset link. False if the user already has five from the last hour (decisions §2), so that no mailbox
 * is flooded, or another address by now, which the link isn't mailed to. Locks the user's row: call it in a transaction.
 */
export async function insertReset(
  em: EntityManager,
  { id: userId, email_key }: Pick<UserRow, "id" | "email_key">,
  token: string,
): Promise<boolean> {
  await lockUser(em, userId);
  const found = await rows(
    em,
    `insert into auth.password_resets (token_hash, user_id, expires)
    select $1, $2, now() + interval '1 hour'
    where (select count(*) from auth.password_resets where user_id = $2 and expires > now()) < 5
      and exists (select from auth.users where id = $2 and email_key = $3)
    returning user_id`,
    [hashOf(token), userId, email_key],
  );
  return found.length > 0;
}

export async function isReset(em: EntityManager, token: string): Promise<boolean> {
  const found = await rows(em, "select 1 from auth.password_resets where token_hash = $1 and expires > now()", [
    hashOf(token),
  ]);
  return found.length > 0;
}

/** Deletes the link and returns its user, or null if it was used. Call it in a transaction. */
export async function takeReset(em: EntityManager, token: string): Promise<UserRow | null> {
  const user = await lockLinked(em, "password_resets", token);
  const found = await rows(em, "delete from auth.password_resets where token_hash = $1 returning user_id", [
    hashOf(token),
  ]);
  return found.length > 0 ? user : null;
}
