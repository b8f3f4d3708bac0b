import type { Action } from "../../../shared/bus/calls.ts";
import * as store from "../store/changes.ts";

/** Returns the sessions that analytics has to read again, from the outbox. */
export const changes: Action<"sessions.changes"> = {
  params: { limit: { type: "number", integer: true, min: 1, max: 1000 } },
  async handler(ctx) {
    return { changes: await store.sessionChanges(this.database.pool, ctx.params.limit) };
  },
};

export const acknowledgeChanges: Action<"sessions.acknowledgeChanges"> = {
  params: { ids: { type: "array", items: "uuid" } },
  async handler(ctx) {
    await store.acknowledgeChanges(this.database.pool, ctx.params.ids);
    return null;
  },
};
