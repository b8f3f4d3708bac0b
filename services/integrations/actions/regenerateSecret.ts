import type { Action } from "../../../shared/bus/calls.ts";
import { audit, integrationTarget } from "../audit.ts";
import { ownedOfType } from "../ownership.ts";
import { sealAll, unsealOne } from "../sealedSecrets.ts";
import { lockIntegration } from "../store/integrations.ts";
import { moduleOf } from "../types/index.ts";

/** How long the previous secret stays valid after rotation (decisions §7). */
const overlap = 24 * 60 * 60 * 1000;

/** Rotates the signing secret. Only this response has it. */
export const regenerateSecret: Action<"integrations.regenerateSecret"> = {
  params: { caller: "object", id: "string" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    const { signing_secret = "" } = moduleOf("webhook").makeSecrets?.() ?? {};
    await this.database.write(ctx, async (em) => {
      const row = await ownedOfType(caller, "webhook", id, (integrationId) => lockIntegration(em, integrationId));
      const previousSigningSecret = unsealOne(row.id, row.secrets, "signing_secret") ?? null;
      row.secrets = sealAll(row.id, row.secrets, { signing_secret, previous_signing_secret: previousSigningSecret });
      row.secret_expiries = { previous_signing_secret: new Date(Date.now() + overlap).toISOString() };
      row.modified = new Date();
      await audit(em, ctx, { action: "integration.secret_rotated", targets: [integrationTarget(row)] });
    });
    return { secret_key: signing_secret };
  },
};
