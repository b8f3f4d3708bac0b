import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import { levelsThatReadAll } from "../../../shared/api/access/capabilities.ts";
import { gives, highestRole, type Role } from "../../../shared/api/access/roles.ts";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { formerMemberJobs } from "../formerMembers.ts";
import { aboutUser } from "../letters/post.ts";
import { forgottenHash } from "./forgotten.ts";
import { stopEmailsTo } from "./members.ts";

/** People across workspaces, for operators' commands (teams §20.14). */
export interface OwnPlace {
  account_id: string;
  name: string;
  role: Role;
  /** roles of the other members, each once */
  others: Role[];
}

/** Returns whether other members would be in a workspace without an owner if this one left. */
export const leavesNoOwner = ({ role, others }: OwnPlace): boolean =>
  gives(role, "workspace:delete") && others.length > 0 && !others.some((other) => gives(other, "workspace:delete"));

const places = `
  select a.id as account_id, a.name, m.role,
    array(select distinct o.role from auth.memberships o where o.account_id = a.id and o.user_id <> m.user_id) as others
  from auth.memberships m join auth.accounts a on a.id = m.account_id where true`;

/** Returns the workspaces of a person, or null for an unknown address. */
export async function placesOf(
  pool: pg.Pool,
  email: string,
): Promise<{ user_id: string; name: string; places: OwnPlace[] } | null> {
  const { rows: users } = await pool.query<{ id: string; name: string }>(
    "select id, name from auth.users where email_key = $1",
    [emailKey(email)],
  );
  if (!users[0]) return null;
  const { rows } = await pool.query<OwnPlace>(`${places} and m.user_id = $1 order by a.created, a.id`, [users[0].id]);
  return { user_id: users[0].id, name: users[0].name, places: rows };
}

/** Locks and returns the workspaces of a person, so that their members stay the same. */
export async function lockPlaces(em: EntityManager, userId: string): Promise<OwnPlace[]> {
  await rows(
    em,
    `select from auth.accounts where id in (select account_id from auth.memberships where user_id = $1)
    order by id for update`,
    [userId],
  );
  return rows<OwnPlace>(em, `${places} and m.user_id = $1 order by a.created, a.id`, [userId]);
}

export async function isWorkspace(pool: pg.Pool, id: string): Promise<boolean> {
  return (await pool.query("select from auth.accounts where id = $1 and name <> ''", [id])).rows.length > 0;
}

/** Null for an unknown workspace. */
export async function nameOfWorkspace(em: EntityManager, id: string): Promise<string | null> {
  const [row] = await rows<{ name: string }>(em, "select name from auth.accounts where id = $1", [id]);
  return row?.name ?? null;
}

/** Makes a person an owner of a workspace. False for an unknown workspace. */
export async function makeOwner(em: EntityManager, userId: string, accountId: string): Promise<boolean> {
  const found = await rows(em, "select from auth.accounts where id = $1 and name <> '' for update", [accountId]);
  if (found.length === 0) return false;
  await rows(
    em,
    `insert into auth.memberships (account_id, user_id, role, responses) values ($1, $2, $3, 'write')
    on conflict (account_id, user_id) do update set role = excluded.role, responses = 'write', source = 'manual'`,
    [accountId, userId, highestRole],
  );
  return true;
}

/**
 * Deletes a person with their sign-ins and memberships, and their name in audit logs. Their keys stay with the workspaces, emails to
 * them stop, and forms forget their name (formerMembers.ts).
 */
export async function deletePerson(em: EntityManager, userId: string): Promise<void> {
  await rows(
    em,
    `select from auth.accounts where id in (select account_id from auth.memberships where user_id = $1)
    order by id for update`,
    [userId],
  );
  const readable = await rows<{ account_id: string }>(
    em,
    "select account_id from auth.memberships where user_id = $1 and responses = any($2::text[])",
    [userId, levelsThatReadAll()],
  );
  for (const { account_id } of readable) await stopEmailsTo(em, account_id, userId);
  await rows(em, "update auth.invitations set status = 'revoked' where invited_by = $1 and status = 'pending'", [
    userId,
  ]);
  await formerMemberJobs.add(em, "forgetAuthor", { data: { user_id: userId } });
  await rows(em, "update auth.api_keys set user_id = null where user_id = $1", [userId]);
  const [row] = await rows<{ account_id: string; email: string }>(
    em,
    "delete from auth.users where id = $1 returning account_id, email",
    [userId],
  );
  await rows(
    em,
    `delete from auth.accounts a where id = $1 and a.name = ''
      and not exists (select from auth.users u where u.account_id = a.id)`,
    [row?.account_id ?? null],
  );
  const email = row?.email ?? "";
  await formerMemberJobs.erase(em, [aboutUser(userId)]);
  await rows(em, "select auth.forget_person($1, $2, $3)", [userId, email, forgottenHash(email)]);
}

/**
 * Gives members of an account that is being deleted an empty home, if the account is theirs and they are in another workspace, where
 * they stay. Keys that its users made in other workspaces stay, too.
 */
export async function rehomeOthers(pool: pg.Pool, accountId: string): Promise<void> {
  await pool.query(
    `with moving as (
        select u.id, gen_random_uuid() as home from auth.users u where u.account_id = $1
          and exists (select from auth.memberships m where m.user_id = u.id and m.account_id <> $1)
      ), homes as (insert into auth.accounts (id, name) select home, '' from moving)
      update auth.users u set account_id = m.home from moving m where m.id = u.id`,
    [accountId],
  );
  await pool.query(
    `update auth.api_keys set user_id = null
      where account_id <> $1 and user_id in (select id from auth.users where account_id = $1)`,
    [accountId],
  );
}
