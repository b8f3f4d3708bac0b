import type { Action } from "../../../shared/bus/calls.ts";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import * as store from "../store/people.ts";

/** Returns the integrations of a member, which stay, and the emails to them, which stop (teams §20.5). */
export const ofMember: Action<"integrations.ofMember"> = {
  params: { caller: "object", user_id: "uuid", email: "string" },
  async handler(ctx) {
    const { caller, user_id, email } = ctx.params;
    const { account_id } = caller;
    const integrations = await store.integrationsBy(this.database.pool, account_id, user_id);
    const mails = await store.mailsShownTo(this.database.pool, account_id, emailKey(email));
    const ids = [...new Set(mails.map(({ form_id }) => form_id))];
    const forms = ids.length > 0 ? await ctx.call("forms.named", { caller, form_ids: ids }) : [];
    const slugs = new Map(forms.map(({ form_id, slug }) => [form_id, slug]));
    return {
      integrations,
      mails: mails.flatMap(({ form_id, mail_id, name }) => {
        const formSlug = slugs.get(form_id);
        return formSlug === undefined ? [] : [{ form_slug: formSlug, mail_id, name }];
      }),
    };
  },
};

/** Stops an account's emails, of one form or of all, to an address that may not read its responses anymore (teams §20.12). Idempotent. */
export const stopAddress: Action<"integrations.stopAddress"> = {
  params: { account_id: "uuid", form_id: { type: "uuid", nullable: true }, email: "string" },
  async handler(ctx) {
    await inTransaction(this.database.pool, (client) => store.stopAddress(client, ctx.params), ctx);
    return null;
  },
};
