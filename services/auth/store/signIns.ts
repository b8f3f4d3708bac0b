import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type pg from "pg";
import type { Caller } from "../../../shared/bus/contract.ts";
import { hashOf, newToken } from "../credentials.ts";
import type { UserRow } from "../entities.ts";

/** A caller. `is_due`: its use should be recorded. */
export interface Found extends Caller {
  is_due: boolean;
}

/** Finds a sign-in. Its 14 days are due for renewal after an hour. */
export async function findSignIn(pool: pg.Pool, token: string): Promise<Found | null> {
  const { rows } = await pool.query<Found>({
    name: "auth.find_sign_in",
    text: `
      select u.account_id, u.id as user_id, null as key_id,
        (s.expires < now() + interval '14 days' - interval '1 hour') as is_due
      from auth.sign_ins s join auth.users u on u.id = s.user_id
      where s.token_hash = $1 and s.expires > now()`,
    values: [hashOf(token)],
  });
  return rows[0] ?? null;
}

export async function slideSignIn(pool: pg.Pool, token: string): Promise<void> {
  const text =
    "update auth.sign_ins set expires = now() + interval '14 days' where token_hash = $1 and expires > now()";
  await pool.query(text, [hashOf(token)]);
}

/**
 * Adds a sign-in and returns its token, or null if the password has changed since `user` was read. Locks the user's
 * row, so that a password change can't miss this sign-in. Also deletes the user's expired sign-ins.
 */
export async function insertSignIn(em: EntityManager, user: UserRow): Promise<string | null> {
  const token = newToken();
  const { rows } = await sql`
    with verified as (
      select id from auth.users where id = ${user.id} and password_hash = ${user.password_hash} for share
    ), swept as (
      delete from auth.sign_ins where user_id = ${user.id} and expires <= now()
    )
    insert into auth.sign_ins (token_hash, user_id, expires)
    select ${hashOf(token)}, id, now() + interval '14 days' from verified
    returning user_id`.execute(em.getKysely());
  return rows.length > 0 ? token : null;
}

export async function deleteSignIn(em: EntityManager, token: string): Promise<void> {
  await sql`delete from auth.sign_ins where token_hash = ${hashOf(token)}`.execute(em.getKysely());
}
