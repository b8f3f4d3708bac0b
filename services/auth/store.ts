import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type pg from "pg";
import type { Caller } from "../../shared/contract.ts";
import { newUuid } from "../../shared/ids.ts";
import type { Paging } from "../../shared/paging.ts";
import { hashOf, newToken, prefixOf } from "./credentials.ts";
import { Account, ApiKey, type ApiKeyRow, User, type UserRow } from "./entities.ts";

/** All queries of the auth service. */

/** E-mails compare without case (decisions §2). */
const emailKey = (email: string) => email.normalize("NFC").toLowerCase();

/** A caller, and whether its row wants the write that follows its use. */
export interface Found extends Caller {
  is_due: boolean;
}

export interface FoundKey extends Found {
  key_id: string;
  key_hash: Buffer;
}

/** Live keys with this key's prefix; the hash is for the caller to compare. `last_used` is due once a minute. */
export async function findLiveKeys(pool: pg.Pool, key: string): Promise<FoundKey[]> {
  const { rows } = await pool.query<FoundKey>({
    name: "auth.find_live_keys",
    text: `
      select id as key_id, account_id, user_id, key_hash,
        (last_used is null or last_used < now() - interval '1 minute') as is_due
      from auth.api_keys
      where prefix = $1 and revoked is null and (expires is null or expires > now())`,
    values: [prefixOf(key)],
  });
  return rows;
}

/** The sign-in's 14 days are due to begin anew once an hour. */
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

/** The guard keeps several copies that saw the same old value from writing one after another. */
export async function touchKey(pool: pg.Pool, id: string): Promise<void> {
  const isDue = "(last_used is null or last_used < now() - interval '1 minute')";
  await pool.query(`update auth.api_keys set last_used = now() where id = $1 and ${isDue}`, [id]);
}

export async function slideSignIn(pool: pg.Pool, token: string): Promise<void> {
  const text =
    "update auth.sign_ins set expires = now() + interval '14 days' where token_hash = $1 and expires > now()";
  await pool.query(text, [hashOf(token)]);
}

/** Registrations take turns until the transaction ends: only one of them finds no account. */
export async function lockFirstAccount(em: EntityManager): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('pathform first account', 0))`.execute(em.getKysely());
}

export async function hasAccount(em: EntityManager): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from auth.accounts) as found`.execute(
    em.getKysely(),
  );
  return rows[0]?.found ?? false;
}

/** Throws UniqueConstraintViolationException where the e-mail is taken. */
export async function insertAccount(
  em: EntityManager,
  fields: { email: string; name: string; password_hash: string },
): Promise<UserRow> {
  const account = em.create(Account, { id: newUuid() });
  await em.persist(account).flush();
  const user = em.create(User, { id: newUuid(), account_id: account.id, email_key: emailKey(fields.email), ...fields });
  await em.persist(user).flush();
  return user;
}

export const findUserByEmail = (em: EntityManager, email: string): Promise<UserRow | null> =>
  em.findOne(User, { email_key: emailKey(email) });

export const usersOfAccount = (em: EntityManager, account_id: string): Promise<UserRow[]> =>
  em.find(User, { account_id }, { orderBy: { created: "asc" } });

export const findUser = (em: EntityManager, id: string): Promise<UserRow | null> => em.findOne(User, { id });

/**
 * A new sign-in's token, or null when the password was changed since `user` was read: the lock on the user's row
 * makes a new password and a sign-in with the old one take turns. Dead sign-ins of the user go on the way.
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

/**
 * Sets a password and ends all sign-ins but that of `keepToken`, and all links to set another; false when it is no longer `oldHash` that is replaced.
 * Call it in a transaction.
 */
export async function replacePassword(
  em: EntityManager,
  user: UserRow,
  newHash: string,
  keepToken: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    update auth.users set password_hash = ${newHash}
    where id = ${user.id} and password_hash = ${user.password_hash} returning id`.execute(em.getKysely());
  if (rows.length === 0) return false;
  await sql`delete from auth.password_resets where user_id = ${user.id}`.execute(em.getKysely());
  const kept = keepToken === null ? null : hashOf(keepToken);
  await sql`
    delete from auth.sign_ins where user_id = ${user.id} and token_hash is distinct from ${kept}`.execute(
    em.getKysely(),
  );
  return true;
}

/**
 * Five links an hour and user, so that nobody's mailbox is flooded; false when there were as many. The lock on the user's
 * row makes them take turns: call it in a transaction.
 */
export async function insertReset(em: EntityManager, user_id: string, token: string): Promise<boolean> {
  await sql`select 1 from auth.users where id = ${user_id} for update`.execute(em.getKysely());
  const { rows } = await sql`
    insert into auth.password_resets (token_hash, user_id, expires)
    select ${hashOf(token)}, ${user_id}, now() + interval '1 hour'
    where (select count(*) from auth.password_resets where user_id = ${user_id} and expires > now()) < 5
    returning user_id`.execute(em.getKysely());
  return rows.length > 0;
}

export async function isReset(em: EntityManager, token: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth.password_resets where token_hash = ${hashOf(token)} and expires > now()`.execute(em.getKysely());
  return rows.length > 0;
}

/** Whose it is, once: of two that come with one token, the second finds nothing. Call it in a transaction. */
export async function takeReset(em: EntityManager, token: string): Promise<UserRow | null> {
  const { rows } = await sql<{ user_id: string }>`
    delete from auth.password_resets where token_hash = ${hashOf(token)} and expires > now()
    returning user_id`.execute(em.getKysely());
  return rows[0] ? em.findOne(User, { id: rows[0].user_id }) : null;
}

export async function renameUser(em: EntityManager, id: string, name: string): Promise<void> {
  await em.nativeUpdate(User, { id }, { name });
}

export async function listKeys(em: EntityManager, accountId: string, paging: Paging): Promise<[ApiKeyRow[], number]> {
  const direction = paging.ordering.descending ? "desc" : "asc";
  const field = paging.ordering.field === "name" ? "name" : "created";
  return em.findAndCount(
    ApiKey,
    { account_id: accountId },
    { orderBy: [{ [field]: direction }, { id: direction }], limit: paging.limit, offset: paging.offset },
  );
}

export async function insertKey(
  em: EntityManager,
  fields: Pick<ApiKeyRow, "account_id" | "user_id" | "name"> & { expires: Date | null; key: string },
): Promise<ApiKeyRow> {
  const { key, ...columns } = fields;
  const row = em.create(ApiKey, { id: newUuid(), prefix: prefixOf(key), key_hash: hashOf(key), ...columns });
  await em.persist(row).flush();
  return row;
}

export const findKey = (em: EntityManager, id: string): Promise<ApiKeyRow | null> => em.findOne(ApiKey, { id });

/** The first revocation's time stays. */
export async function revokeKey(em: EntityManager, id: string): Promise<void> {
  await em.nativeUpdate(ApiKey, { id, revoked: null }, { revoked: new Date() });
}
