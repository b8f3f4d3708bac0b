import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { hashOf } from "../credentials.ts";
import type { UserRow } from "../entities.ts";
import { lockLinked, lockUser } from "./links.ts";

/** Links that verify an address, for a day (teams §20.8). */

/**
 * Adds a link. False if the user already has five from the last day, so that no mailbox is flooded. Locks the user's row: call it in
 * a transaction. `endsPassword`: opening it ends the password, which another person may have chosen.
 */
export async function insertVerification(
  em: EntityManager,
  { id, email }: Pick<UserRow, "id" | "email">,
  token: string,
  endsPassword = false,
): Promise<boolean> {
  await lockUser(em, id);
  const { rows } = await sql`
    insert into auth.email_verifications (token_hash, user_id, email, expires, ends_password)
    select ${hashOf(token)}, ${id}, ${email}, now() + interval '24 hours', ${endsPassword}
    where (select count(*) from auth.email_verifications where user_id = ${id} and expires > now()) < 5
    returning user_id`.execute(em.getKysely());
  return rows.length > 0;
}

/** Verifies the address of a link, and ends the user's links. Null if the link isn't valid, or the address has changed. */
export async function takeVerification(
  em: EntityManager,
  token: string,
): Promise<{ id: string; ends_password: boolean } | null> {
  if (!(await lockLinked(em, "email_verifications", token))) return null;
  const { rows } = await sql<{ id: string; ends_password: boolean }>`
    with taken as (
      delete from auth.email_verifications where token_hash = ${hashOf(token)} and expires > now()
      returning user_id, email, ends_password
    )
    update auth.users u set email_verified = true from taken t where u.id = t.user_id and u.email = t.email
    returning u.id, t.ends_password and not (select o.email_verified from auth.users o where o.id = u.id) as ends_password`.execute(
    em.getKysely(),
  );
  if (!rows[0]) return null;
  await sql`delete from auth.email_verifications where user_id = ${rows[0].id}`.execute(em.getKysely());
  return rows[0];
}
