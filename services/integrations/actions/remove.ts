import type { Action } from "../../../shared/moleculer.ts";
import { ownedOfType } from "../ownership.ts";
import { cancelOfIntegration } from "../store/queue.ts";
import { deleteIntegration, findIntegration } from "../store.ts";
import { checkedType } from "../types/index.ts";

/** Deletes for good, and detaches from all forms (spec §Account integrations). */
export const remove: Action<"integrations.remove"> = {
  params: { caller: "object", type: "string", id: "string" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    const em = this.database.orm.em.fork();
    const row = await ownedOfType(caller, checkedType(ctx.params.type), id, (sought) => findIntegration(em, sought));
    // what is pending would reach nobody; what has happened stays in the sessions' lists
    await em.transactional(async (inner) => {
      await deleteIntegration(inner, row.id);
      await cancelOfIntegration(inner, row.id);
    });
    return null;
  },
};
