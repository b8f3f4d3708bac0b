import type { Action } from "../../../shared/moleculer.ts";
import { ownedOfType } from "../ownership.ts";
import { deleteIntegration, findIntegration } from "../store.ts";
import { checkedType } from "../types/index.ts";

/** Deletes for good, and detaches from all forms (spec §Account integrations). */
export const remove: Action<"integrations.remove"> = {
  params: { caller: "object", type: "string", id: "string" },
  async handler(ctx) {
    const { caller, id } = ctx.params;
    const em = this.database.orm.em.fork();
    const row = await ownedOfType(caller, checkedType(ctx.params.type), id, (sought) => findIntegration(em, sought));
    await deleteIntegration(em, row.id);
    return null;
  },
};
