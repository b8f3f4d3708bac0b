import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { ResponseLevel } from "../../../shared/domain/access/capabilities.ts";
import { type FormRole, type Role, rolesWith } from "../../../shared/domain/access/roles.ts";
import type { Paging } from "../../../shared/domain/paging.ts";
import type { MembersQuery } from "../../../shared/domain/shapes/members.ts";
import { hasEveryWord, wordPatterns } from "../../../shared/platform/database/searched.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import type { Membership } from "../callers.ts";
import { authJobs } from "../jobs.ts";

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

const members = (accountId: string) => sql`
  select m.user_id, u.email, u.name, u.has_password,
    exists (select from auth.second_factors f where f.user_id = u.id and f.confirmed is not null) as has_second_factor,
    exists (select from auth.identities i where i.user_id = u.id) as has_sso, m.role, m.responses, m.source, m.created,
    to_char(m.last_active, 'YYYY-MM-DD') as last_active,
    coalesce((select json_agg(json_build_object('form_id', g.form_id, 'role', g.role, 'responses', g.responses)
        order by g.created, g.id)
      from auth.form_grants g where g.user_id = m.user_id and g.account_id = m.account_id), '[]') as grants
  from auth.memberships m join auth.users u on u.id = m.user_id
  where m.account_id = ${accountId}`;

/** Lists a workspace's members. Only those of the page are read with their grants, of which each can have 200. */
export async function listMembers(
  em: EntityManager,
  accountId: string,
  { role, source }: MembersQuery,
  { ordering, search, limit, offset }: Paging,
) {
  const direction = sql.raw(ordering.descending ? "desc nulls last" : "asc nulls last");
  const matches = search ? sql.raw(hasEveryWord("(p.name || ' ' || p.email)", "s.patterns")) : sql`true`;
  const { rows } = await sql<MemberRow & { count: number }>`
    with found as materialized (
      select p.user_id, row_number() over (order by ${sql.ref(`p.${ordering.field}`)} ${direction}, p.user_id) as position
      from (select m.user_id, m.role, m.source, m.created, m.last_active, u.name, u.email
          from auth.memberships m join auth.users u on u.id = m.user_id where m.account_id = ${accountId}) p,
        (select ${wordPatterns(search ?? "")}::text as patterns) s
      where (${role ?? null}::text is null or p.role = ${role ?? null})
        and (${source ?? null}::text is null or p.source = ${source ?? null}) and ${matches}
    )
    select p.*, c.count from (select count(*)::int as count from found) c
      left join (select * from found order by position limit ${limit} offset ${offset}) f on true
      left join lateral (${members(accountId)} and m.user_id = f.user_id) p on true
    order by f.position`.execute(em.getKysely());
  return { rows: rows.filter(({ user_id }) => user_id !== null), count: rows[0]?.count ?? 0 };
}

export async function findMember(em: EntityManager, accountId: string, userId: string): Promise<MemberRow | null> {
  const { rows } = await sql<MemberRow>`${members(accountId)} and m.user_id = ${userId}`.execute(em.getKysely());
  return rows[0] ?? null;
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
  const { rows } = await sql<Membership & Named>`
    select a.id as account_id, a.name as workspace, a.settings, m.role, m.responses, false as is_due, u.name,
      exists (select from auth.second_factors f where f.user_id = u.id and f.confirmed is not null) as has_second_factor,
      (select json_object_agg(g.form_id, json_build_object('role', g.role, 'responses', g.responses))
        from auth.form_grants g where g.user_id = m.user_id and g.account_id = m.account_id) as grants
    from auth.memberships m join auth.accounts a on a.id = m.account_id join auth.users u on u.id = m.user_id
    where m.account_id = ${accountId} and m.user_id = ${userId}`.execute(em.getKysely());
  return rows[0] ?? null;
}

export async function findMemberByEmail(em: EntityManager, accountId: string, emailKey: string) {
  const { rows } = await sql<{ user_id: string; role: Role }>`
    select m.user_id, m.role from auth.memberships m join auth.users u on u.id = m.user_id
    where m.account_id = ${accountId} and u.email_key = ${emailKey}`.execute(em.getKysely());
  return rows[0] ?? null;
}

export async function countMembers(em: EntityManager, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from auth.memberships where account_id = ${accountId}`.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}

export async function countOwners(em: EntityManager, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from auth.memberships
    where account_id = ${accountId} and role = any(${sql.val(rolesWith("workspace:delete"))}::text[])`.execute(
    em.getKysely(),
  );
  return rows[0]?.count ?? 0;
}

interface Place {
  role: Role;
  responses: ResponseLevel;
}

export async function insertMember(em: EntityManager, accountId: string, userId: string, { role, responses }: Place) {
  await sql`
    insert into auth.memberships (account_id, user_id, role, responses) values (${accountId}, ${userId}, ${role}, ${responses})
    on conflict do nothing`.execute(em.getKysely());
}

export async function changeMember(
  em: EntityManager,
  accountId: string,
  userId: string,
  { role, responses }: Place,
  source: MemberRow["source"],
): Promise<void> {
  await sql`
    update auth.memberships set role = ${role}, responses = ${responses}, source = ${source}
    where account_id = ${accountId} and user_id = ${userId}`.execute(em.getKysely());
}

/** Stops emails to a person who may not read responses anymore, of one form or of all (formerMembers.ts). */
export async function stopEmailsTo(
  em: EntityManager,
  accountId: string,
  userId: string,
  formId: string | null = null,
): Promise<void> {
  const { rows } = await sql<{ email: string }>`select email from auth.users where id = ${userId}`.execute(
    em.getKysely(),
  );
  const member = { account_id: accountId, user_id: userId, form_id: formId };
  for (const { email } of rows)
    await authJobs.add(em, "stopEmails", { data: { ...member, email }, account_id: accountId });
}

/** Ends a membership with the person's grants in the workspace. */
export async function deleteMember(em: EntityManager, accountId: string, userId: string): Promise<void> {
  await sql`delete from auth.form_grants where account_id = ${accountId} and user_id = ${userId}`.execute(
    em.getKysely(),
  );
  await sql`delete from auth.memberships where account_id = ${accountId} and user_id = ${userId}`.execute(
    em.getKysely(),
  );
}

/**
 * Gives a person an empty home if theirs is this workspace, which they don't own anymore: a copy of the previous release takes the
 * home for their own account.
 */
export async function leaveHome(em: EntityManager, accountId: string, userId: string): Promise<void> {
  const { rows } = await sql`select from auth.users where id = ${userId} and account_id = ${accountId}`.execute(
    em.getKysely(),
  );
  if (rows.length === 0) return;
  const home = await insertHome(em);
  await sql`update auth.users set account_id = ${home} where id = ${userId}`.execute(em.getKysely());
}

/** Adds an account without members (migrations/0005-workspaces.ts). */
export async function insertHome(em: EntityManager): Promise<string> {
  const id = newUuid();
  await sql`insert into auth.accounts (id, name) values (${id}, '')`.execute(em.getKysely());
  return id;
}

export interface KeyName {
  id: string;
  name: string;
  prefix: string;
}

/** Returns the keys of a workspace that a person created and that still work. */
export async function keysOf(em: EntityManager, accountId: string, userId: string): Promise<KeyName[]> {
  const { rows } = await sql<KeyName>`
    select id, name, prefix from auth.api_keys
    where account_id = ${accountId} and user_id = ${userId} and revoked is null and (expires is null or expires > now())
    order by name, id`.execute(em.getKysely());
  return rows;
}

export async function revokeKeysOf(em: EntityManager, accountId: string, userId: string): Promise<KeyName[]> {
  const { rows } = await sql<KeyName>`
    with revoked as (
      update auth.api_keys set revoked = now()
      where account_id = ${accountId} and user_id = ${userId} and revoked is null returning id, name, prefix
    ), ended as (
      update auth.invitations set status = 'revoked'
      where status = 'pending' and invited_by_key in (select id from revoked)
    )
    select id, name, prefix from revoked order by name, id`.execute(em.getKysely());
  return rows;
}

export async function mailsFailures(em: EntityManager, accountId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ mails_failures: boolean }>`
    select mails_failures from auth.memberships where account_id = ${accountId} and user_id = ${userId}`.execute(
    em.getKysely(),
  );
  return rows[0]?.mails_failures ?? false;
}

export async function setMailsFailures(em: EntityManager, accountId: string, userId: string, value: boolean) {
  await sql`
    update auth.memberships set mails_failures = ${value}
    where account_id = ${accountId} and user_id = ${userId}`.execute(em.getKysely());
}
