import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import { changesBetween, formTarget } from "../../../shared/api/audit/entry.ts";
import { mailMissing } from "../../../shared/api/endpoints/integrations.ts";
import { DeliveriesQuery } from "../../../shared/api/shapes/integrations.ts";
import type { UpdateMailBody } from "../../../shared/api/shapes/mails.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import type { FormReference } from "../../../shared/bus/contract/forms.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { uuidPattern } from "../../../shared/domain/schema.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, notFound } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { audit, mailFields, mailTarget } from "../audit.ts";
import { integrationsJobs } from "../jobs.ts";
import { checkMail, isAddressed, type MailFields, questionsFor } from "../mail/check.ts";
import { sendTest } from "../mail/sendTest.ts";
import { writeWithin } from "../quotas.ts";
import type { IntegrationsService } from "../service.ts";
import * as deliveries from "../store/deliveries.ts";
import * as store from "../store/mails.ts";
import { cancelOfAttachment, cancelOfIntegration } from "../store/queue.ts";
import { mailsQuota } from "../store/quotas.ts";
import { deliveryView, mailView } from "../views.ts";
import { filtersOf } from "./deliveries.ts";

/** Email notifications of a form (features §17). */
export const listMails: Action<"integrations.listMails"> = {
  params: { caller: "object", slug: "string", paging: "object" },
  async handler(ctx) {
    const { caller, slug, paging } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const { count, rows } = await store.listMails(untilDeadline(this.database.pool, ctx), form_id, paging);
    return { count, results: rows.map(mailView) };
  },
};

export const getMail: Action<"integrations.getMail", IntegrationsService> = {
  params: { caller: "object", slug: "string", id: "string" },
  async handler(ctx) {
    const { caller, slug, id } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    return mailView(await findMail(this, form_id, id));
  },
};

export const createMail: Action<"integrations.createMail", IntegrationsService> = {
  params: { caller: "object", slug: "string", body: "object", base_url: "string" },
  async handler(ctx) {
    const { caller, slug, body, base_url } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const fields = fieldsOf(defaults, body);
    await checkMail(ctx, caller, form, fields, body);
    refuseWithoutMail();
    const mail = {
      ...fields,
      id: newUuid(),
      account_id: caller.account_id,
      form_id: form.form_id,
      base_url,
      form_title: form.title,
      addresses: await questionsFor(this.database.pool, ctx, caller, fields.to, []),
      created: new Date(),
    };
    // later events have larger positions, earlier ones smaller
    const { position } = await ctx.call("sessions.eventPosition", { form_id: form.form_id });
    const quota = mailsQuota(caller.account_id, form.form_id, slug);
    await writeWithin(this, ctx, quota, async (em) => {
      await store.insertMail(em, mail, position);
      await ask(em, mail, []);
      const changes = changesBetween({}, mailFields(fields));
      await audit(em, ctx, { action: "mail.created", targets: targetsOf(mail, form), changes });
    });
    return mailView(await findMail(this, form.form_id, mail.id));
  },
};

export const updateMail: Action<"integrations.updateMail", IntegrationsService> = {
  params: { caller: "object", slug: "string", id: "string", body: "object", base_url: "string" },
  async handler(ctx) {
    const { caller, slug, id, body, base_url } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const found = await findMail(this, form.form_id, id);
    await checkMail(ctx, caller, form, fieldsOf(fieldsIn(found), body), body);
    refuseWithoutMail();
    // an owner who enables a stopped notification asks its addresses again
    const isAsking = body.to !== undefined || body.is_enabled === true;
    const given = body.to === undefined ? fieldsIn(found).to : body.to;
    const asked = isAsking ? await questionsFor(this.database.pool, ctx, caller, given, found.addresses) : null;
    await this.database.write(ctx, async (em) => {
      const row = await store.lockMail(em, form.form_id, found.id);
      if (!row) throw notFound("email notification");
      const fields = fieldsOf(fieldsIn(row), body);
      if (!isAddressed(fields)) throw conflict("The email notification was changed at the same time. Try again.");
      const addresses = fields.to === null ? [] : (asked ?? row.addresses);
      await store.updateMail(em, { ...row, ...fields, addresses, base_url, form_title: form.title });
      await ask(em, { ...row, addresses }, row.addresses);
      const changes = changesBetween(mailFields(fieldsIn(row)), mailFields(fields));
      if (changes.length > 0)
        await audit(em, ctx, { action: "mail.changed", targets: targetsOf({ ...row, ...fields }, form), changes });
      if (!fields.is_enabled) {
        await cancelOfAttachment(em, row.id);
        await store.dropDigest(em, row.id);
      }
    });
    return mailView(await findMail(this, form.form_id, found.id));
  },
};

/** Lets addresses be asked that haven't been yet. */
async function ask(em: EntityManager, mail: store.MailRow, before: readonly store.MailAddress[]): Promise<void> {
  const { id: mailId, account_id } = mail;
  for (const { address_key, asked_at, state } of mail.addresses) {
    const wasAsked = before.some((known) => known.address_key === address_key && known.asked_at === asked_at);
    if (state !== "pending" || wasAsked) continue;
    const key = `${mailId} ${address_key}`;
    await integrationsJobs.add(em, "question", { data: { mail_id: mailId, address_key }, account_id, key });
  }
}

/** Deletes a notification, cancels its pending emails and keeps the records in the sessions' lists. */
export const removeMail: Action<"integrations.removeMail", IntegrationsService> = {
  params: { caller: "object", slug: "string", id: "string" },
  async handler(ctx) {
    const { caller, slug, id } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const mail = await findMail(this, form.form_id, id);
    return this.database.write(ctx, async (em) => {
      await store.deleteMail(em, mail.id);
      await cancelOfIntegration(em, mail.id);
      await audit(em, ctx, { action: "mail.deleted", targets: targetsOf(mail, form) });
      return null;
    });
  },
};

/** Sends the email with sample answers to the caller's own address. */
export const testMail: Action<"integrations.testMail", IntegrationsService> = {
  params: { caller: "object", slug: "string", id: "string", base_url: "string" },
  async handler(ctx) {
    const { caller, slug, id, base_url } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const mail = await findMail(this, form.form_id, id);
    refuseWithoutMail();
    const { email } = await ctx.call("auth.me", { caller });
    const note = (client: pg.ClientBase) =>
      audit(client, ctx, { action: "mail.tested", targets: targetsOf(mail, form) });
    return sendTest(this, ctx, { ...mail, base_url }, form, { address: email, note });
  },
};

export const listMailDeliveries: Action<"integrations.listMailDeliveries", IntegrationsService> = {
  params: { caller: "object", slug: "string", id: "string", query: queryRule(DeliveriesQuery), paging: "object" },
  async handler(ctx) {
    const { caller, slug, id, query, paging } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const mail = await findMail(this, form_id, id);
    const pool = untilDeadline(this.database.pool, ctx);
    const { count, rows } = await deliveries.listDeliveries(pool, mail.id, filtersOf(query), paging);
    return { count, results: rows.map((row) => deliveryView(row, caller, { form_id })) };
  },
};

const targetsOf = (mail: { id: string; name: string }, form: FormReference) => [
  mailTarget(mail),
  formTarget(form.form_id, form.title),
];

async function findMail({ database }: IntegrationsService, formId: string, id: string): Promise<store.MailRow> {
  const mail = uuidPattern.test(id) ? await store.findMail(database.pool, id) : null;
  if (mail?.form_id !== formId) throw notFound("email notification");
  return mail;
}

function refuseWithoutMail(): void {
  if (!env().SMTP_URL) throw conflict(mailMissing);
}

const defaults = {
  event: "session.completed",
  to: null,
  to_node_id: null,
  reply_to_node_id: null,
  include_answers: true,
  condition: null,
  personal: "include",
  digest: "none",
  is_enabled: true,
  translations: {},
} as const;

const fieldsIn = (row: store.MailRow): MailFields => ({
  ...row,
  to: row.addresses.length > 0 ? row.addresses.map(({ address }) => address) : null,
});

/** Returns the fields after a request. Absent ones stay. */
function fieldsOf(stored: object, body: UpdateMailBody): MailFields {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return { ...stored, ...Object.fromEntries(given) } as MailFields;
}
