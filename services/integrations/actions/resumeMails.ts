import type pg from "pg";
import type { Action } from "../../../shared/bus/calls.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { env } from "../../../shared/platform/env.ts";
import { integrationsJobs } from "../jobs.ts";
import type { IntegrationsService } from "../service.ts";
import { isErased, lockAgainstErasure } from "../store/intake.ts";

export const hasMail: Action<"integrations.hasMail"> = {
  params: {},
  handler: async () => ({ has_mail: env().SMTP_URL !== undefined }),
};

/** Queues an email with a link to finish later (wants §23), once per session and link, unless the session was erased. */
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
    const { params: mail } = ctx;
    const { session_id: subject, account_id } = mail;
    const queue = async (client: pg.PoolClient) => {
      await lockAgainstErasure(client, [subject]);
      if (await isErased(client, subject)) return;
      const key = `${subject} ${mail.asked_at}`;
      await integrationsJobs.add(client, "resumeMail", { data: mail, account_id, subject, key, ifKnown: "once" });
    };
    await inTransaction(this.database.pool, queue, ctx);
    return null;
  },
};
