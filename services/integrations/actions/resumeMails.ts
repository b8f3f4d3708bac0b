import type { Action } from "../../../shared/bus/calls.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { env } from "../../../shared/platform/env.ts";
import type { IntegrationsService } from "../service.ts";
import { addResumeMail } from "../store/resumeMails.ts";

export const hasMail: Action<"integrations.hasMail"> = {
  params: {},
  handler: async () => ({ has_mail: env().SMTP_URL !== undefined }),
};

/** Queues an email with a link to finish later (wants §23). */
export const mailResume: Action<"integrations.mailResume", IntegrationsService> = {
  params: {
    session_id: "uuid",
    asked_at: "string",
    account_id: "uuid",
    form: "object",
    address: "string",
    client: { type: "string", nullable: true },
    language: "string",
    base_url: "string",
  },
  async handler(ctx) {
    await inTransaction(this.database.pool, (client) => addResumeMail(client, ctx.params), ctx);
    this.background.resumeMails?.wake();
    return null;
  },
};
