import type { Action } from "../../../shared/bus/calls.ts";
import type { MailableLink } from "../../../shared/bus/contract/sessions.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import type { SessionsService } from "../service.ts";
import { linksByIds, linksChosen, noteMails } from "../store/linkMails.ts";
import type { LinkRow } from "../store/links.ts";

/** Personal links for invitations (features, last section, "Invitations"). Integrations keeps no address. */

const mailable = (row: LinkRow): MailableLink => ({
  id: row.id,
  form_id: row.form_id,
  reference: row.reference,
  email: row.email,
  language: row.language,
  hidden: row.hidden,
  status: row.status,
  is_answered: row.was_completed,
  mail_status: row.mail_status,
});

export const chooseLinks: Action<"sessions.chooseLinks", SessionsService> = {
  params: { form_id: "uuid", choice: "object", after: { type: "uuid", nullable: true }, limit: "number" },
  async handler(ctx) {
    const { form_id, choice, after, limit } = ctx.params;
    const pool = untilDeadline(this.database.pool, ctx);
    const rows = await linksChosen(pool, form_id, choice, { after, limit }, new Date());
    return { links: rows.map(mailable) };
  },
};

export const linksForMail: Action<"sessions.linksForMail", SessionsService> = {
  params: { link_ids: { type: "array", items: "uuid" } },
  async handler(ctx) {
    const rows = await linksByIds(untilDeadline(this.database.pool, ctx), ctx.params.link_ids, new Date());
    return { links: rows.map(mailable) };
  },
};

export const noteLinkMails: Action<"sessions.noteLinkMails", SessionsService> = {
  params: { notes: "array" },
  async handler(ctx) {
    await noteMails(this.database.pool, ctx.params.notes);
    return null;
  },
};
