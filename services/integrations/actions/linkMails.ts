import type pg from "pg";
import { formTarget } from "../../../shared/api/audit/entry.ts";
import { mailMissing } from "../../../shared/api/endpoints/integrations.ts";
import { LinkMailDeliveriesQuery } from "../../../shared/api/shapes/linkMails.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { FormReference } from "../../../shared/bus/contract/forms.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, invalid, notFound } from "../../../shared/platform/errors.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { newOrderedUuid } from "../../../shared/platform/ids.ts";
import { openShares } from "../../../shared/platform/shares.ts";
import { audit } from "../audit.ts";
import { integrationsJobs, mailingsOf } from "../jobs.ts";
import { checkLetter } from "../mail/checkLinkLetter.ts";
import { type Chosen, choosePeople, noneLeftOut } from "../mail/choosePeople.ts";
import { deliveryOf, mailingView } from "../mail/linkMailViews.ts";
import { previewOf } from "../mail/linkPreview.ts";
import { sendLinkTest } from "../mail/sendLinkTest.ts";
import type { IntegrationsService } from "../service.ts";
import * as store from "../store/linkMails.ts";
import { invitationsLeft, invitationsPerDay } from "../store/mailSends.ts";

type Sending = Ctx<Params<"integrations.sendLinkMails">>;

/** Choosing among 100,000 links takes seconds, so an account's choices follow each other. */
const choosing = openShares({ perAccount: 1, total: 2, waiting: 100 });

/** POST /form/{slug}/links/mail/: invites people, or says what that would do (`is_dry_run`). */
export const sendLinkMails: Action<"integrations.sendLinkMails", IntegrationsService> = {
  params: { caller: "object", slug: "string", body: "object", base_url: "string" },
  async handler(ctx) {
    const { caller, slug, body } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    await checkLetter(body, form, this.background.context.graphs);
    checkChoice(body);
    refuseUnsendable();
    const mailing = mailingOf(ctx, form);
    const { pool } = this.database;
    const chosen = await choosing(caller.account_id, ctx, () =>
      choosePeople(ctx, pool, form.form_id, caller.account_id, body),
    );
    if (body.is_dry_run) return dryRun(ctx, pool, mailing, chosen);
    const sent = await inTransaction(pool, (client) => insert(client, ctx, mailing, chosen), ctx);
    faultPoint("mailing-recorded");
    return mailingView({ ...mailing, ...sent, ...nothingYet(sent.recipients, mailing) });
  },
};

/** Throws 409 without mail, and where the server sends no invitations. */
function refuseUnsendable(): void {
  if (env().SMTP_URL === undefined) throw conflict(mailMissing);
  if (invitationsPerDay() === 0)
    throw conflict("This server sends no invitations. Ask an administrator to set QUOTA_INVITATIONS_PER_ACCOUNT_DAY.");
}

function checkChoice({ link_ids, filter, remind_after_days: days = [] }: Sending["params"]["body"]): void {
  if ((link_ids === undefined) === (filter === undefined)) throw invalid(["link_ids: send either link_ids or filter"]);
  if (days.some((day, at) => at > 0 && day <= (days[at - 1] ?? 0)))
    throw invalid(["remind_after_days: must be ascending"]);
}

function mailingOf({ params }: Sending, form: FormReference): store.MailingRow {
  const { caller, body, base_url } = params;
  const { name = null, subject, text, reply_to = null, translations = {}, remind_after_days = [] } = body;
  return {
    id: newOrderedUuid(),
    account_id: caller.account_id,
    form_id: form.form_id,
    form: { slug: form.slug, title: form.title },
    workspace: caller.workspace ?? form.title,
    language: form.language ?? "en",
    base_url,
    name,
    subject,
    text,
    reply_to,
    translations,
    remind_after_days,
    left_out: noneLeftOut(),
    cancelled_at: null,
    created: new Date(),
  };
}

const nothingYet = (recipients: number, { remind_after_days: days }: store.MailingRow): store.MailingFigures => ({
  recipients,
  sent: 0,
  waiting: recipients,
  failed: 0,
  reminders_planned: recipients * days.length,
  has_begun: false,
  next_reminder_at: null,
});

async function dryRun(ctx: Sending, pool: pg.Pool, mailing: store.MailingRow, { ids, leftOut, sample }: Chosen) {
  const left = await invitationsLeft(pool, mailing.account_id);
  const { links } = sample ? await ctx.call("sessions.linksForMail", { link_ids: [sample.id] }) : { links: [] };
  return {
    ...mailingView({ ...mailing, left_out: leftOut, ...nothingYet(ids.length, mailing) }),
    id: null,
    preview: sample && previewOf(mailing, links[0] ?? sample),
    left_today: Number.isFinite(left) ? left : null,
  };
}

const batchSize = 5_000;

/** A link that another request invites at the same time is counted as left out. */
async function insert(
  client: pg.PoolClient,
  ctx: Sending,
  mailing: store.MailingRow,
  { ids, leftOut }: Chosen,
): Promise<{ left_out: store.MailingRow["left_out"]; recipients: number }> {
  await store.insertMailing(client, mailing);
  let recipients = 0;
  for (let start = 0; start < ids.length; start += batchSize)
    recipients += await store.insertInvitations(client, mailing, ids.slice(start, start + batchSize));
  const allLeftOut = { ...leftOut, invited: leftOut.invited + ids.length - recipients };
  await store.setLeftOut(client, mailing.id, allLeftOut);
  const changes = [{ field: "recipients", before: null, after: recipients }];
  const targets = [formTarget(mailing.form_id, mailing.form.title)];
  await audit(client, ctx, { action: "links.mailed", targets, changes });
  await resume(client, mailing);
  faultPoint("mailing-noting");
  return { left_out: allLeftOut, recipients };
}

/** Lets a mailing's letters be sent, and sessions hear of them. */
const resume = (client: pg.PoolClient, { id, account_id }: Pick<store.MailingRow, "id" | "account_id">) =>
  integrationsJobs.add(client, "mailing", { data: { mailing_id: id }, account_id, key: id });

export const listLinkMails: Action<"integrations.listLinkMails"> = {
  params: { caller: "object", slug: "string", paging: "object" },
  async handler(ctx) {
    const { caller, slug, paging } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const { count, rows } = await store.listMailings(untilDeadline(this.database.pool, ctx), form_id, paging);
    return { count, results: rows.map(mailingView) };
  },
};

export const getLinkMail: Action<"integrations.getLinkMail"> = {
  params: { caller: "object", slug: "string", id: "uuid" },
  async handler(ctx) {
    const { caller, slug, id } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const found = await store.findMailing(untilDeadline(this.database.pool, ctx), form_id, id);
    if (!found) throw notFound("invitation");
    return mailingView(found);
  },
};

/** Cancels what isn't sent. A repeat changes nothing. */
export const cancelLinkMail: Action<"integrations.cancelLinkMail", IntegrationsService> = {
  params: { caller: "object", slug: "string", id: "uuid" },
  async handler(ctx) {
    const { caller, slug, id } = ctx.params;
    const { form_id, title } = await ctx.call("forms.locate", { caller, slug });
    const { pool } = this.database;
    const found = await store.findMailing(pool, form_id, id);
    if (!found) throw notFound("invitation");
    const cancel = async (client: pg.PoolClient) => {
      if (!(await store.cancelMailing(client, id))) return;
      await resume(client, found);
      const changes = [{ field: "status", before: null, after: "cancelled" }];
      await audit(client, ctx, { action: "links.mailed", targets: [formTarget(form_id, title)], changes });
    };
    await inTransaction(pool, cancel, ctx);
    return null;
  },
};

export const testLinkMail: Action<"integrations.testLinkMail", IntegrationsService> = {
  params: { caller: "object", slug: "string", body: "object", base_url: "string" },
  async handler(ctx) {
    const { caller, slug } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    await checkLetter(ctx.params.body, form, this.background.context.graphs);
    refuseUnsendable();
    return sendLinkTest(this, ctx, form);
  },
};

export const listLinkMailDeliveries: Action<"integrations.listLinkMailDeliveries"> = {
  params: {
    caller: "object",
    slug: "string",
    id: "uuid",
    query: queryRule(LinkMailDeliveriesQuery, true),
    paging: "object",
  },
  async handler(ctx) {
    const { caller, slug, id, query, paging } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const pool = untilDeadline(this.database.pool, ctx);
    if (!(await store.findMailing(pool, form_id, id))) throw notFound("invitation");
    const { count, rows } = await store.listAttempts(pool, id, paging);
    if (query?.include === undefined || rows.length === 0)
      return { count, results: rows.map((row) => deliveryOf(row)) };
    const linkIds = [...new Set(rows.map(({ link_id }) => link_id))];
    const { links } = await ctx.call("sessions.linksForMail", { link_ids: linkIds });
    const references = new Map(links.map((link) => [link.id, link.reference]));
    return { count, results: rows.map((row) => deliveryOf(row, references.get(row.link_id) ?? null)) };
  },
};

export const cancelMailsOfLinks: Action<"integrations.cancelMailsOfLinks"> = {
  params: { link_ids: { type: "array", items: "uuid" } },
  async handler(ctx) {
    await store.cancelOfLinks(this.database.pool, ctx.params.link_ids, mailingsOf);
    integrationsJobs.added(this.database.pool);
    return null;
  },
};
