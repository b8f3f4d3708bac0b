import {
  type EntityManager,
  ForeignKeyConstraintViolationException,
  UniqueConstraintViolationException,
} from "@mikro-orm/postgresql";
import { changesBetween, formTarget } from "../../../shared/api/audit/entry.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import type { FormReference } from "../../../shared/bus/contract/forms.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { uuidPattern } from "../../../shared/domain/schema.ts";
import { conflict, invalid, isProblem, notFound } from "../../../shared/platform/errors.ts";
import { attachmentFields, attachmentTarget, audit, integrationTarget } from "../audit.ts";
import { checkCondition } from "../conditions.ts";
import type { AttachmentRow, IntegrationRow } from "../entities.ts";
import { owned, ownedOfType } from "../ownership.ts";
import { writeWithin } from "../quotas.ts";
import type { IntegrationsService } from "../service.ts";
import * as store from "../store/attachments.ts";
import { findIntegration } from "../store/integrations.ts";
import { cancelOfAttachment } from "../store/queue.ts";
import { attachmentsQuota } from "../store/quotas.ts";
import { checkedType } from "../types/index.ts";
import { attachedFormView, attachmentView } from "../views.ts";

/** Lists the attachments of a form. The forms service decides on 404 and 403. */
export const listAttachments: Action<"integrations.listAttachments"> = {
  params: { caller: "object", slug: "string", paging: "object" },
  async handler(ctx) {
    const { caller, slug, paging } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const [rows, count] = await store.listAttachments(this.database.read(ctx), form_id, paging);
    return { count, results: rows.map(attachmentView) };
  },
};

/** Lists the forms of an integration. The forms service has their titles. */
export const listForms: Action<"integrations.listForms"> = {
  params: { caller: "object", type: "string", id: "string", paging: "object" },
  async handler(ctx) {
    const { caller, type, id, paging } = ctx.params;
    const em = this.database.read(ctx);
    const row = await ownedOfType(caller, checkedType(type), id, (integrationId) => findIntegration(em, integrationId));
    const [attachments, count] = await store.listOfIntegration(em, row.id, paging);
    const formIds = attachments.map(({ form_id }) => form_id);
    const named = await ctx.call("forms.named", { caller, form_ids: formIds });
    const forms = new Map(named.map((form) => [form.form_id, form]));
    const results = attachments.flatMap((attachment) => {
      const form = forms.get(attachment.form_id);
      return form ? [attachedFormView(attachment, form)] : [];
    });
    return { count, results };
  },
};

/** Attaches an integration. 400 if unknown, 403 if another account's, 409 if already attached (decisions §3, §7). */
export const attach: Action<"integrations.attach", IntegrationsService> = {
  params: { caller: "object", slug: "string", body: "object" },
  async handler(ctx) {
    const { caller, slug, body } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const { form_id } = form;
    checkEvents(body.events);
    checkCondition(body.condition);
    await named(this.database.read(ctx), caller, form_id, body.integration_id);
    // later events have larger positions, earlier ones smaller
    const { position } = await ctx.call("sessions.eventPosition", { form_id });
    try {
      const quota = attachmentsQuota(caller.account_id, form_id, slug);
      return await writeWithin(this, ctx, quota, async (em) => {
        const integration = await named(em, caller, form_id, body.integration_id);
        const condition = body.condition ?? null;
        const personal = body.personal ?? "include";
        const fields = { form_id, integration, events: body.events, condition, personal, position };
        const row = await store.insertAttachment(em, fields);
        await audit(em, ctx, {
          action: "attachment.created",
          targets: targetsOf(row, form),
          changes: changesBetween({}, { events: row.events, condition, ...(personal === "omit" && { personal }) }),
        });
        return attachmentView(row);
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException)
        throw conflict("Already attached to this form. Update the existing attachment.");
      // deleted in between
      if (error instanceof ForeignKeyConstraintViolationException) throw unknownIntegration();
      throw error;
    }
  },
};

const targetsOf = (row: AttachmentRow, form: FormReference) => [
  attachmentTarget(row),
  integrationTarget(row.integration),
  formTarget(form.form_id, form.title),
];

export const updateAttachment: Action<"integrations.updateAttachment"> = {
  params: { caller: "object", slug: "string", id: "string", body: "object" },
  async handler(ctx) {
    const { caller, slug, id, body } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const { form_id } = form;
    return this.database.write(ctx, async (em) => {
      const row = uuidPattern.test(id) ? await store.findAttachment(em, form_id, id) : null;
      if (!row) throw notFound("form integration");
      checkEvents(body.events ?? []);
      checkCondition(body.condition);
      const changes = changesBetween(attachmentFields(row), body);
      em.assign(row, body, { ignoreUndefined: true });
      await em.flush();
      if (body.is_enabled === false) await cancelOfAttachment(em, row.id);
      if (changes.length > 0)
        await audit(em, ctx, { action: "attachment.changed", targets: targetsOf(row, form), changes });
      return attachmentView(row);
    });
  },
};

/** Detaches the integration from the form and keeps it. */
export const detach: Action<"integrations.detach"> = {
  params: { caller: "object", slug: "string", id: "string" },
  async handler(ctx) {
    const { caller, slug, id } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    return this.database.write(ctx, async (em) => {
      const row = uuidPattern.test(id) ? await store.deleteAttachment(em, form.form_id, id) : null;
      if (!row) throw notFound("form integration");
      await cancelOfAttachment(em, id);
      await audit(em, ctx, { action: "attachment.deleted", targets: targetsOf(row, form) });
      return null;
    });
  },
};

const unknownIntegration = () => invalid(["integration_id: integration not found"]);

/** Finds the integration in a body. 400 if unknown. */
async function named(em: EntityManager, caller: Caller, formId: string, id: string): Promise<IntegrationRow> {
  return owned(caller, id, (integrationId) => findIntegration(em, integrationId), { form_id: formId }).catch(
    (error) => {
      throw isProblem(error, "NOT_FOUND") ? unknownIntegration() : error;
    },
  );
}

function checkEvents(events: readonly string[]): void {
  const repeated = events.findIndex((event, index) => events.indexOf(event) < index);
  if (repeated >= 0) throw invalid([`events.${repeated}: must not be repeated`]);
}
