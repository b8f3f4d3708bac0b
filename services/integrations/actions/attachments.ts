import {
  type EntityManager,
  ForeignKeyConstraintViolationException,
  UniqueConstraintViolationException,
} from "@mikro-orm/postgresql";
import type { Caller } from "../../../shared/contract.ts";
import { conflict, invalid, isProblem, notFound } from "../../../shared/errors.ts";
import type { Action } from "../../../shared/moleculer.ts";
import { uuidPattern } from "../../../shared/schema.ts";
import type { IntegrationRow } from "../entities.ts";
import { owned } from "../ownership.ts";
import { cancelOfAttachment } from "../store/queue.ts";
import * as store from "../store.ts";
import { attachmentView } from "../views.ts";

/** What listens to a form's events. Whose form it is, the forms service says: 404 and 403 come from there. */
export const listAttachments: Action<"integrations.listAttachments"> = {
  params: { caller: "object", slug: "string", paging: "object" },
  async handler(ctx) {
    const { caller, slug, paging } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const [rows, count] = await store.listAttachments(this.database.orm.em.fork(), form_id, paging);
    return { count, results: rows.map(attachmentView) };
  },
};

/** 400 for an unknown integration, 403 for another account's, 409 for one that the form has (decisions §3, §7). */
export const attach: Action<"integrations.attach"> = {
  params: { caller: "object", slug: "string", body: "object" },
  async handler(ctx) {
    const { caller, slug, body } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    checkEvents(body.events);
    const em = this.database.orm.em.fork();
    const integration = await named(em, caller, body.integration_id);
    try {
      return attachmentView(await store.insertAttachment(em, { form_id, integration, events: body.events }));
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw conflict("The form has this integration already.");
      // deleted meanwhile
      if (error instanceof ForeignKeyConstraintViolationException) throw unknownIntegration();
      throw error;
    }
  },
};

export const updateAttachment: Action<"integrations.updateAttachment"> = {
  params: { caller: "object", slug: "string", id: "string", body: "object" },
  async handler(ctx) {
    const { caller, slug, id, body } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const em = this.database.orm.em.fork();
    const row = uuidPattern.test(id) ? await store.findAttachment(em, form_id, id) : null;
    if (!row) throw notFound("form integration");
    checkEvents(body.events ?? []);
    await em.transactional(async (inner) => {
      inner.assign(row, body, { ignoreUndefined: true });
      await inner.flush();
      if (body.is_enabled === false) await cancelOfAttachment(inner, row.id);
    });
    return attachmentView(row);
  },
};

/** The account's integration stays. */
export const detach: Action<"integrations.detach"> = {
  params: { caller: "object", slug: "string", id: "string" },
  async handler(ctx) {
    const { caller, slug, id } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const em = this.database.orm.em.fork();
    await em.transactional(async (inner) => {
      const isGone = uuidPattern.test(id) && (await store.deleteAttachment(inner, form_id, id));
      if (!isGone) throw notFound("form integration");
      await cancelOfAttachment(inner, id);
    });
    return null;
  },
};

const unknownIntegration = () => invalid(["integration_id: there is no such integration"]);

/** Named in a body, not in a path: an unknown one is a mistake of the body. */
async function named(em: EntityManager, caller: Caller, id: string): Promise<IntegrationRow> {
  return owned(caller, id, (sought) => store.findIntegration(em, sought)).catch((error) => {
    throw isProblem(error, "NOT_FOUND") ? unknownIntegration() : error;
  });
}

function checkEvents(events: readonly string[]): void {
  const repeated = events.findIndex((event, index) => events.indexOf(event) < index);
  if (repeated >= 0) throw invalid([`events.${repeated}: is there twice`]);
}
