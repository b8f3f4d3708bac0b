import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { emailKey } from "../../../shared/domain/emailKey.ts";
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
  const { rows } = await sql`
    insert into auth.email_changes (token_hash, user_id, email, expires)
    select ${hashOf(token)}, ${userId}, ${email}, now() + interval '24 hours'
    where (select count(*) from auth.email_changes where user_id = ${userId} and expires > now()) < 5
      and exists (select from auth.users where id = ${userId} and password_hash = ${password_hash})
    returning user_id`.execute(em.getKysely());
  return rows.length > 0;
}

/**
 * Gives the person the address of a link and returns them as they were, or null if the link isn't valid or the address is taken.
 * Links that were mailed to the old address end, and so do the workspaces' emails to it (formerMembers.ts).
 */
export async function takeEmailChange(em: EntityManager, token: string): Promise<UserRow | null> {
  const before = await lockLinked(em, "email_changes", token);
  if (!before) return null;
  const { rows } = await sql<{ email: string }>`
    delete from auth.email_changes where token_hash = ${hashOf(token)} returning email`.execute(em.getKysely());
  if (!rows[0]) return null;
  await moveTo(em, before, rows[0].email);
  return before;
}

/** Gives a person an address that they have proved. Violates a unique constraint if it is another person's (isTaken). */
export async function moveTo(em: EntityManager, { id }: UserRow, email: string): Promise<void> {
  const db = em.getKysely();
  const { rows: places } = await sql<{ account_id: string }>`
    select account_id from auth.memberships where user_id = ${id}`.execute(db);
  for (const { account_id } of places) await stopEmailsTo(em, account_id, id);
  await sql`
    update auth.users set email = ${email}, email_key = ${emailKey(email)}, email_verified = true
    where id = ${id}`.execute(db);
  for (const table of ["password_resets", "email_verifications", "email_changes"])
    await sql`delete from ${sql.table(`auth.${table}`)} where user_id = ${id}`.execute(db);
}

const uniqueViolation = "23505";

/** Returns whether another person took the address first. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === uniqueViolation;
