import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import type { SignInMethod } from "../../../shared/api/access/caller.ts";
import { rolesWith } from "../../../shared/api/access/roles.ts";
import type { Paging } from "../../../shared/api/paging.ts";
import type { Origin } from "../../../shared/bus/contract.ts";
import { deviceOf } from "../../../shared/domain/device.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import type { Membership } from "../callers.ts";
import { hashOf, newToken } from "../credentials.ts";
import type { UserRow } from "../entities.ts";
import { lockUser } from "./links.ts";
import { recordUserEvent } from "./userEvents.ts";

/** A person with the workspace that they asked for, or with their default one. */
export interface FoundSignIn {
  user_id: string;
  name: string;
  /** account that a copy of the previous release takes */
  home_id: string;
  /** ids of all workspaces of the person, the default one first */
  workspaces: string[];
  /** forms that are shared with them, by workspaces where they are a guest */
  guest_forms: Record<string, string[]> | null;
  /** null if they aren't in the workspace that was asked for, or in none */
  membership: Membership | null;
  sign_in: SignInMethod;
  created: Date;
  has_second_factor: boolean;
  /** its hour and its 14 days should be renewed */
  is_due: boolean;
}

/** Finds a sign-in, and the membership in `workspace` or the person's default. Its use is due for a note after an hour. */
export async function findSignIn(pool: pg.Pool, token: string, workspace: string | null): Promise<FoundSignIn | null> {
  const { rows } = await pool.query<FoundSignIn>({
    name: "auth.find_sign_in",
    text: `
      with person as (
        select u.id, u.name, u.account_id as home_id, u.default_account_id, s.method as sign_in, s.created,
          exists (select from auth.second_factors f where f.user_id = u.id and f.confirmed is not null) as has_second_factor,
          case when s.ends is null then s.expires < now() + interval '14 days' - interval '1 hour'
            else s.last_used < now() - interval '1 hour' end as is_due
        from auth.sign_ins s join auth.users u on u.id = s.user_id
        where s.token_hash = $1 and least(s.expires, s.ends) > now()
      ), mine as (
        select m.*, row_number() over (order by
          (m.account_id = p.default_account_id) is true desc, m.account_id = p.home_id desc, m.created, m.account_id) as place
        from person p join auth.memberships m on m.user_id = p.id
      )
      select p.id as user_id, p.name, p.home_id, p.sign_in, p.created, p.has_second_factor, p.is_due,
        array(select account_id::text from mine order by place) as workspaces,
        (select json_object_agg(m.account_id, array(select g.form_id from auth.form_grants g
            where g.user_id = p.id and g.account_id = m.account_id))
          from mine m where m.role <> all($3::text[])) as guest_forms,
        (select json_build_object('account_id', a.id, 'workspace', a.name, 'settings', a.settings, 'deletes_at', a.deletes_at,
            'role', m.role,
            'responses', m.responses, 'is_due', m.last_active is distinct from (now() at time zone 'utc')::date,
            'grants', (select json_object_agg(g.form_id, json_build_object('role', g.role, 'responses', g.responses))
              from auth.form_grants g where g.user_id = p.id and g.account_id = m.account_id))
          from mine m join auth.accounts a on a.id = m.account_id
          where case when $2::uuid is null then m.place = 1 else m.account_id = $2 end) as membership
      from person p`,
    values: [hashOf(token), workspace, rolesWith("forms:read")],
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

/** Notes the hour, and renews the 14 days unless the sign-in has its own end. */
export async function slideSignIn(pool: pg.Pool, token: string): Promise<void> {
  const text = `update auth.sign_ins set last_used = now(), expires = least(now() + interval '14 days', ends)
    where token_hash = $1 and least(expires, ends) > now()`;
  await pool.query(text, [hashOf(token)]);
}

export interface NewSignIn {
  method: SignInMethod;
  /** shows the person where they signed in */
  origin: Origin | undefined;
  /** the issuer's id of its session */
  sid?: string;
  /** the sign-in isn't extended beyond */
  ends?: Date;
}

/**
 * Adds a sign-in and returns its token, or null if the password has changed since `user` was read. Locks the user's
 * row, so that a password change can't miss this sign-in. Also deletes the user's expired sign-ins.
 */
export async function insertSignIn(
  em: EntityManager,
  user: Pick<UserRow, "id" | "password_hash">,
  { method, origin, sid, ends }: NewSignIn,
): Promise<string | null> {
  const token = newToken();
  const found = await rows(
    em,
    `with verified as (
      select id from auth.users where id = $1 and password_hash = $2 for share
    ), swept as (
      delete from auth.sign_ins where user_id = $1 and least(expires, ends) <= now()
    )
    insert into auth.sign_ins (token_hash, user_id, expires, method, device, address, last_used, sid, ends)
    select $3, id, least(now() + interval '14 days', $4::timestamptz), $5,
      $6, $7, now(), $8, $4
    from verified returning user_id`,
    [
      user.id,
      user.password_hash,
      hashOf(token),
      ends ?? null,
      method,
      deviceOf(origin?.user_agent ?? null),
      origin?.address ?? null,
      sid ?? null,
    ],
  );
  if (found.length === 0) return null;
  await recordUserEvent(em, user.id, "signed_in", origin, method);
  return token;
}

export interface SignInRow {
  id: string;
  device: string | null;
  address: string | null;
  method: SignInMethod;
  created: Date;
  last_used: Date;
  expires: Date;
  is_current: boolean;
}

/** Lists a person's sign-ins. `token` is that of the request. */
export async function listSignIns(em: EntityManager, userId: string, token: string, { ordering, ...page }: Paging) {
  const direction = ordering.descending ? "desc" : "asc";
  const found = await rows<SignInRow>(
    em,
    `select id, device, address, method, created, date_trunc('hour', coalesce(last_used, created)) as last_used, expires,
      token_hash = $1 as is_current
    from auth.sign_ins where user_id = $2 and least(expires, ends) > now()
    order by created ${direction}, id ${direction}`,
    [hashOf(token), userId],
  );
  return { rows: found.slice(page.offset, page.offset + page.limit), count: found.length };
}

/** Ends one sign-in of a person. False if they have none with this id. */
export async function endSignIn(em: EntityManager, userId: string, id: string): Promise<boolean> {
  const found = await rows(em, "delete from auth.sign_ins where user_id = $1 and id = $2 returning id", [userId, id]);
  return found.length > 0;
}

/**
 * Ends a person's sign-ins, except one (teams §20.21.2). Resets, and links that change the address or add single sign-on, end, too.
 * Returns how many sign-ins.
 */
export async function endSignIns(em: EntityManager, userId: string, keepToken: string | null): Promise<number> {
  const kept = keepToken === null ? null : hashOf(keepToken);
  await lockUser(em, userId);
  for (const table of ["password_resets", "email_changes", "oidc_states"])
    await rows(em, `delete from auth.${table} where user_id = $1`, [userId]);
  await rows(em, "delete from auth.email_verifications where user_id = $1 and ends_password", [userId]);
  const found = await rows(
    em,
    "delete from auth.sign_ins where user_id = $1 and token_hash is distinct from $2 returning id",
    [userId, kept],
  );
  return found.length;
}

/** Locks a person's sign-in until the transaction ends. False if it has ended. */
export async function holdSignIn(em: EntityManager, token: string, userId: string): Promise<boolean> {
  await lockUser(em, userId);
  const found = await rows(
    em,
    `select from auth.sign_ins
    where token_hash = $1 and user_id = $2 and least(expires, ends) > now() for share`,
    [hashOf(token), userId],
  );
  return found.length > 0;
}

const batch = 1_000;

/** Ends all sign-ins by password, for SSO_ONLY. */
export async function endPasswordSignIns(pool: pg.Pool): Promise<void> {
  for (let ended = batch; ended === batch; ) {
    const { rowCount } = await pool.query(
      `delete from auth.sign_ins where token_hash in (
        select token_hash from auth.sign_ins where method = 'password' limit ${batch})`,
    );
    ended = rowCount ?? 0;
  }
}

export async function deleteSignIn(em: EntityManager, token: string): Promise<void> {
  await rows(em, "delete from auth.sign_ins where token_hash = $1", [hashOf(token)]);
}
