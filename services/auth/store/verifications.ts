import type { EntityManager } from "@mikro-orm/postgresql";
import { rows } from "../../../shared/platform/database/rows.ts";
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
  const found = await rows(
    em,
    `insert into auth.email_verifications (token_hash, user_id, email, expires, ends_password)
    select $1, $2, $3, now() + interval '24 hours', $4
    where (select count(*) from auth.email_verifications where user_id = $2 and expires > now()) < 5
    returning user_id`,
    [hashOf(token), id, email, endsPassword],
  );
  return found.length > 0;
}

/** Verifies the address of a link, and ends the user's links. Null if the link isn't valid, or the address has changed. */
export async function takeVerification(
  em: EntityManager,
  token: string,
): Promise<{ id: string; ends_password: boolean } | null> {
  if (!(await lockLinked(em, "email_verifications", token))) return null;
  const [row] = await rows<{ id: string; ends_password: boolean }>(
    em,
    `with taken as (
      delete from auth.email_verifications where token_hash = $1 and expires > now()
      returning user_id, email, ends_password
    )
    update auth.users u set email_verified = true from taken t where u.id = t.user_id and u.email = t.email
    returning u.id, t.ends_password and not (select o.email_verified from auth.users o where o.id = u.id) as ends_password`,
    [hashOf(token)],
  );
  if (!row) return null;
  await rows(em, "delete from auth.email_verifications where user_id = $1", [row.id]);
  return row;
}
