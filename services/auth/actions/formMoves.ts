import type { Action } from "../../../shared/bus/calls.ts";
import * as store from "../store/formMoves.ts";
import { endInvitation } from "../store/invitations.ts";
import { deleteMember, stopEmailsTo } from "../store/members.ts";
import { lockWorkspace } from "../store/workspaces.ts";

/** A form that moves to another workspace leaves the people behind with whom it was shared (teams §20.13). */
const ofForm = { account_id: "uuid", form_id: "uuid" } as const;

/** Returns the addresses of the people with whom a form is shared. */
export const accessOfForm: Action<"auth.accessOfForm"> = {
  params: ofForm,
  async handler(ctx) {
    const { account_id, form_id } = ctx.params;
    return { emails: await store.emailsOfForm(this.database.read(ctx), account_id, form_id) };
  },
};

/** Ends the access of single people to a form. Guests without another form leave. Idempotent. */
export const leaveForm: Action<"auth.leaveForm"> = {
  params: ofForm,
  async handler(ctx) {
    const { account_id, form_id } = ctx.params;
    await this.database.write(ctx, async (em) => {
      await lockWorkspace(em, account_id);
      for (const { user_id } of await store.deleteGrantsOfForm(em, account_id, form_id))
        if (user_id) await stopEmailsTo(em, account_id, user_id, form_id);
      for (const userId of await store.idleGuests(em, account_id)) {
        await deleteMember(em, account_id, userId);
        await stopEmailsTo(em, account_id, userId);
      }
      for (const id of await store.emptyInvitations(em, account_id)) await endInvitation(em, id, "revoked");
    });
    return null;
  },
};
