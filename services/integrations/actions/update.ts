import { conflict, invalid } from "../../../shared/errors.ts";
import type { Action } from "../../../shared/moleculer.ts";
import type { UpdateIntegrationBody } from "../../../shared/shapes/integrations.ts";
import { type Config, clearedFields, configProblems, givenSecrets, mergedConfig } from "../config.ts";
import type { IntegrationRow } from "../entities.ts";
import { ownedOfType } from "../ownership.ts";
import { sealAll } from "../sealedSecrets.ts";
import { lastDeliveries } from "../store/deliveries.ts";
import { lockIntegration } from "../store.ts";
import { moduleOf } from "../types/index.ts";
import { integrationView } from "../views.ts";

/** `config` merges, null clears an optional field, and an omitted secret stays as it is (decisions §7). */
export const update: Action<"integrations.update"> = {
  params: { caller: "object", type: "string", id: "string", body: "object" },
  async handler(ctx) {
    const { caller, type, id, body } = ctx.params;
    const module = moduleOf(type);
    const row = await this.database.orm.em.fork().transactional(async (em) => {
      const found = await ownedOfType(caller, type, id, (sought) => lockIntegration(em, sought));
      const given = (body.config ?? {}) as Config;
      const errors = [...configProblems(module, given), ...clearedFields(module, given)];
      if (errors.length > 0) throw invalid(errors);
      if (body.status) connect(found);
      apply(found, body, given);
      return found;
    });
    const last = await lastDeliveries(this.database.pool, [row.id]);
    return integrationView(row, last.get(row.id));
  },
};

/** Puts a disabled integration back to work; one that was never connected, or lost its consent, needs its provider. */
function connect(row: IntegrationRow): void {
  if (row.status === "connected") return;
  if (moduleOf(row.type).isOAuth)
    throw conflict("This integration is connected by its provider's consent: see connect.");
  row.status = "connected";
  row.failing_since = null;
}

function apply(row: IntegrationRow, body: UpdateIntegrationBody, given: Config): void {
  const module = moduleOf(row.type);
  const secrets = givenSecrets(module, given);
  row.name = body.name ?? row.name;
  row.config = mergedConfig(module, row.config, given);
  if (Object.keys(secrets).length > 0) row.secrets = sealAll(row.id, row.secrets, secrets);
  if (Object.values(body).some((value) => value !== undefined)) row.modified = new Date();
}
