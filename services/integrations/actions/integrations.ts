import { changesBetween } from "../../../shared/api/audit/entry.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { descriptionOf } from "../../../shared/domain/integrations/index.ts";
import { untilDeadline } from "../../../shared/platform/database/untilDeadline.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { audit, configChanges, integrationTarget } from "../audit.ts";
import {
  type Config,
  configProblems,
  givenSecrets,
  invalidConfig,
  maskedProblems,
  mergedConfig,
  missingFields,
  shownConfig,
} from "../config.ts";
import { writeWithin } from "../quotas.ts";
import { sealAll } from "../sealedSecrets.ts";
import type { IntegrationsService } from "../service.ts";
import { lastDeliveries } from "../store/deliveries.ts";
import { healthOf } from "../store/health.ts";
import { insertIntegration, listIntegrations } from "../store/integrations.ts";
import { integrationsQuota } from "../store/quotas.ts";
import { checkedType, moduleOf } from "../types/index.ts";
import { integrationView } from "../views.ts";

/** Creates an integration. OAuth types begin as `not_connected` (decisions §7). */
export const create: Action<"integrations.create", IntegrationsService> = {
  params: { caller: "object", type: "string", body: "object" },
  async handler(ctx) {
    const { caller, body } = ctx.params;
    const type = checkedType(ctx.params.type);
    const given = body.config as Config;
    const errors = [...configProblems(type, given), ...missingFields(type, given), ...maskedProblems(type, given, {})];
    if (errors.length > 0) throw invalidConfig(type, given, errors);
    const id = newUuid();
    const secrets = { ...givenSecrets(type, given, {}), ...moduleOf(type).makeSecrets?.() };
    const fields = {
      id,
      account_id: caller.account_id,
      type,
      created_by: caller.key_id === null ? caller.user_id : null,
      name: body.name,
      config: mergedConfig(type, {}, given),
      secrets: sealAll(id, {}, secrets),
      status: descriptionOf(type).auth === "oauth" ? ("not_connected" as const) : ("connected" as const),
    };
    const quota = integrationsQuota(caller.account_id);
    const changes = [
      ...changesBetween({}, { type }),
      ...configChanges({}, shownConfig(type, fields.config), Object.keys(secrets)),
    ];
    return writeWithin(this, ctx, quota, async (em) => {
      const row = await insertIntegration(em, fields);
      await audit(em, ctx, { action: "integration.created", targets: [integrationTarget(row)], changes });
      return integrationView(row, undefined);
    });
  },
};

export const list: Action<"integrations.list"> = {
  params: { caller: "object", type: { type: "string", optional: true }, paging: "object" },
  async handler(ctx) {
    const { caller, type, paging } = ctx.params;
    const checked = type === undefined ? null : checkedType(type);
    const em = this.database.read(ctx);
    const [rows, count] = await listIntegrations(em, caller.account_id, checked, paging);
    const ids = rows.map(({ id }) => id);
    const pool = untilDeadline(this.database.pool, ctx);
    const [last, healths] = await Promise.all([lastDeliveries(pool, ids), healthOf(pool, ids)]);
    const results = rows.map((row) => ({ ...integrationView(row, last.get(row.id)), health: healths.get(row.id) }));
    return { count, results };
  },
};
