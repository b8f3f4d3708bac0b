import type { Action } from "../../../shared/bus/calls.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { ownedOfType } from "../ownership.ts";
import type { IntegrationsService } from "../service.ts";
import { healthHours, healthOf } from "../store/health.ts";
import { findIntegration } from "../store/integrations.ts";

/** Returns an integration's health of 24 hours (features §19). */
export const health: Action<"integrations.health", IntegrationsService> = {
  params: { caller: "object", type: "string", id: "string" },
  async handler(ctx) {
    const { caller, type, id } = ctx.params;
    const pool = untilDeadline(this.database.pool, ctx);
    const em = this.database.read(ctx);
    const row = await ownedOfType(caller, type, id, (integrationId) => findIntegration(em, integrationId));
    const [healths, hours] = await Promise.all([healthOf(pool, [row.id]), healthHours(pool, row.id)]);
    const found = healths.get(row.id);
    if (!found) throw notFound("integration");
    return { ...found, hours };
  },
};
