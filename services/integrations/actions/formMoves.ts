import type { Action } from "../../../shared/bus/calls.ts";
import { integrationsJobs, mailingsOf } from "../jobs.ts";
import * as store from "../store/formMoves.ts";
import { cancelOfForm as cancelMailings } from "../store/linkMails.ts";
import { cancelOfForm } from "../store/queue.ts";

/** A form that moves to another workspace leaves its integrations and emails behind (teams §20.13). */
const ofForm = { account_id: "uuid", form_id: "uuid" } as const;

/** Returns the names of what is attached to a form. */
export const namesOfForm: Action<"integrations.ofForm"> = {
  params: ofForm,
  async handler(ctx) {
    const { account_id, form_id } = ctx.params;
    const found = await store.namesOfForm(this.database.read(ctx), account_id, form_id);
    const names = (isMail: boolean) => found.filter(({ is_mail }) => is_mail === isMail).map(({ name }) => name);
    return { attachments: names(false), mails: names(true) };
  },
};

/** Ends a workspace's attachments and emails of a form, and its pending deliveries. Idempotent. */
export const leaveForm: Action<"integrations.leaveForm"> = {
  params: ofForm,
  async handler(ctx) {
    const { account_id, form_id } = ctx.params;
    await this.database.write(ctx, async (em) => {
      await store.detachForm(em, account_id, form_id);
      await cancelOfForm(em, account_id, form_id);
      await cancelMailings(em, ctx.params, mailingsOf);
      integrationsJobs.added(em);
    });
    return null;
  },
};
