import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { ResponseLevel } from "../../../shared/domain/access/capabilities.ts";
import { type FormRole, type Role, rolesWith } from "../../../shared/domain/access/roles.ts";
import type { Paging } from "../../../shared/domain/paging.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { hashOf } from "../credentials.ts";
import type { GrantRow } from "./members.ts";

export interface InvitationRow {
  id: string;
  account_id: string;
  email: string;
  email_key: string;
  role: Role;
  responses: ResponseLevel;
  /** `expired` follows from `expires` */
  status: "pending" | "accepted" | "declined" | "expired" | "revoked";
  invited_by: string | null;
  inviter: string;
  created: Date;
  expires: Date;
  grants: GrantRow[];
}

const columns =
  sql.raw(`i.id, i.account_id, i.email, i.email_key, i.role, i.responses, i.invited_by, i.inviter, i.created, i.expires,
  case when i.status = 'pending' and i.expires <= now() then 'expired' else i.status end as status,
  coalesce((select json_agg(json_build_object('form_id', g.form_id, 'role', g.role, 'responses', g.responses)
      order by g.created, g.id)
    from auth.form_grants g where g.invitation_id = i.id), '[]') as grants`);

export async function listInvitations(
  em: EntityManager,
  accountId: string,
  status: string | null,
  { ordering, limit, offset }: Paging,
): Promise<{ rows: InvitationRow[]; count: number }> {
  const direction = sql.raw(ordering.descending ? "desc" : "asc");
  const { rows } = await sql<InvitationRow & { count: number }>`
    select p.*, count(*) over ()::int as count from (
      select ${columns} from auth.invitations i where i.account_id = ${accountId}
    ) p
    where ${status}::text is null or p.status = ${status}
    order by p.created ${direction}, p.id ${direction} limit ${limit} offset ${offset}`.execute(em.getKysely());
  if (rows.length > 0 || offset === 0) return { rows, count: rows[0]?.count ?? 0 };
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from (select ${columns} from auth.invitations i where i.account_id = ${accountId}) p
    where ${status}::text is null or p.status = ${status}`.execute(em.getKysely());
  return { rows, count: counted[0]?.count ?? 0 };
}

export async function findInvitation(em: EntityManager, id: string): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`select ${columns} from auth.invitations i where i.id = ${id}`.execute(
    em.getKysely(),
  );
  return rows[0] ?? null;
}

export interface ByToken extends InvitationRow {
  workspace: string;
  /** the link was mailed, so who opens it reads the address's mail */
  is_mailed: boolean;
  /** of a workspace that is going to be deleted */
  deletes_at: Date | null;
}

/** Returns the pending invitation of a link, or null. */
export async function findByToken(em: EntityManager, token: string): Promise<ByToken | null> {
  const hash = hashOf(token);
  const { rows } = await sql<ByToken>`
    select ${columns}, a.name as workspace, a.deletes_at, (i.mailed_token_hash = ${hash}) is true as is_mailed
    from auth.invitations i join auth.accounts a on a.id = i.account_id
    where (i.token_hash = ${hash} or i.mailed_token_hash = ${hash}) and i.status = 'pending' and i.expires > now()`.execute(
    em.getKysely(),
  );
  return rows[0] ?? null;
}

/** Ends a pending invitation. False if another request did first. */
export async function endInvitation(
  em: EntityManager,
  id: string,
  status: "accepted" | "declined" | "revoked",
): Promise<boolean> {
  const { rows } = await sql`
    update auth.invitations set status = ${status} where id = ${id} and status = 'pending' returning id`.execute(
    em.getKysely(),
  );
  return rows.length > 0;
}

interface Offered {
  account_id: string;
  email: string;
  email_key: string;
  role: Role;
  responses: ResponseLevel;
  grants: readonly GrantRow[];
}

export interface NewInvitation extends Offered {
  invited_by: string | null;
  invited_by_key: string | null;
  inviter: string;
  token: string;
  /** null without a mail server */
  mailed_token: string | null;
}

const lifetime = sql.raw("interval '7 days'");

/** Adds an invitation, or replaces the pending one for the address, whose id stays. Returns its id. */
export async function putInvitation(em: EntityManager, invitation: NewInvitation): Promise<string> {
  const { account_id, email, email_key, role, responses, invited_by, invited_by_key, inviter } = invitation;
  const hash = hashOf(invitation.token);
  const mailed = invitation.mailed_token === null ? null : hashOf(invitation.mailed_token);
  const { rows } = await sql<{ id: string }>`
    insert into auth.invitations as i (id, account_id, email, email_key, role, responses, token_hash, mailed_token_hash,
      invited_by, invited_by_key, inviter, expires)
    values (${newUuid()}, ${account_id}, ${email}, ${email_key}, ${role}, ${responses}, ${hash}, ${mailed},
      ${invited_by}, ${invited_by_key}, ${inviter}, now() + ${lifetime})
    on conflict (account_id, email_key) where status = 'pending' do update set email = excluded.email, role = excluded.role,
      responses = excluded.responses, token_hash = excluded.token_hash, mailed_token_hash = coalesce(excluded.mailed_token_hash, i.mailed_token_hash),
      invited_by = excluded.invited_by, invited_by_key = excluded.invited_by_key, inviter = excluded.inviter,
      created = clock_timestamp(), expires = excluded.expires
    returning id`.execute(em.getKysely());
  const id = rows[0]?.id ?? "";
  await sql`delete from auth.form_grants where invitation_id = ${id}`.execute(em.getKysely());
  const { grants } = invitation;
  // one statement: a request can invite to thousands of forms
  await sql`
    insert into auth.form_grants (id, account_id, form_id, invitation_id, role, responses)
    select id, ${account_id}, form_id, ${id}, role, responses from unnest(
      ${sql.val(grants.map(() => newUuid()))}::uuid[], ${sql.val(grants.map(({ form_id }) => form_id))}::uuid[],
      ${sql.val(grants.map(({ role }) => role))}::text[], ${sql.val(grants.map(({ responses }) => responses))}::text[]
    ) as given (id, form_id, role, responses)
    on conflict do nothing`.execute(em.getKysely());
  return id;
}

/** Gives the invitation new links for seven days. From now on it is the offer of who sends them. */
export async function renewInvitation(
  em: EntityManager,
  id: string,
  { invited_by, invited_by_key, inviter, token, mailed_token }: Omit<NewInvitation, keyof Offered>,
): Promise<void> {
  const mailed = mailed_token === null ? null : hashOf(mailed_token);
  // without a new letter, the link of the last one works on
  await sql`
    update auth.invitations set status = 'pending', token_hash = ${hashOf(token)},
      mailed_token_hash = coalesce(${mailed}, mailed_token_hash),
      invited_by = ${invited_by}, invited_by_key = ${invited_by_key}, inviter = ${inviter}, expires = now() + ${lifetime}
    where id = ${id}`.execute(em.getKysely());
}

/** Revokes pending invitations of people who may not change members: they may not share forms anymore. */
export async function revokeShared(em: EntityManager, accountId: string): Promise<void> {
  await sql`
    update auth.invitations i set status = 'revoked'
    where account_id = ${accountId} and status = 'pending' and invited_by_key is null and not exists (
      select from auth.memberships m where m.account_id = i.account_id and m.user_id = i.invited_by
        and m.role = any(${sql.val(rolesWith("members:write"))}::text[]))`.execute(em.getKysely());
}

/** Counts pending invitations, of which expired ones don't count. */
export async function countPending(em: EntityManager, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from auth.invitations
    where account_id = ${accountId} and status = 'pending' and expires > now()`.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}

/** Counts emails of today (UTC), and returns whether they are within the limit. Call it with the workspace locked. */
export async function countMailed(em: EntityManager, accountId: string, more: number, limit: number): Promise<boolean> {
  const { rows } = await sql`
    update auth.accounts set mailed_on = (now() at time zone 'utc')::date,
      mailed = case when mailed_on = (now() at time zone 'utc')::date then mailed else 0 end + ${more}
    where id = ${accountId}
      and case when mailed_on = (now() at time zone 'utc')::date then mailed else 0 end + ${more} <= ${limit}
    returning id`.execute(em.getKysely());
  return rows.length > 0;
}

/** Revokes a person's pending invitations that offer a role in `roles`, or access to responses in `levels`. */
export async function revokeInvitationsOf(
  em: EntityManager,
  accountId: string,
  userId: string,
  roles: readonly Role[],
  levels: readonly ResponseLevel[],
): Promise<void> {
  await sql`
    update auth.invitations i set status = 'revoked'
    where account_id = ${accountId} and invited_by = ${userId} and status = 'pending'
      and (role = any(${sql.val([...roles])}::text[]) or responses = any(${sql.val([...levels])}::text[]) or exists (
        select from auth.form_grants g where g.invitation_id = i.id and g.responses = any(${sql.val([...levels])}::text[])))`.execute(
    em.getKysely(),
  );
}

/** A grant of a member, or of an invitation until it is accepted. */
export interface NewGrant extends GrantRow {
  account_id: string;
  user_id: string | null;
  invitation_id: string | null;
}

/** Adds a grant. Null if the person has one for the form. */
export async function insertGrant(em: EntityManager, grant: NewGrant): Promise<string | null> {
  const { account_id, form_id, user_id, invitation_id, role, responses } = grant;
  const { rows } = await sql<{ id: string }>`
    insert into auth.form_grants (id, account_id, form_id, user_id, invitation_id, role, responses)
    values (${newUuid()}, ${account_id}, ${form_id}, ${user_id}, ${invitation_id}, ${role}, ${responses})
    on conflict do nothing returning id`.execute(em.getKysely());
  return rows[0]?.id ?? null;
}

/** Hands the grants of an accepted invitation to the person, who keeps what they had. */
export async function handGrants(em: EntityManager, invitationId: string, userId: string): Promise<void> {
  await sql`
    delete from auth.form_grants g where invitation_id = ${invitationId} and exists (
      select from auth.form_grants o where o.user_id = ${userId} and o.account_id = g.account_id and o.form_id = g.form_id)`.execute(
    em.getKysely(),
  );
  await sql`
    update auth.form_grants set user_id = ${userId}, invitation_id = null where invitation_id = ${invitationId}`.execute(
    em.getKysely(),
  );
}

export interface AccessRow {
  id: string;
  user_id: string | null;
  invitation_id: string | null;
  name: string | null;
  email: string;
  role: FormRole;
  responses: ResponseLevel;
  created: Date;
}

const access = (accountId: string, formId: string) => sql`
  select g.id, g.user_id, g.invitation_id, u.name, coalesce(u.email, i.email) as email, g.role, g.responses, g.created
  from auth.form_grants g left join auth.users u on u.id = g.user_id left join auth.invitations i on i.id = g.invitation_id
  where g.account_id = ${accountId} and g.form_id = ${formId}
    and (g.user_id is not null or (i.status = 'pending' and i.expires > now()))`;

/** Returns who has access to a form beside the members, at most a hundred. */
export async function listAccess(
  em: EntityManager,
  accountId: string,
  formId: string,
  { ordering }: Pick<Paging, "ordering">,
) {
  const direction = sql.raw(ordering.descending ? "desc" : "asc");
  const { rows } = await sql<AccessRow>`
    ${access(accountId, formId)} order by g.created ${direction}, g.id ${direction}`.execute(em.getKysely());
  return rows;
}

export async function findAccess(em: EntityManager, accountId: string, formId: string, id: string) {
  const { rows } = await sql<AccessRow>`${access(accountId, formId)} and g.id = ${id}`.execute(em.getKysely());
  return rows[0] ?? null;
}

export async function changeGrant(em: EntityManager, id: string, role: FormRole, responses: ResponseLevel) {
  await sql`update auth.form_grants set role = ${role}, responses = ${responses} where id = ${id}`.execute(
    em.getKysely(),
  );
}

export async function deleteGrant(em: EntityManager, id: string): Promise<void> {
  await sql`delete from auth.form_grants where id = ${id}`.execute(em.getKysely());
}

/** Returns a form that is shared with more than `limit` people, or null. */
export async function findOvershared(
  em: EntityManager,
  accountId: string,
  formIds: readonly string[],
  limit: number,
): Promise<string | null> {
  const { rows } = await sql<{ form_id: string }>`
    select g.form_id from auth.form_grants g left join auth.invitations i on i.id = g.invitation_id
    where g.account_id = ${accountId} and g.form_id = any(${sql.val([...formIds])}::uuid[])
      and (g.user_id is not null or (i.status = 'pending' and i.expires > now()))
    group by g.form_id having count(*) > ${limit} limit 1`.execute(em.getKysely());
  return rows[0]?.form_id ?? null;
}

/** Counts the forms that are shared with a person, or with an invited one. */
export async function countGrants(
  em: EntityManager,
  accountId: string,
  of: { user_id: string } | { invitation_id: string },
): Promise<number> {
  const [column, id] = "user_id" in of ? ["user_id", of.user_id] : ["invitation_id", of.invitation_id];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from auth.form_grants
    where account_id = ${accountId} and ${sql.ref(column)} = ${id}`.execute(em.getKysely());
  return rows[0]?.count ?? 0;
}

/** Returns the pending invitation for an address, locked. */
export async function findPendingFor(em: EntityManager, accountId: string, emailKey: string) {
  const { rows } = await sql<{ id: string; role: Role }>`
    select id, role from auth.invitations where account_id = ${accountId} and email_key = ${emailKey} and status = 'pending'
      and expires > now() for update`.execute(em.getKysely());
  return rows[0] ?? null;
}
