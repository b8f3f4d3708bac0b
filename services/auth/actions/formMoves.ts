import type { Action } from "../../../shared/bus/calls.ts";
import { rolesWith } from "../../../shared/domain/access/roles.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
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
    const found = await rows<Grant>(
      this.database.read(ctx),
      `select coalesce(u.email, i.email) as email from auth.form_grants g
      left join auth.users u on u.id = g.user_id left join auth.invitations i on i.id = g.invitation_id
      where g.account_id = $1 and g.form_id = $2 order by g.created, g.id`,
      [account_id, form_id],
    );
    return { emails: found.map(({ email }) => email) };
  },
};

/** Ends the access of single people to a form. Guests without another form leave. Idempotent. */
export const leaveForm: Action<"auth.leaveForm"> = {
  params: ofForm,
  async handler(ctx) {
    const { account_id, form_id } = ctx.params;
    await this.database.write(ctx, async (em) => {
      await lockWorkspace(em, account_id);
      const found = await rows<Grant>(
        em,
        `delete from auth.form_grants where account_id = $1 and form_id = $2
        returning user_id, invitation_id, '' as email`,
        [account_id, form_id],
      );
      for (const { user_id } of found) if (user_id) await stopEmailsTo(em, account_id, user_id, form_id);
      const guests = await rows<{ user_id: string }>(
        em,
        `select user_id from auth.memberships m
        where account_id = $1 and role <> all($2::text[]) and not exists (
          select from auth.form_grants g where g.account_id = m.account_id and g.user_id = m.user_id)`,
        [account_id, rolesWith("forms:read")],
      );
      for (const { user_id } of guests) {
        await deleteMember(em, account_id, user_id);
        await stopEmailsTo(em, account_id, user_id);
      }
      const offers = await rows<{ id: string }>(
        em,
        `select id from auth.invitations i
        where account_id = $1 and role <> all($2::text[]) and status = 'pending'
          and not exists (select from auth.form_grants g where g.invitation_id = i.id)`,
        [account_id, rolesWith("forms:read")],
      );
      for (const { id } of offers) await endInvitation(em, id, "revoked");
    });
    return null;
  },
};
