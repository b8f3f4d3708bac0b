import type { Action } from "../../../shared/bus/calls.ts";
import { audit, integrationTarget } from "../audit.ts";
import { ownedOfType } from "../ownership.ts";
import { deleteIntegration, findIntegration } from "../store/integrations.ts";
import { cancelOfIntegration } from "../store/queue.ts";
import { checkedType } from "../types/index.ts";

/** Deletes an integration permanently and detaches it from all forms (spec §Account integrations). */
export const remove: Action<"integrations.remove"> = {
  params: { caller: "object", type: "string", id: "string" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    const type = checkedType(ctx.params.type);
    return this.database.write(ctx, async (em) => {
      const row = await ownedOfType(caller, type, id, (integrationId) => findIntegration(em, integrationId));
      // cancel pending deliveries and keep the records in the sessions' lists
      await deleteIntegration(em, row.id);
      await cancelOfIntegration(em, row.id);
      await audit(em, ctx, { action: "integration.deleted", targets: [integrationTarget(row)] });
      return null;
    });
  },
};
