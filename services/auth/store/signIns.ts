import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type pg from "pg";
import type { Membership } from "../callers.ts";
import { hashOf, newToken } from "../credentials.ts";
import type { UserRow } from "../entities.ts";

/** A person with the workspace that they asked for, or with their default one. */
export interface FoundSignIn {
  user_id: string;
  name: string;
  /** account that a copy of the previous release takes */
  home_id: string;
  /** ids of all workspaces of the person, the default one first */
  workspaces: string[];
  /** null if they aren't in the workspace that was asked for, or in none */
  membership: Membership | null;
  /** the sign-in's 14 days should be renewed */
  is_due: boolean;
}

/** Finds a sign-in, and the membership in `workspace` or the person's default. Its 14 days are due for renewal after an hour. */
export async function findSignIn(pool: pg.Pool, token: string, workspace: string | null): Promise<FoundSignIn | null> {
  const { rows } = await pool.query<FoundSignIn>({
    name: "auth.find_sign_in",
    text: `
      with person as (
        select u.id, u.name, u.account_id as home_id, u.default_account_id,
          s.expires < now() + interval '14 days' - interval '1 hour' as is_due
        from auth.sign_ins s join auth.users u on u.id = s.user_id
        where s.token_hash = $1 and s.expires > now()
      ), mine as (
        select m.*, row_number() over (order by
          (m.account_id = p.default_account_id) is true desc, m.account_id = p.home_id desc, m.created, m.account_id) as place
        from person p join auth.memberships m on m.user_id = p.id
      )
      select p.id as user_id, p.name, p.home_id, p.is_due,
        array(select account_id::text from mine order by place) as workspaces,
        (select json_build_object('account_id', a.id, 'workspace', a.name, 'settings', a.settings, 'role', m.role,
            'responses', m.responses, 'is_due', m.last_active is distinct from (now() at time zone 'utc')::date,
            'grants', (select json_object_agg(g.form_id, json_build_object('role', g.role, 'responses', g.responses))
              from auth.form_grants g where g.user_id = p.id and g.account_id = m.account_id))
          from mine m join auth.accounts a on a.id = m.account_id
          where case when $2::uuid is null then m.place = 1 else m.account_id = $2 end) as membership
      from person p`,
    values: [hashOf(token), workspace],
  });
  return rows[0] ?? null;
}

/** Notes the day on which a member was last here. */
export async function touchMembership(pool: pg.Pool, accountId: string, userId: string): Promise<void> {
  await pool.query(
    `update auth.memberships set last_active = (now() at time zone 'utc')::date
      where account_id = $1 and user_id = $2 and last_active is distinct from (now() at time zone 'utc')::date`,
    [accountId, userId],
  );
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
