import { sql } from "kysely";
import type { Action } from "../../../shared/bus/calls.ts";
import { rolesWith } from "../../../shared/domain/access/roles.ts";
import { endInvitation } from "../store/invitations.ts";
import { deleteMember, stopEmailsTo } from "../store/members.ts";
import { lockWorkspace } from "../store/workspaces.ts";

/** A form that moves to another workspace leaves the people behind with whom it was shared (teams §20.13). */
const ofForm = { account_id: "uuid", form_id: "uuid" } as const;

interface Grant {
  user_id: string | null;
  invitation_id: string | null;
  email: string;
}

/** Returns the addresses of the people with whom a form is shared. */
export const accessOfForm: Action<"auth.accessOfForm"> = {
  params: ofForm,
  async handler(ctx) {
    const { account_id, form_id } = ctx.params;
    const { rows } = await sql<Grant>`
      select coalesce(u.email, i.email) as email from auth.form_grants g
      left join auth.users u on u.id = g.user_id left join auth.invitations i on i.id = g.invitation_id
      where g.account_id = ${account_id} and g.form_id = ${form_id} order by g.created, g.id`.execute(
      this.database.read(ctx).getKysely(),
    );
    return { emails: rows.map(({ email }) => email) };
  },
};

/** Ends the access of single people to a form. Guests without another form leave. Idempotent. */
export const leaveForm: Action<"auth.leaveForm"> = {
  params: ofForm,
  async handler(ctx) {
    const { account_id, form_id } = ctx.params;
    await this.database.write(ctx, async (em) => {
      await lockWorkspace(em, account_id);
      const db = em.getKysely();
      const { rows } = await sql<Grant>`
        delete from auth.form_grants where account_id = ${account_id} and form_id = ${form_id}
        returning user_id, invitation_id, '' as email`.execute(db);
      for (const { user_id } of rows) if (user_id) await stopEmailsTo(em, account_id, user_id, form_id);
      const { rows: guests } = await sql<{ user_id: string }>`
        select user_id from auth.memberships m
        where account_id = ${account_id} and role <> all(${sql.val(rolesWith("forms:read"))}::text[]) and not exists (
          select from auth.form_grants g where g.account_id = m.account_id and g.user_id = m.user_id)`.execute(db);
      for (const { user_id } of guests) {
        await deleteMember(em, account_id, user_id);
        await stopEmailsTo(em, account_id, user_id);
      }
      const { rows: offers } = await sql<{ id: string }>`
        select id from auth.invitations i
        where account_id = ${account_id} and role <> all(${sql.val(rolesWith("forms:read"))}::text[]) and status = 'pending'
          and not exists (select from auth.form_grants g where g.invitation_id = i.id)`.execute(db);
      for (const { id } of offers) await endInvitation(em, id, "revoked");
    });
    return null;
  },
};
