import type { Action } from "../../../shared/bus/calls.ts";
import { eraseSession as erase } from "../store/intake.ts";

/**
 * A person's right to erasure (decisions §6), here for the deliveries. Whoever erases a session calls it before answering;
 * should that fail, the erasure stands in the outbox of sessions and is taken in like an event.
 */
export const eraseSession: Action<"integrations.eraseSession"> = {
  params: { session_id: "uuid" },
  async handler(ctx) {
    await erase(this.database.pool, ctx.params.session_id, ctx);
    return null;
  },
};
