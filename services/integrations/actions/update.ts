import { changesBetween } from "../../../shared/api/audit/entry.ts";
import type { UpdateIntegrationBody } from "../../../shared/api/shapes/integrations.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { descriptionOf } from "../../../shared/domain/integrations/index.ts";
import { conflict } from "../../../shared/platform/errors.ts";
import { audit, configChanges, integrationTarget } from "../audit.ts";
import {
  type Config,
  clearedFields,
  configProblems,
  givenSecrets,
  invalidConfig,
  maskedProblems,
  mergedConfig,
  shownConfig,
} from "../config.ts";
import type { IntegrationRow } from "../entities.ts";
import { ownedOfType } from "../ownership.ts";
import { sealAll } from "../sealedSecrets.ts";
import { lastDeliveries } from "../store/deliveries.ts";
import { lockIntegration } from "../store/integrations.ts";
import { checkedType } from "../types/index.ts";
import { integrationView } from "../views.ts";

/** Updates an integration. Merges `config`, null clears an optional field, and omitted secrets stay (decisions §7). */
export const update: Action<"integrations.update"> = {
  params: { caller: "object", type: "string", id: "string", body: "object" },
  async handler(ctx) {
    const { caller, id, body } = ctx.params;
    const type = checkedType(ctx.params.type);
    const row = await this.database.write(ctx, async (em) => {
      const found = await ownedOfType(caller, type, id, (integrationId) => lockIntegration(em, integrationId));
      const given = (body.config ?? {}) as Config;
      const errors = [
        ...configProblems(type, given),
        ...clearedFields(type, given),
        ...maskedProblems(type, given, found.secrets),
      ];
      if (errors.length > 0) throw invalidConfig(type, given, errors);
      const stored = found.status;
      if (body.status) connect(found);
      const before = { name: found.name, status: stored, config: shownConfig(type, found.config) };
      const secrets = apply(found, body, given);
      const changes = [
        ...changesBetween(before, { name: found.name, status: found.status }),
        ...configChanges(before.config, shownConfig(type, found.config), secrets),
      ];
      if (changes.length > 0)
        await audit(em, ctx, { action: "integration.changed", targets: [integrationTarget(found)], changes });
      return found;
    });
    const last = await lastDeliveries(this.database.pool, [row.id]);
    return integrationView(row, last.get(row.id));
  },
};

/** Enables a disabled integration. One that lost its authorization must connect again. */
function connect(row: IntegrationRow): void {
  if (row.status === "connected") return;
  if (descriptionOf(row.type).auth === "oauth")
    throw conflict("This integration isn't authorized. Connect it with GET /api/integrations/{type}/connect/.");
  row.status = "connected";
  row.failing_since = null;
}

/** Returns the names of the secrets that it stored. */
function apply(row: IntegrationRow, body: UpdateIntegrationBody, given: Config): string[] {
  const secrets = givenSecrets(row.type, given, row.secrets);
  row.name = body.name ?? row.name;
  row.config = mergedConfig(row.type, row.config, given);
  if (Object.keys(secrets).length > 0) row.secrets = sealAll(row.id, row.secrets, secrets);
  if (Object.values(body).some((value) => value !== undefined)) row.modified = new Date();
  return Object.keys(secrets);
}
