import type { EntityManager } from "@mikro-orm/postgresql";
import type { ResponseLevel } from "../../../shared/api/access/capabilities.ts";
import { type FormRole, type Role, rolesWith } from "../../../shared/api/access/roles.ts";
import type { Paging } from "../../../shared/api/paging.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
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

const columns = `i.id, i.account_id, i.email, i.email_key, i.role, i.responses, i.invited_by, i.inviter, i.created, i.expires,
  case when i.status = 'pending' and i.expires <= now() then 'expired' else i.status end as status,
  coalesce((select json_agg(json_build_object('form_id', g.form_id, 'role', g.role, 'responses', g.responses)
      order by g.created, g.id)
    from auth.form_grants g where g.invitation_id = i.id), '[]') as grants`;

export async function listInvitations(
  em: EntityManager,
  accountId: string,
  status: string | null,
  { ordering, limit, offset }: Paging,
): Promise<{ rows: InvitationRow[]; count: number }> {
  const direction = ordering.descending ? "desc" : "asc";
  const found = await rows<InvitationRow & { count: number }>(
    em,
    `select p.*, count(*) over ()::int as count from (
      select ${columns} from auth.invitations i where i.account_id = $1
    ) p
    where $2::text is null or p.status = $2
    order by p.created ${direction}, p.id ${direction} limit $3 offset $4`,
    [accountId, status, limit, offset],
  );
  if (found.length > 0 || offset === 0) return { rows: found, count: found[0]?.count ?? 0 };
  const counted = await rows<{ count: number }>(
    em,
    `select count(*)::int as count from (select ${columns} from auth.invitations i where i.account_id = $1) p
    where $2::text is null or p.status = $2`,
    [accountId, status],
  );
  return { rows: found, count: counted[0]?.count ?? 0 };
}

export async function findInvitation(em: EntityManager, id: string): Promise<InvitationRow | null> {
  const [row] = await rows<InvitationRow>(em, `select ${columns} from auth.invitations i where i.id = $1`, [id]);
  return row ?? null;
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
  const [row] = await rows<ByToken>(
    em,
    `select ${columns}, a.name as workspace, a.deletes_at, (i.mailed_token_hash = $1) is true as is_mailed
    from auth.invitations i join auth.accounts a on a.id = i.account_id
    where (i.token_hash = $1 or i.mailed_token_hash = $1) and i.status = 'pending' and i.expires > now()`,
    [hash],
  );
  return row ?? null;
}

/** Ends a pending invitation. False if another request did first. */
export async function endInvitation(
  em: EntityManager,
  id: string,
  status: "accepted" | "declined" | "revoked",
): Promise<boolean> {
  const found = await rows(
    em,
    "update auth.invitations set status = $1 where id = $2 and status = 'pending' returning id",
    [status, id],
  );
  return found.length > 0;
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

/** Days that an invitation is valid. */
export const validDays = 7;
const lifetime = `interval '${validDays} days'`;

/** Adds an invitation, or replaces the pending one for the address, whose id stays. Returns its id. */
export async function putInvitation(em: EntityManager, invitation: NewInvitation): Promise<string> {
  const { account_id, email, email_key, role, responses, invited_by, invited_by_key, inviter } = invitation;
  const hash = hashOf(invitation.token);
  const mailed = invitation.mailed_token === null ? null : hashOf(invitation.mailed_token);
  const [row] = await rows<{ id: string }>(
    em,
    `insert into auth.invitations as i (id, account_id, email, email_key, role, responses, token_hash, mailed_token_hash,
      invited_by, invited_by_key, inviter, expires)
    values ($1, $2, $3, $4, $5, $6, $7, $8,
      $9, $10, $11, now() + ${lifetime})
    on conflict (account_id, email_key) where status = 'pending' do update set email = excluded.email, role = excluded.role,
      responses = excluded.responses, token_hash = excluded.token_hash, mailed_token_hash = coalesce(excluded.mailed_token_hash, i.mailed_token_hash),
      invited_by = excluded.invited_by, invited_by_key = excluded.invited_by_key, inviter = excluded.inviter,
      created = clock_timestamp(), expires = excluded.expires
    returning id`,
    [newUuid(), account_id, email, email_key, role, responses, hash, mailed, invited_by, invited_by_key, inviter],
  );
  const id = row?.id ?? "";
  await rows(em, "delete from auth.form_grants where invitation_id = $1", [id]);
  const { grants } = invitation;
  // one statement: a request can invite to thousands of forms
  await rows(
    em,
    `insert into auth.form_grants (id, account_id, form_id, invitation_id, role, responses)
    select id, $1, form_id, $2, role, responses from unnest(
      $3::uuid[], $4::uuid[],
      $5::text[], $6::text[]
    ) as given (id, form_id, role, responses)
    on conflict do nothing`,
    [
      account_id,
      id,
      grants.map(() => newUuid()),
      grants.map(({ form_id }) => form_id),
      grants.map(({ role }) => role),
      grants.map(({ responses }) => responses),
    ],
  );
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
  await rows(
    em,
    `update auth.invitations set status = 'pending', token_hash = $1,
      mailed_token_hash = coalesce($2, mailed_token_hash),
      invited_by = $3, invited_by_key = $4, inviter = $5, expires = now() + ${lifetime}
    where id = $6`,
    [hashOf(token), mailed, invited_by, invited_by_key, inviter, id],
  );
}

/** Revokes pending invitations of people who may not change members: they may not share forms anymore. */
export async function revokeShared(em: EntityManager, accountId: string): Promise<void> {
  await rows(
    em,
    `update auth.invitations i set status = 'revoked'
    where account_id = $1 and status = 'pending' and invited_by_key is null and not exists (
      select from auth.memberships m where m.account_id = i.account_id and m.user_id = i.invited_by
        and m.role = any($2::text[]))`,
    [accountId, rolesWith("members:write")],
  );
}

/** Counts pending invitations, of which expired ones don't count. */
export async function countPending(em: EntityManager, accountId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    em,
    `select count(*)::int as count from auth.invitations
    where account_id = $1 and status = 'pending' and expires > now()`,
    [accountId],
  );
  return row?.count ?? 0;
}

/** Counts emails of today (UTC), and returns whether they are within the limit. Call it with the workspace locked. */
export async function countMailed(em: EntityManager, accountId: string, more: number, limit: number): Promise<boolean> {
  const found = await rows(
    em,
    `update auth.accounts set mailed_on = (now() at time zone 'utc')::date,
      mailed = case when mailed_on = (now() at time zone 'utc')::date then mailed else 0 end + $1
    where id = $2
      and case when mailed_on = (now() at time zone 'utc')::date then mailed else 0 end + $1 <= $3
    returning id`,
    [more, accountId, limit],
  );
  return found.length > 0;
}

/** Revokes a person's pending invitations that offer a role in `roles`, or access to responses in `levels`. */
export async function revokeInvitationsOf(
  em: EntityManager,
  accountId: string,
  userId: string,
  roles: readonly Role[],
  levels: readonly ResponseLevel[],
): Promise<void> {
  await rows(
    em,
    `update auth.invitations i set status = 'revoked'
    where account_id = $1 and invited_by = $2 and status = 'pending'
      and (role = any($3::text[]) or responses = any($4::text[]) or exists (
        select from auth.form_grants g where g.invitation_id = i.id and g.responses = any($4::text[])))`,
    [accountId, userId, [...roles], [...levels]],
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
  const [row] = await rows<{ id: string }>(
    em,
    `insert into auth.form_grants (id, account_id, form_id, user_id, invitation_id, role, responses)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict do nothing returning id`,
    [newUuid(), account_id, form_id, user_id, invitation_id, role, responses],
  );
  return row?.id ?? null;
}

/** Hands the grants of an accepted invitation to the person, who keeps what they had. */
export async function handGrants(em: EntityManager, invitationId: string, userId: string): Promise<void> {
  await rows(
    em,
    `delete from auth.form_grants g where invitation_id = $1 and exists (
      select from auth.form_grants o where o.user_id = $2 and o.account_id = g.account_id and o.form_id = g.form_id)`,
    [invitationId, userId],
  );
  await rows(em, "update auth.form_grants set user_id = $1, invitation_id = null where invitation_id = $2", [
    userId,
    invitationId,
  ]);
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

/** `$1` is the id of the workspace, `$2` that of the form. */
const access = `
  select g.id, g.user_id, g.invitation_id, u.name, coalesce(u.email, i.email) as email, g.role, g.responses, g.created
  from auth.form_grants g left join auth.users u on u.id = g.user_id left join auth.invitations i on i.id = g.invitation_id
  where g.account_id = $1 and g.form_id = $2
    and (g.user_id is not null or (i.status = 'pending' and i.expires > now()))`;

/** Returns who has access to a form beside the members, at most a hundred. */
export async function listAccess(
  em: EntityManager,
  accountId: string,
  formId: string,
  { ordering }: Pick<Paging, "ordering">,
) {
  const direction = ordering.descending ? "desc" : "asc";
  return rows<AccessRow>(em, `${access} order by g.created ${direction}, g.id ${direction}`, [accountId, formId]);
}

export async function findAccess(em: EntityManager, accountId: string, formId: string, id: string) {
  const [row] = await rows<AccessRow>(em, `${access} and g.id = $3`, [accountId, formId, id]);
  return row ?? null;
}

export async function changeGrant(em: EntityManager, id: string, role: FormRole, responses: ResponseLevel) {
  await rows(em, "update auth.form_grants set role = $1, responses = $2 where id = $3", [role, responses, id]);
}

export async function deleteGrant(em: EntityManager, id: string): Promise<void> {
  await rows(em, "delete from auth.form_grants where id = $1", [id]);
}

/** Returns a form that is shared with more than `limit` people, or null. */
export async function findOvershared(
  em: EntityManager,
  accountId: string,
  formIds: readonly string[],
  limit: number,
): Promise<string | null> {
  const [row] = await rows<{ form_id: string }>(
    em,
    `select g.form_id from auth.form_grants g left join auth.invitations i on i.id = g.invitation_id
    where g.account_id = $1 and g.form_id = any($2::uuid[])
      and (g.user_id is not null or (i.status = 'pending' and i.expires > now()))
    group by g.form_id having count(*) > $3 limit 1`,
    [accountId, [...formIds], limit],
  );
  return row?.form_id ?? null;
}

/** Counts the forms that are shared with a person, or with an invited one. */
export async function countGrants(
  em: EntityManager,
  accountId: string,
  of: { user_id: string } | { invitation_id: string },
): Promise<number> {
  const { user_id, invitation_id }: { user_id?: string; invitation_id?: string } = of;
  const [row] = await rows<{ count: number }>(
    em,
    `select count(*)::int as count from auth.form_grants
    where account_id = $1 and (user_id = $2 or invitation_id = $3)`,
    [accountId, user_id, invitation_id],
  );
  return row?.count ?? 0;
}

/** Returns the pending invitation for an address, locked. */
export async function findPendingFor(em: EntityManager, accountId: string, emailKey: string) {
  const [row] = await rows<{ id: string; role: Role }>(
    em,
    `select id, role from auth.invitations where account_id = $1 and email_key = $2 and status = 'pending'
      and expires > now() for update`,
    [accountId, emailKey],
  );
  return row ?? null;
}
