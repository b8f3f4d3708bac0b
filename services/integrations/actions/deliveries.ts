import { changesBetween } from "../../../shared/api/audit/entry.ts";
import type { DeliveredForm, DeliveriesQuery } from "../../../shared/api/shapes/integrations.ts";
import { AccountDeliveriesQuery, ListedDeliveriesQuery } from "../../../shared/api/shapes/integrations.ts";
import type { Action, Ctx } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { queryRule } from "../../../shared/bus/queryRule.ts";
import { uuidPattern } from "../../../shared/domain/schema.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { dateRange } from "../../../shared/platform/dateRange.ts";
import { conflict, notFound } from "../../../shared/platform/errors.ts";
import { openShares } from "../../../shared/platform/shares.ts";
import { audit, integrationTarget } from "../audit.ts";
import type { IntegrationRow } from "../entities.ts";
import { ownedOfType } from "../ownership.ts";
import type { IntegrationsService } from "../service.ts";
import * as store from "../store/deliveries.ts";
import { eraseSession as erase } from "../store/intake.ts";
import { findIntegration } from "../store/integrations.ts";
import { checkedType } from "../types/index.ts";
import { deliveryDetailView, deliveryView } from "../views.ts";

/** Timeout for the names of records' forms. */
const formTimeoutMs = 2_000;

/** Lists an integration's delivery records (spec §Account integrations, decisions §7). */
export const listDeliveries: Action<"integrations.listDeliveries", IntegrationsService> = {
  params: { caller: "object", type: "string", id: "string", query: queryRule(ListedDeliveriesQuery), paging: "object" },
  async handler(ctx) {
    const row = await target(this, ctx);
    const filters = filtersOf(ctx.params.query);
    const { caller, query, paging } = ctx.params;
    const { count, rows } = await store.listDeliveries(untilDeadline(this.database.pool, ctx), row.id, filters, paging);
    const results = rows.map((one) => deliveryView(one, caller, "workspace"));
    if (query.include !== "form") return { count, results };
    const forms = await formsOf(ctx, rows);
    return { count, results: results.map((one, at) => ({ ...one, form: forms.get(rows[at]?.form_id ?? "") ?? null })) };
  },
};

/** Lists the deliveries of all integrations of an account (decisions §9.3). */
export const listAccountDeliveries: Action<"integrations.listAccountDeliveries", IntegrationsService> = {
  params: { caller: "object", query: queryRule(AccountDeliveriesQuery), paging: "object" },
  async handler(ctx) {
    const { caller, query, paging } = ctx.params;
    const { integration_id = null, ...filters } = query;
    const pool = untilDeadline(this.database.pool, ctx);
    const { count, rows } = await store.listOfAccount(
      pool,
      caller.account_id,
      integration_id,
      filtersOf(filters),
      paging,
    );
    return { count, results: rows.map((one) => deliveryView(one, ctx.params.caller, "workspace")) };
  },
};

export const getDelivery: Action<"integrations.getDelivery", IntegrationsService> = {
  params: { caller: "object", type: "string", id: "string", delivery_id: "string" },
  async handler(ctx) {
    const row = await target(this, ctx);
    const found = await record(this, row, ctx.params.delivery_id);
    const forms = await formsOf(ctx, [found]);
    return deliveryDetailView(found, forms.get(found.form_id ?? "")?.slug ?? null);
  },
};

/** Returns the forms of records by their IDs. A record is useful without its form, so none if the forms service doesn't answer. */
async function formsOf(
  ctx: Ctx<{ caller: Caller }>,
  rows: readonly store.FormDeliveryRow[],
): Promise<Map<string, DeliveredForm>> {
  const ids = [...new Set(rows.flatMap(({ form_id: id }) => id ?? []))];
  if (ids.length === 0) return new Map();
  const asked = { caller: ctx.params.caller, form_ids: ids };
  const named = await ctx.call("forms.named", asked, { timeout: formTimeoutMs }).catch(() => []);
  return new Map(named.map(({ form_id: id, slug, title }) => [id, { slug, title }]));
}

/** Queues an immediate attempt with the original payload, which replaces a pending one. */
export const retryDelivery: Action<"integrations.retryDelivery", IntegrationsService> = {
  params: { caller: "object", type: "string", id: "string", delivery_id: "string" },
  async handler(ctx) {
    const row = await target(this, ctx);
    const { id, event, status } = await record(this, row, ctx.params.delivery_id);
    if (status === "skipped") throw conflict("The condition excluded this session, so there is nothing to retry.");
    if (event === "test") throw conflict("Test deliveries can't be retried. Send a new test.");
    refuseDisabled(row);
    const isQueued = await store.retryDelivery(this.database.pool, id, ctx, (client) =>
      audit(client, ctx, {
        action: "delivery.retried",
        targets: [{ type: "delivery", id, name: null }, integrationTarget(row)],
      }),
    );
    if (!isQueued) throw conflict("This delivery can't be retried because its payload was deleted.");
    this.background.engine.deliver();
    return { queued: true };
  },
};

/** A replay runs one statement after another until its deadline, and uses a connection nearly all the time. */
const replays = openShares({ perAccount: 1, total: 2 });

export const replay: Action<"integrations.replay", IntegrationsService> = {
  params: { caller: "object", type: "string", id: "string", body: "object" },
  async handler(ctx) {
    const row = await target(this, ctx);
    const filters = filtersOf(ctx.params.body);
    refuseDisabled(row);
    const queuedCount = await replays(row.account_id, ctx, () =>
      store.replayDeliveries(this.database.pool, row.id, filters, ctx, (client) =>
        audit(client, ctx, {
          action: "deliveries.replayed",
          targets: [integrationTarget(row)],
          changes: changesBetween({}, ctx.params.body),
        }),
      ),
    );
    this.background.engine.deliver();
    return { queued_count: queuedCount };
  },
};

/** Lists a session's delivery records, including those of deleted integrations. */
export const listSessionDeliveries: Action<"integrations.listSessionDeliveries", IntegrationsService> = {
  params: { caller: "object", slug: "string", session_id: "uuid" },
  async handler(ctx) {
    const { caller, slug, session_id } = ctx.params;
    const { form_id } = await ctx.call("forms.locate", { caller, slug });
    const session = await ctx.call("sessions.locate", { session_id });
    if (session.form_id !== form_id) throw notFound("session");
    const rows = await store.listOfSession(untilDeadline(this.database.pool, ctx), session_id);
    return rows.map((row) => deliveryView(row, caller, { form_id }));
  },
};

interface Named {
  caller: Parameters<typeof ownedOfType>[0];
  type: string;
  id: string;
}

function target({ database }: IntegrationsService, ctx: Ctx<Named>): Promise<IntegrationRow> {
  const { caller, type, id } = ctx.params;
  const em = database.read(ctx);
  return ownedOfType(caller, checkedType(type), id, (integrationId) => findIntegration(em, integrationId));
}

/** Finds a record of this integration. */
async function record({ database }: IntegrationsService, row: IntegrationRow, id: string) {
  const found = uuidPattern.test(id) ? await store.findDelivery(database.pool, row.id, id) : null;
  if (!found) throw notFound("delivery");
  return found;
}

function refuseDisabled({ status }: IntegrationRow): void {
  if (status === "disabled")
    throw conflict('This integration is disabled. Set its `status` to "connected", or connect it again.');
}

/**
 * Erases a session from deliveries (decisions §6). Erasing a session calls it before the response. If that fails, the
 * erasure in the sessions outbox is taken in like an event.
 */
export const eraseSession: Action<"integrations.eraseSession"> = {
  params: { session_id: "uuid" },
  async handler(ctx) {
    await erase(this.database.pool, ctx.params.session_id, ctx);
    return null;
  },
};

/** Returns the filters of a list or replay (decisions §1, §7). 400 if the dates are reversed. */
export function filtersOf(query: DeliveriesQuery): store.DeliveryFilters {
  return { status: query.status ?? null, event: query.event ?? null, ...dateRange(query, "from_date", "to_date") };
}
