import type { Action } from "../../../shared/bus/calls.ts";
import type { MailableLink } from "../../../shared/bus/contract/sessions.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { isClosed } from "../closed.ts";
import { titleIn } from "../languages.ts";
import type { SessionsService } from "../service.ts";
import { linksByIds, linksChosen, noteMails } from "../store/linkMails.ts";
import type { LinkRow } from "../store/links.ts";
import { type LiveFormRow, liveFormById } from "../store/liveForms.ts";

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
    const now = new Date();
    const rows = await linksByIds(untilDeadline(this.database.pool, ctx), ctx.params.link_ids, now);
    const forms = new Map<string, LiveFormRow | null>();
    // in practice one
    for (const formId of new Set(rows.map(({ form_id }) => form_id)))
      forms.set(formId, await liveFormById(this.database.pool, formId, now));
    const links = rows.map(async (row) => ({
      ...mailable(row),
      form: await formOf(this, forms.get(row.form_id) ?? null, row.language, now),
    }));
    return { links: await Promise.all(links) };
  },
};

/** A letter whose link would open nothing isn't sent. */
async function formOf(
  { respondents }: SessionsService,
  form: LiveFormRow | null,
  language: string | null,
  now: Date,
): Promise<MailableLink["form"]> {
  if (!form?.version_id || isClosed(form, now) || respondents.suspended.has(form.form_id))
    return { is_closed: true, opens_at: null };
  const { opens_at: opensAt, version_id, title, theme } = form;
  return {
    is_closed: false,
    theme,
    opens_at: opensAt && opensAt > now ? opensAt.toISOString() : null,
    ...(language !== null && { title: await titleIn(respondents.versions, version_id, title, language) }),
  };
}

export const noteLinkMails: Action<"sessions.noteLinkMails", SessionsService> = {
  params: { notes: "array" },
  async handler(ctx) {
    await noteMails(this.database.pool, ctx.params.notes);
    return null;
  },
};
