import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { hashOf } from "../credentials.ts";
import { User, type UserRow } from "../entities.ts";

/** Links that change an address, for a day (teams §20.8). */

/**
 * Adds a link. False if the user already has five from the last day, so that no mailbox is flooded. Locks the user's row: call it in
 * a transaction.
 */
export async function insertEmailChange(
  em: EntityManager,
  userId: string,
  email: string,
  token: string,
): Promise<boolean> {
  await sql`select 1 from auth.users where id = ${userId} for update`.execute(em.getKysely());
  const { rows } = await sql`
    insert into auth.email_changes (token_hash, user_id, email, expires)
    select ${hashOf(token)}, ${userId}, ${email}, now() + interval '24 hours'
    where (select count(*) from auth.email_changes where user_id = ${userId} and expires > now()) < 5
    returning user_id`.execute(em.getKysely());
  return rows.length > 0;
}

/**
 * Gives the person the address of a link and returns them as they were, or null if the link isn't valid or the address is taken.
 * Links that were mailed to the old address end, and so do the workspaces' emails to it (departures.ts).
 */
export async function takeEmailChange(em: EntityManager, token: string): Promise<UserRow | null> {
  const db = em.getKysely();
  const { rows } = await sql<{ user_id: string; email: string }>`
    delete from auth.email_changes where token_hash = ${hashOf(token)} and expires > now()
    returning user_id, email`.execute(db);
  const [change] = rows;
  const before = change && (await em.findOne(User, { id: change.user_id }));
  if (!change || !before) return null;
  await sql`
    insert into auth.departures (account_id, user_id, email)
    select account_id, user_id, ${before.email} from auth.memberships where user_id = ${before.id}
    on conflict do nothing`.execute(db);
  await sql`
    update auth.users set email = ${change.email}, email_key = ${emailKey(change.email)}, email_verified = true
    where id = ${before.id}`.execute(db);
  for (const table of ["password_resets", "email_verifications", "email_changes"])
    await sql`delete from ${sql.table(`auth.${table}`)} where user_id = ${before.id}`.execute(db);
  return before;
}

const uniqueViolation = "23505";

/** Returns whether another person took the address first. */
export const isTaken = (error: unknown): boolean => (error as { code?: string }).code === uniqueViolation;
