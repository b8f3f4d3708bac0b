import type { EntityManager } from "@mikro-orm/postgresql";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { hashOf } from "../credentials.ts";
import type { UserRow } from "../entities.ts";
import { lockLinked, lockUser } from "./links.ts";
import { stopEmailsTo } from "./members.ts";

/** Links that change an address, for a day (teams §20.8). */

/**
 * Adds a link. False if the user already has five from the last day, so that no mailbox is flooded, or another password by now. Locks
 * the user's row: call it in a transaction.
 */
export async function insertEmailChange(
  em: EntityManager,
  { id: userId, password_hash }: Pick<UserRow, "id" | "password_hash">,
  email: string,
  token: string,
): Promise<boolean> {
  await lockUser(em, userId);
  const found = await rows(
    em,
    `insert into auth.email_changes (token_hash, user_id, email, expires)
    select $1, $2, $3, now() + interval '24 hours'
    where (select count(*) from auth.email_changes where user_id = $2 and expires > now()) < 5
      and exists (select from auth.users where id = $2 and password_hash = $4)
    returning user_id`,
    [hashOf(token), userId, email, password_hash],
  );
  return found.length > 0;
}

/**
 * Gives the person the address of a link and returns them as they were, or null if the link isn't valid or the address is taken.
 * Links that were mailed to the old address end, and so do the workspaces' emails to it (formerMembers.ts).
 */
export async function takeEmailChange(em: EntityManager, token: string): Promise<UserRow | null> {
  const before = await lockLinked(em, "email_changes", token);
  if (!before) return null;
  const [row] = await rows<{ email: string }>(
    em,
    "delete from auth.email_changes where token_hash = $1 returning email",
    [hashOf(token)],
  );
  if (!row) return null;
  await moveTo(em, before, row.email);
  return before;
}

/** Gives a person an address that they have proved. Violates a unique constraint if it is another person's (isTaken). */
export async function moveTo(em: EntityManager, { id }: UserRow, email: string): Promise<void> {
  const places = await rows<{ account_id: string }>(em, "select account_id from auth.memberships where user_id = $1", [
    id,
  ]);
  for (const { account_id } of places) await stopEmailsTo(em, account_id, id);
  await rows(
    em,
    `update auth.users set email = $1, email_key = $2, email_verified = true
    where id = $3`,
    [email, emailKey(email), id],
  );
  for (const table of ["password_resets", "email_verifications", "email_changes"])
    await rows(em, `delete from auth.${table} where user_id = $1`, [id]);
}

const uniqueViolation = "23505";

/** Returns whether another person took the address first. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === uniqueViolation;
