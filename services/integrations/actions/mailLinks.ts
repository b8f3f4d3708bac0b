import type { Action } from "../../../shared/bus/calls.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { notFoundAs } from "../../../shared/platform/errors.ts";
import { addressOf, type LinkPurpose, mailIdIn } from "../mail/links.ts";
import type { IntegrationsService } from "../service.ts";
import { findMail, type MailAddress, type MailRow, moveAddress } from "../store/mails.ts";
import { addNotice } from "../store/notices.ts";

/** Links in emails, which need no sign-in (features §17). */
interface Linked {
  mail: MailRow;
  address: MailAddress;
}

/** Returns what a link in an email is about. 404 if it is invalid or has expired. Changes nothing. */
export const mailLink: Action<"integrations.mailLink", IntegrationsService> = {
  params: { purpose: "string", token: "string" },
  async handler(ctx) {
    const { purpose, token } = ctx.params;
    const { mail, address } = await linked(this, purpose, token);
    return { form_title: mail.form_title, address: address.address, is_stopped: address.state === "stopped" };
  },
};

/** Confirms an address. Repeating it changes nothing, and it doesn't undo an unsubscription. */
export const confirmMail: Action<"integrations.confirmMail", IntegrationsService> = {
  params: { token: "string" },
  async handler(ctx) {
    const { mail, address } = await linked(this, "confirm", ctx.params.token);
    if (address.state === "pending") {
      await inTransaction(
        this.database.pool,
        (client) => moveAddress(client, mail.id, address.address_key, "active"),
        ctx,
      );
    }
    return { form_title: mail.form_title, address: address.address, is_stopped: address.state === "stopped" };
  },
};

/** Stops a form's emails to one address, and notifies the account. */
export const stopMail: Action<"integrations.stopMail", IntegrationsService> = {
  params: { token: "string" },
  async handler(ctx) {
    const { mail, address } = await linked(this, "stop", ctx.params.token);
    if (address.state !== "stopped") {
      const stop = async (client: Parameters<typeof moveAddress>[0]) => {
        await moveAddress(client, mail.id, address.address_key, "stopped");
        await addNotice(client, {
          account_id: mail.account_id,
          kind: "integration_disabled",
          message: `${address.address} unsubscribed from the email notification "${mail.name}" of "${mail.form_title}".`,
          key: `mail stopped ${mail.id} ${new Date().toISOString()}`,
          form_slug: null,
        });
      };
      await inTransaction(this.database.pool, stop, ctx);
    }
    return { form_title: mail.form_title, address: address.address, is_stopped: true };
  },
};

async function linked({ database }: IntegrationsService, purpose: LinkPurpose, token: string): Promise<Linked> {
  const id = mailIdIn(token);
  const mail = id && (await findMail(database.pool, id));
  const address = mail && addressOf(purpose, token, mail, new Date());
  if (!mail || !address) throw notFoundAs("This link is invalid or has expired.");
  return { mail, address };
}
