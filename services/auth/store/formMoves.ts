import { rolesWith } from "../../../shared/api/access/roles.ts";
import { rows, type Target } from "../../../shared/platform/database/rows.ts";

/** Returns the addresses of the people with whom a form is shared. */
export async function emailsOfForm(target: Target, accountId: string, formId: string): Promise<string[]> {
  const found = await rows<{ email: string }>(
    target,
    `select coalesce(u.email, i.email) as email from auth.form_grants g
      left join auth.users u on u.id = g.user_id left join auth.invitations i on i.id = g.invitation_id
      where g.account_id = $1 and g.form_id = $2 order by g.created, g.id`,
    [accountId, formId],
  );
  return found.map(({ email }) => email);
}

/** Ends all grants of a form, and returns whose they were: null for those of invitations. */
export async function deleteGrantsOfForm(
  target: Target,
  accountId: string,
  formId: string,
): Promise<{ user_id: string | null }[]> {
  const text = "delete from auth.form_grants where account_id = $1 and form_id = $2 returning user_id";
  return rows(target, text, [accountId, formId]);
}

/** Returns the guests who have no form of the workspace. */
export async function idleGuests(target: Target, accountId: string): Promise<string[]> {
  const found = await rows<{ user_id: string }>(
    target,
    `select user_id from auth.memberships m
      where account_id = $1 and role <> all($2::text[]) and not exists (
        select from auth.form_grants g where g.account_id = m.account_id and g.user_id = m.user_id)`,
    [accountId, rolesWith("forms:read")],
  );
  return found.map(({ user_id }) => user_id);
}

/** Returns the pending invitations of guests that offer no form. */
export async function emptyInvitations(target: Target, accountId: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    target,
    `select id from auth.invitations i
      where account_id = $1 and role <> all($2::text[]) and status = 'pending'
        and not exists (select from auth.form_grants g where g.invitation_id = i.id)`,
    [accountId, rolesWith("forms:read")],
  );
  return found.map(({ id }) => id);
}
