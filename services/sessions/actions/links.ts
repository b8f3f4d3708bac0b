import type pg from "pg";
import { allows } from "../../../shared/api/access/allows.ts";
import { formTarget } from "../../../shared/api/audit/entry.ts";
import { DeleteLinkQuery, LinksQuery } from "../../../shared/api/shapes/links.ts";
import type { Action, Ctx, Params } from "../../../shared/bus/calls.ts";
import type { Caller, FormReference } from "../../../shared/bus/contract.ts";
import { maxPayload } from "../../../shared/bus/internals.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { env } from "../../../shared/platform/env.ts";
import { conflict, invalid, notFound, unavailable } from "../../../shared/platform/errors.ts";
import { audit } from "../audit.ts";
import { checkingLinks, needsForm, type Published } from "../links/check.ts";
import { linkView } from "../links/views.ts";
import type { SessionsService } from "../service.ts";
import * as store from "../store/links.ts";
import { liveFormById } from "../store/liveForms.ts";

/** Personal links of a form (features §15 and its last section). */
export const createLinks: Action<"sessions.createLinks", SessionsService> = {
  params: { caller: "object", slug: "string", body: "object", base_url: "string" },
  async handler(ctx) {
    const { caller, slug, body, base_url: baseUrl } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const now = new Date();
    const published = body.links.some(needsForm) ? await publishedForm(this, form.form_id, now) : null;
    const { rows, errors } = await this.respondents.slices.finish(checkingLinks(body.links, published, now));
    if (errors.length > 0) throw invalid(errors);
    // its creator needs the addresses, whatever else the role may read
    const place = { baseUrl, slug: form.slug, withUrl: true };
    const write = async (client: pg.PoolClient) => {
      const results = (await insert(client, ctx, form, rows, now)).map((row) => linkView(row, place));
      refuseLargeReply(results, maxPayload(this.broker) - busHeadroom);
      return results;
    };
    return { results: await inTransaction(this.database.pool, write, ctx) };
  },
};

async function publishedForm(
  { database, respondents }: SessionsService,
  formId: string,
  now: Date,
): Promise<Published> {
  const form = await liveFormById(database.pool, formId, now);
  if (!form?.version_id) throw conflict("Publish the form first.");
  return { version: await respondents.versions.get(form.version_id), language: form.language };
}

async function insert(
  client: pg.PoolClient,
  ctx: Ctx<Params<"sessions.createLinks">>,
  { form_id: formId, title }: FormReference,
  rows: store.NewLinkRow[],
  now: Date,
): Promise<store.LinkRow[]> {
  await store.lockLinks(client, formId);
  const references = rows.map(({ reference }) => reference);
  const taken = await store.takenReferences(client, formId, references);
  if (taken.length > 0) throw referenceTaken(taken);
  await refuseOverQuota(client, formId, rows.length);
  const created = await store.insertLinks(client, formId, rows, now);
  const changes = [{ field: "links", before: null, after: rows.length }];
  await audit(client, ctx, { action: "links.created", targets: [formTarget(formId, title)], changes });
  return created;
}

/** Bytes of a message beside its result. */
const busHeadroom = 64 * 1024;

/** Throws before the commit if the bus can't carry the reply. */
function refuseLargeReply(results: readonly object[], limit: number): void {
  if (Buffer.byteLength(JSON.stringify(results)) > limit)
    throw invalid(["links: hidden fields and prefilled answers are too large together. Send fewer links"]);
}

const namedReferences = 3;

function referenceTaken(taken: readonly string[]): Error {
  const named = taken.slice(0, namedReferences).map((reference) => `"${reference}"`);
  const rest = taken.length > namedReferences ? ` and ${taken.length - namedReferences} more` : "";
  return conflict(
    `This form already has a link for ${named.join(", ")}${rest}. Use another reference or revoke it first.`,
    { references: taken },
  );
}

async function refuseOverQuota(client: pg.PoolClient, formId: string, added: number): Promise<void> {
  const { QUOTAS, QUOTA_LINKS_PER_FORM: limit } = env();
  if (!QUOTAS || limit === 0 || (await store.countLinks(client, formId)) + added <= limit) return;
  throw conflict(
    `A form can have ${limit.toLocaleString("en")} personal links. Create fewer, or ask an administrator.`,
  );
}

/** The links of a repeated request. An address is given once. */
export const linksAgain: Action<"sessions.linksAgain", SessionsService> = {
  params: { caller: "object", slug: "string", ids: "array", base_url: "string" },
  async handler(ctx) {
    const { caller, slug, ids, base_url: baseUrl } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const rows = await store.findLinks(untilDeadline(this.database.pool, ctx), form.form_id, ids, new Date());
    return rows.map((row) => linkView(row, { baseUrl, slug: form.slug, withUrl: false }));
  },
};

export const listLinks: Action<"sessions.listLinks", SessionsService> = {
  params: { caller: "object", slug: "string", query: queryRule(LinksQuery), paging: "object", base_url: "string" },
  async handler(ctx) {
    const { caller, slug, query, paging, base_url: baseUrl } = ctx.params;
    const form = await ctx.call("forms.locate", { caller, slug });
    const filters = { ...query, search: paging.search };
    const pool = untilDeadline(this.database.pool, ctx);
    const { count, counts, rows } = await store.listLinks(pool, form.form_id, filters, paging, new Date());
    const place = { baseUrl, slug: form.slug, withUrl: mayAnswer(caller, form) };
    return { count, counts, results: rows.map((row) => linkView(row, place)) };
  },
};

/** An address answers for a person, so it takes the right to write responses. */
export const mayAnswer = (caller: Caller, { form_id }: Pick<FormReference, "form_id">): boolean =>
  allows({ ...caller, needs: ["responses:write"] }, { form_id });

/** Revokes a link, and erases it with `erase`. A repeat changes nothing. */
export const revokeLink: Action<"sessions.revokeLink", SessionsService> = {
  params: { caller: "object", slug: "string", id: "uuid", query: queryRule(DeleteLinkQuery) },
  async handler(ctx) {
    const { caller, slug, id, query } = ctx.params;
    const { form_id: formId, title } = await ctx.call("forms.locate", { caller, slug });
    await inTransaction(
      this.database.pool,
      async (client) => {
        const revoked = await store.revokeLink(client, formId, id, new Date());
        if (!revoked) throw notFound("link");
        const isErased = query.erase === true && revoked.reference !== null;
        if (isErased) await store.eraseLink(client, id);
        if (!isErased && !revoked.is_new) return;
        const targets = [{ type: "link", id, name: null }, formTarget(formId, title)];
        await audit(client, ctx, { action: isErased ? "links.erased" : "links.revoked", targets });
      },
      ctx,
    );
    // until a repeat, its emails find out when they are due
    await ctx.call("integrations.cancelMailsOfLinks", { link_ids: [id] }).catch((error: Error) => {
      this.logger.warn(`Failed to cancel emails of link ${id}: ${error.message}`);
      throw unavailable("Revoked, but its emails aren't canceled yet. Repeat the request.");
    });
    return null;
  },
};
