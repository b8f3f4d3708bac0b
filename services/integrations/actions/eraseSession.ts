import type { Action } from "../../../shared/bus/calls.ts";
import { eraseSession as erase } from "../store/intake.ts";

/**
 * Erases a session from deliveries (decisions §6). Erasing a session calls it before the response. If that fails, the
 * erasure in the sessions outbox is taken in like an event.
 */
export const eraseSession: Action<"integrations.eraseSession"> = {
  params: { session_id: "uuid" },
  async handler(ctx) {
    await erase(this.database.pool, ctx.params.session_id, ctx);
    return null;
  },
};
