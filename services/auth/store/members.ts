import type { EntityManager } from "@mikro-orm/postgresql";
import type { ResponseLevel } from "../../../shared/api/access/capabilities.ts";
import { type FormRole, type Role, rolesWith } from "../../../shared/api/access/roles.ts";
import type { Paging } from "../../../shared/api/paging.ts";
import type { MembersQuery } from "../../../shared/api/shapes/members.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { hasEveryWord, wordPatterns } from "../../../shared/platform/database/searched.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import type { Membership } from "../callers.ts";
import { formerMemberJobs } from "../formerMembers.ts";

export interface GrantRow {
  form_id: string;
  role: FormRole;
  responses: ResponseLevel;
}

export interface MemberRow {
  user_id: string;
  email: string;
  name: string;
  has_password: boolean;
  has_second_factor: boolean;
  has_sso: boolean;
  role: Role;
  responses: ResponseLevel;
  source: "manual" | "sso";
  /** UTC, `YYYY-MM-DD` */
  last_active: string | null;
  created: Date;
  grants: GrantRow[];
}

/** `$1` is the id of the workspace. */
const members = `
  select m.user_id, u.email, u.name, u.has_password,
    exists (select from auth.second_factors f where f.user_id = u.id and f.confirmed is not null) as has_second_factor,
    exists (select from auth.identities i where i.user_id = u.id) as has_sso, m.role, m.responses, m.source, m.created,
    to_char(m.last_active, 'YYYY-MM-DD') as last_active,
    coalesce((select json_agg(json_build_object('form_id', g.form_id, 'role', g.role, 'responses', g.responses)
        order by g.created, g.id)
      from auth.form_grants g where g.user_id = m.user_id and g.account_id = m.account_id), '[]') as grants
  from auth.memberships m join auth.users u on u.id = m.user_id
  where m.account_id = $1`;

const orderable = ["name", "created", "last_active"];

/** Lists a workspace's members. Only those of the page are read with their grants, of which each can have 200. */
export async function listMembers(
  em: EntityManager,
  accountId: string,
  { role, source }: MembersQuery,
  { ordering, search, limit, offset }: Paging,
) {
  const field = orderable.find((name) => name === ordering.field) ?? "name";
  const direction = ordering.descending ? "desc nulls last" : "asc nulls last";
  const matches = search ? hasEveryWord("(p.name || ' ' || p.email)", "s.patterns") : "true";
  const found = await rows<MemberRow & { count: number }>(
    em,
    `with found as materialized (
      select p.user_id, row_number() over (order by p.${field} ${direction}, p.user_id) as position
      from (select m.user_id, m.role, m.source, m.created, m.last_active, u.name, u.email
          from auth.memberships m join auth.users u on u.id = m.user_id where m.account_id = $1) p,
        (select $2::text as patterns) s
      where ($3::text is null or p.role = $3)
        and ($4::text is null or p.source = $4) and ${matches}
    )
    select p.*, c.count from (select count(*)::int as count from found) c
      left join (select * from found order by position limit $5 offset $6) f on true
      left join lateral (${members} and m.user_id = f.user_id) p on true
    order by f.position`,
    [accountId, wordPatterns(search ?? ""), role ?? null, source ?? null, limit, offset],
  );
  return { rows: found.filter(({ user_id }) => user_id !== null), count: found[0]?.count ?? 0 };
}

export async function findMember(em: EntityManager, accountId: string, userId: string): Promise<MemberRow | null> {
  const [row] = await rows<MemberRow>(em, `${members} and m.user_id = $2`, [accountId, userId]);
  return row ?? null;
}

interface Named {
  name: string;
  has_second_factor: boolean;
}

/** Returns a person's place in a workspace with their name, or null. */
export async function findMembership(
  em: EntityManager,
  accountId: string,
  userId: string,
): Promise<(Membership & Named) | null> {
  const [row] = await rows<Membership & Named>(
    em,
    `select a.id as account_id, a.name as workspace, a.settings, m.role, m.responses, false as is_due, u.name,
      exists (select from auth.second_factors f where f.user_id = u.id and f.confirmed is not null) as has_second_factor,
      (select json_object_agg(g.form_id, json_build_object('role', g.role, 'responses', g.responses))
        from auth.form_grants g where g.user_id = m.user_id and g.account_id = m.account_id) as grants
    from auth.memberships m join auth.accounts a on a.id = m.account_id join auth.users u on u.id = m.user_id
    where m.account_id = $1 and m.user_id = $2`,
    [accountId, userId],
  );
  return row ?? null;
}

export async function findMemberByEmail(em: EntityManager, accountId: string, emailKey: string) {
  const [row] = await rows<{ user_id: string; role: Role }>(
    em,
    `select m.user_id, m.role from auth.memberships m join auth.users u on u.id = m.user_id
    where m.account_id = $1 and u.email_key = $2`,
    [accountId, emailKey],
  );
  return row ?? null;
}

async function countWhere(em: EntityManager, condition: string, values: unknown[]): Promise<number> {
  const [row] = await rows<{ count: number }>(
    em,
    `select count(*)::int as count from auth.memberships where ${condition}`,
    values,
  );
  return row?.count ?? 0;
}

export const countMembers = (em: EntityManager, accountId: string): Promise<number> =>
  countWhere(em, "account_id = $1", [accountId]);

export const countOwners = (em: EntityManager, accountId: string): Promise<number> =>
  countWhere(em, "account_id = $1 and role = any($2::text[])", [accountId, rolesWith("workspace:delete")]);

/** Counts the workspaces of a person. */
export const countMemberships = (em: EntityManager, userId: string): Promise<number> =>
  countWhere(em, "user_id = $1", [userId]);

interface Place {
  role: Role;
  responses: ResponseLevel;
}

/** Maximum workspaces of a person, whose list comes with each of their requests. */
export const membershipsLimit = 500;

/** Returns whether a person is a member of this workspace, or may become one. */
export const mayJoin = async (em: EntityManager, accountId: string, userId: string): Promise<boolean> =>
  (await countMemberships(em, userId)) < membershipsLimit || (await findMembership(em, accountId, userId)) !== null;

/** Adds a person. One who is a member stays as they are. False if they are in as many workspaces as they may be. */
export async function insertMember(
  em: EntityManager,
  accountId: string,
  userId: string,
  { role, responses }: Place,
): Promise<boolean> {
  if (!(await mayJoin(em, accountId, userId))) return false;
  await rows(
    em,
    `insert into auth.memberships (account_id, user_id, role, responses) values ($1, $2, $3, $4)
    on conflict do nothing`,
    [accountId, userId, role, responses],
  );
  return true;
}

export async function changeMember(
  em: EntityManager,
  accountId: string,
  userId: string,
  { role, responses }: Place,
  source: MemberRow["source"],
): Promise<void> {
  await rows(
    em,
    `update auth.memberships set role = $1, responses = $2, source = $3
    where account_id = $4 and user_id = $5`,
    [role, responses, source, accountId, userId],
  );
}

/** Stops emails to a person who may not read responses anymore, of one form or of all (formerMembers.ts). */
export async function stopEmailsTo(
  em: EntityManager,
  accountId: string,
  userId: string,
  formId: string | null = null,
): Promise<void> {
  const found = await rows<{ email: string }>(em, "select email from auth.users where id = $1", [userId]);
  const member = { account_id: accountId, user_id: userId, form_id: formId };
  for (const { email } of found)
    await formerMemberJobs.add(em, "stopEmails", { data: { ...member, email }, account_id: accountId });
}

/** Ends a membership with the person's grants in the workspace. */
export async function deleteMember(em: EntityManager, accountId: string, userId: string): Promise<void> {
  await rows(em, "delete from auth.form_grants where account_id = $1 and user_id = $2", [accountId, userId]);
  await rows(em, "delete from auth.memberships where account_id = $1 and user_id = $2", [accountId, userId]);
}

/**
 * Gives a person an empty home if theirs is this workspace, which they don't own anymore: a copy of the previous release takes the
 * home for their own account.
 */
export async function leaveHome(em: EntityManager, accountId: string, userId: string): Promise<void> {
  const found = await rows(em, "select from auth.users where id = $1 and account_id = $2", [userId, accountId]);
  if (found.length === 0) return;
  const home = await insertHome(em);
  await rows(em, "update auth.users set account_id = $1 where id = $2", [home, userId]);
}

/** Adds an account without members (migrations/0005-workspaces.ts). */
export async function insertHome(em: EntityManager): Promise<string> {
  const id = newUuid();
  await rows(em, "insert into auth.accounts (id, name) values ($1, '')", [id]);
  return id;
}

export interface KeyName {
  id: string;
  name: string;
  prefix: string;
}

/** Returns the keys of a workspace that a person created and that still work. */
export async function keysOf(em: EntityManager, accountId: string, userId: string): Promise<KeyName[]> {
  return rows<KeyName>(
    em,
    `select id, name, prefix from auth.api_keys
    where account_id = $1 and user_id = $2 and revoked is null and (expires is null or expires > now())
    order by name, id`,
    [accountId, userId],
  );
}

export async function revokeKeysOf(em: EntityManager, accountId: string, userId: string): Promise<KeyName[]> {
  return rows<KeyName>(
    em,
    `with revoked as (
      update auth.api_keys set revoked = now()
      where account_id = $1 and user_id = $2 and revoked is null returning id, name, prefix
    ), ended as (
      update auth.invitations set status = 'revoked'
      where status = 'pending' and invited_by_key in (select id from revoked)
    )
    select id, name, prefix from revoked order by name, id`,
    [accountId, userId],
  );
}

export async function mailsFailures(em: EntityManager, accountId: string, userId: string): Promise<boolean> {
  const [row] = await rows<{ mails_failures: boolean }>(
    em,
    "select mails_failures from auth.memberships where account_id = $1 and user_id = $2",
    [accountId, userId],
  );
  return row?.mails_failures ?? false;
}

export async function setMailsFailures(em: EntityManager, accountId: string, userId: string, value: boolean) {
  await rows(
    em,
    `update auth.memberships set mails_failures = $1
    where account_id = $2 and user_id = $3`,
    [value, accountId, userId],
  );
}
