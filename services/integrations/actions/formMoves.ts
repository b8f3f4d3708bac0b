import type { Action } from "../../../shared/bus/calls.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import { mailingsOf } from "../jobs.ts";
import { cancelOfForm as cancelMailings } from "../store/linkMails.ts";
import { cancelOfForm } from "../store/queue.ts";

/** A form that moves to another workspace leaves its integrations and emails behind (teams §20.13). */
const ofForm = { account_id: "uuid", form_id: "uuid" } as const;

/** Returns the names of what is attached to a form. */
export const namesOfForm: Action<"integrations.ofForm"> = {
  params: ofForm,
  async handler(ctx) {
    const { rows } = await this.database.pool.query<{ name: string; is_mail: boolean }>(
      `select i.name, i.type = 'mail' as is_mail from integrations.attachments a
        join integrations.integrations i on i.id = a.integration_id
        where a.form_id = $1 and i.account_id = $2 order by i.name, i.id`,
      [ctx.params.form_id, ctx.params.account_id],
    );
    const names = (isMail: boolean) => rows.filter(({ is_mail }) => is_mail === isMail).map(({ name }) => name);
    return { attachments: names(false), mails: names(true) };
  },
};

/** Ends a workspace's attachments and emails of a form, and its pending deliveries. Idempotent. */
export const leaveForm: Action<"integrations.leaveForm"> = {
  params: ofForm,
  async handler(ctx) {
    const { account_id, form_id } = ctx.params;
    await this.database.write(ctx, async (em) => {
      await rows(
        em,
        `delete from integrations.integrations where account_id = $1 and type = 'mail'
          and id in (select id from integrations.mails where form_id = $2)`,
        [account_id, form_id],
      );
      await rows(
        em,
        `delete from integrations.attachments a using integrations.integrations i
        where a.form_id = $1 and i.id = a.integration_id and i.account_id = $2`,
        [form_id, account_id],
      );
      await cancelOfForm(em, account_id, form_id);
      await cancelMailings(em, ctx.params, mailingsOf);
    });
    return null;
  },
};
