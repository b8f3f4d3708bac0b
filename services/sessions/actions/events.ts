import { notFound } from "../../../shared/errors.ts";
import { killAt } from "../../../shared/kill-point.ts";
import type { Action } from "../../../shared/moleculer.ts";
import * as store from "../store/events.ts";
import { formOfSession, versionGraphByNumber } from "../store/live-forms.ts";

/** The outbox, for whoever makes deliveries of a session's events (design: docs/adr/0004-delivery-queue.md). */
export const claimEvents: Action<"sessions.claimEvents"> = {
  params: { consumer: "string", limit: { type: "number", integer: true, min: 1, max: 1000 } },
  async handler(ctx) {
    const { consumer, limit } = ctx.params;
    const events = await store.claimEvents(this.database.pool, consumer, limit);
    if (events.length > 0) killAt("event-leased");
    return { events };
  },
};

export const acknowledgeEvents: Action<"sessions.acknowledgeEvents"> = {
  params: { ids: { type: "array", items: "uuid" } },
  async handler(ctx) {
    await store.acknowledgeEvents(this.database.pool, ctx.params.ids);
    return null;
  },
};

/** Something about this event cannot be taken in: it is kept, and offered again with growing pauses. */
export const failEvent: Action<"sessions.failEvent"> = {
  params: { id: "uuid", error: "string" },
  async handler(ctx) {
    const { id, error } = ctx.params;
    const failed = await store.failEvent(this.database.pool, id);
    if (failed) this.logger.warn(`Event ${id} was not taken in (time ${failed.attempts}): ${error}`);
    return null;
  },
};

/** Whose a session is: its deliveries are read under its form. */
export const locate: Action<"sessions.locate"> = {
  params: { session_id: "uuid" },
  async handler(ctx) {
    const form_id = await formOfSession(this.database.pool, ctx.params.session_id);
    if (!form_id) throw notFound("session");
    return { form_id };
  },
};

/** What deliveries need of a version: titles and question types. */
export const versionGraph: Action<"sessions.versionGraph"> = {
  params: { form_id: "uuid", version_number: { type: "number", integer: true } },
  async handler(ctx) {
    const { form_id, version_number } = ctx.params;
    return { graph: await versionGraphByNumber(this.database.pool, form_id, version_number) };
  },
};
