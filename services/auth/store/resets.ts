import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
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
  const { rows } = await sql`
    insert into auth.password_resets (token_hash, user_id, expires)
    select ${hashOf(token)}, ${userId}, now() + interval '1 hour'
    where (select count(*) from auth.password_resets where user_id = ${userId} and expires > now()) < 5
      and exists (select from auth.users where id = ${userId} and email_key = ${email_key})
    returning user_id`.execute(em.getKysely());
  return rows.length > 0;
}

export async function isReset(em: EntityManager, token: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth.password_resets where token_hash = ${hashOf(token)} and expires > now()`.execute(em.getKysely());
  return rows.length > 0;
}

/** Deletes the link and returns its user, or null if it was used. Call it in a transaction. */
export async function takeReset(em: EntityManager, token: string): Promise<UserRow | null> {
  const user = await lockLinked(em, "password_resets", token);
  const { rows } = await sql`
    delete from auth.password_resets where token_hash = ${hashOf(token)} returning user_id`.execute(em.getKysely());
  return rows.length > 0 ? user : null;
}
