import { invalid } from "../../../shared/errors.ts";
import { newUuid } from "../../../shared/ids.ts";
import type { Action } from "../../../shared/moleculer.ts";
import { type Config, configProblems, givenSecrets, mergedConfig, missingFields } from "../config.ts";
import { sealAll } from "../sealedSecrets.ts";
import { insertIntegration } from "../store.ts";
import { checkedType, moduleOf } from "../types/index.ts";
import { integrationView } from "../views.ts";

/** An OAuth integration begins unconnected, the others work at once (decisions §7). */
export const create: Action<"integrations.create"> = {
  params: { caller: "object", type: "string", body: "object" },
  async handler(ctx) {
    const { caller, body } = ctx.params;
    const type = checkedType(ctx.params.type);
    const module = moduleOf(type);
    const given = body.config as Config;
    const errors = [...configProblems(module, given), ...missingFields(module, given)];
    if (errors.length > 0) throw invalid(errors);
    const id = newUuid();
    const secrets = { ...givenSecrets(module, given), ...module.makeSecrets?.() };
    const row = await insertIntegration(this.database.orm.em.fork(), {
      id,
      account_id: caller.account_id,
      type,
      name: body.name,
      config: mergedConfig(module, {}, given),
      secrets: sealAll(id, {}, secrets),
      status: module.isOAuth ? "not_connected" : "connected",
    });
    return integrationView(row, undefined);
  },
};
