import type { EntityManager } from "@mikro-orm/postgresql";
import { levelsThatReadAll } from "../../../shared/api/access/capabilities.ts";
import { highestRole, rolesWith } from "../../../shared/api/access/roles.ts";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { conflict } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { Account, User, type UserRow } from "../entities.ts";
import { unusableHash } from "../passwords.ts";
import { isKept } from "./emailUndos.ts";
import { deleteSetupToken } from "./setupToken.ts";
import { endSignIns } from "./signIns.ts";

/** Accounts and their users (decisions §2). */

/** Serializes registrations until the transaction ends, so that only one finds no account. */
export async function lockFirstAccount(em: EntityManager): Promise<void> {
  await rows(em, "select pg_advisory_xact_lock(hashtextextended('pathform first account', 0))");
}

export async function hasAccount(em: EntityManager): Promise<boolean> {
  const [row] = await rows<{ found: boolean }>(em, "select exists (select from auth.accounts) as found");
  return row?.found ?? false;
}

const nameLimit = 100;
const possessive = "'s workspace";

/** Returns the name of a person's first workspace. */
export const nameOfFirst = (name: string): string => `${name.slice(0, nameLimit - possessive.length)}${possessive}`;

/** Creates an account with a user, its owner. The setup token ends. Throws UniqueConstraintViolationException if the email is taken. */
export async function insertAccount(
  em: EntityManager,
  fields: { email: string; name: string; password_hash: string },
): Promise<UserRow> {
  const account = em.create(Account, { id: newUuid(), name: nameOfFirst(fields.name) });
  await em.persist(account).flush();
  const user = await insertUser(em, { account_id: account.id, ...fields });
  await rows(
    em,
    `insert into auth.memberships (account_id, user_id, role, responses)
    values ($1, $2, $3, 'write')`,
    [account.id, user.id, highestRole],
  );
  await deleteSetupToken(em);
  return user;
}

/**
 * Creates a user. Throws UniqueConstraintViolationException if the email is taken. Throws 409 if it isn't proved, and its last person
 * can still undo their change.
 */
export async function insertUser(
  em: EntityManager,
  fields: Pick<UserRow, "account_id" | "email" | "name" | "password_hash"> &
    Partial<Pick<UserRow, "has_password" | "email_verified">>,
): Promise<UserRow> {
  const user = em.create(User, { id: newUuid(), email_key: emailKey(fields.email), ...fields });
  await em.persist(user).flush();
  // after the row, which waits for a change of address under way
  if (!user.email_verified && (await isKept(em, fields.email))) throw kept();
  return user;
}

const kept = () =>
  conflict("This email was another account's until recently. Use another email, or try again in a week.");

export async function verifyEmail(em: EntityManager, id: string): Promise<void> {
  await em.nativeUpdate(User, { id }, { email_verified: true });
}

export const findUserByEmail = (em: EntityManager, email: string): Promise<UserRow | null> =>
  em.findOne(User, { email_key: emailKey(email) });

/** Returns the members who change integrations and want emails about failed deliveries (teams §20.11). */
export async function failureReadersOf(
  em: EntityManager,
  accountId: string,
): Promise<Pick<UserRow, "email" | "name">[]> {
  return rows<Pick<UserRow, "email" | "name">>(
    em,
    `select u.email, u.name from auth.memberships m join auth.users u on u.id = m.user_id
    where m.account_id = $1 and m.role = any($2::text[])
      and m.mails_failures order by m.created, u.id`,
    [accountId, rolesWith("integrations:write")],
  );
}

/** Returns the members who may read responses, whose addresses emails may go to (teams §20.12). */
export async function readersOf(em: EntityManager, accountId: string): Promise<Pick<UserRow, "email" | "name">[]> {
  return rows<Pick<UserRow, "email" | "name">>(
    em,
    `select u.email, u.name from auth.memberships m join auth.users u on u.id = m.user_id
    where m.account_id = $1 and m.responses = any($3::text[])
      and m.role = any($2::text[]) order by m.created, u.id`,
    [accountId, rolesWith("forms:read"), levelsThatReadAll()],
  );
}

export const findUser = (em: EntityManager, id: string): Promise<UserRow | null> => em.findOne(User, { id });

export async function renameUser(em: EntityManager, id: string, name: string): Promise<void> {
  await em.nativeUpdate(User, { id }, { name });
}

/**
 * Sets a password, and ends all sign-ins except `keepToken`, with links that wait (endSignIns). False if the password is no
 * longer the one in `user`. Call it in a transaction.
 */
export async function replacePassword(
  em: EntityManager,
  user: UserRow,
  newHash: string,
  keepToken: string | null,
): Promise<boolean> {
  const found = await rows(
    em,
    `update auth.users set password_hash = $1, has_password = true
    where id = $2 and password_hash = $3 returning id`,
    [newHash, user.id, user.password_hash],
  );
  if (found.length === 0) return false;
  await endSignIns(em, user.id, keepToken);
  return true;
}

/**
 * Ends a password whose chooser may never have proved the address, with the sign-ins, links and second factor that it led
 * to. Returns the hash in its place. Call it in a transaction.
 */
export async function endPassword(em: EntityManager, id: string): Promise<string> {
  const hash = unusableHash();
  await rows(em, "update auth.users set password_hash = $1, has_password = false where id = $2", [hash, id]);
  await endSignIns(em, id, null);
  await rows(em, "delete from auth.second_factors where user_id = $1", [id]);
  await rows(em, "delete from auth.recovery_codes where user_id = $1", [id]);
  return hash;
}
