import type { Action } from "../../../shared/bus/calls.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import type { SessionsService } from "../service.ts";
import { noteAttachedForms as markAttachedForms } from "../store/attachedForms.ts";
import * as changeStore from "../store/changes.ts";
import * as store from "../store/events.ts";
import { personalOf } from "../store/personal.ts";
import { formOfSession } from "../store/sessions.ts";
import { versionInLanguage } from "../store/translations.ts";
import { versionGraphByNumber } from "../store/versions.ts";

/** Claims events from the outbox, to make deliveries of them (docs/adr/0004-delivery-queue.md). */
export const claimEvents: Action<"sessions.claimEvents", SessionsService> = {
  params: { consumer: "string", limit: { type: "number", integer: true, min: 1, max: 1000 } },
  async handler(ctx) {
    const { consumer, limit } = ctx.params;
    const events = await store.claimEvents(
      { ...this.database, versions: this.respondents.versions },
      consumer,
      limit,
      (id, error) => {
        this.logger.error(`Failed to read event ${id}, retrying: ${error.message}`);
      },
    );
    if (events.length > 0) faultPoint("event-leased");
    return { events };
  },
};

export const nextEvent: Action<"sessions.nextEvent"> = {
  params: {},
  async handler() {
    return { due_ms: await store.msUntilEvent(this.database.pool) };
  },
};

export const acknowledgeEvents: Action<"sessions.acknowledgeEvents"> = {
  params: { ids: { type: "array", items: "uuid" } },
  async handler(ctx) {
    await store.acknowledgeEvents(this.database.pool, ctx.params.ids);
    return null;
  },
};

/** Keeps an event that its consumer fails on, and offers it again after growing delays. */
export const failEvent: Action<"sessions.failEvent"> = {
  params: { id: "uuid", error: "string" },
  async handler(ctx) {
    const { id, error } = ctx.params;
    const failed = await store.failEvent(this.database.pool, id);
    if (failed)
      this.logger.warn(`Failed to create deliveries of event ${id} (attempt ${failed.attempts}), retrying: ${error}`);
    return null;
  },
};

/** Returns the current position in the sequence of events. Later events have larger ones. */
export const eventPosition: Action<"sessions.eventPosition"> = {
  params: { form_id: { type: "uuid", optional: true } },
  async handler(ctx) {
    return { position: await store.nextPosition(this.database.pool, ctx.params.form_id ?? null) };
  },
};

export const noteAttachedForms: Action<"sessions.noteAttachedForms"> = {
  params: {
    form_ids: { type: "array", items: "uuid" },
    others: { type: "enum", values: ["none", "unknown", "follow"] },
  },
  async handler(ctx) {
    const { form_ids: formIds, others } = ctx.params;
    return { are_known: await markAttachedForms(this.database.pool, formIds, others) };
  },
};

/** Returns the form of a session, whose owner can read its deliveries. */
export const locate: Action<"sessions.locate"> = {
  params: { session_id: "uuid" },
  async handler(ctx) {
    const formId = await formOfSession(this.database.pool, ctx.params.session_id);
    if (!formId) throw notFound("session");
    return { form_id: formId };
  },
};

/** Returns the nodes of a form whose answers can identify someone, as of its newest version (wants §21.5). */
export const personalNodes: Action<"sessions.personalNodes"> = {
  params: { form_id: "uuid" },
  async handler(ctx) {
    return { node_ids: await personalOf(this.database.pool, ctx.params.form_id) };
  },
};

/** Returns the graph of a version, for the titles and question types in deliveries. */
export const versionGraph: Action<"sessions.versionGraph"> = {
  params: { form_id: "uuid", version_number: { type: "number", integer: true }, language: "string|optional" },
  async handler(ctx) {
    const { form_id: formId, version_number: versionNumber, language } = ctx.params;
    if (language !== undefined) return versionInLanguage(this.database.pool, formId, versionNumber, language);
    return versionGraphByNumber(this.database.pool, formId, versionNumber);
  },
};

/** Returns the sessions that analytics has to read again, from the outbox. */
export const changes: Action<"sessions.changes"> = {
  params: { limit: { type: "number", integer: true, min: 1, max: 1000 } },
  async handler(ctx) {
    return { changes: await changeStore.sessionChanges(this.database.pool, ctx.params.limit) };
  },
};

export const acknowledgeChanges: Action<"sessions.acknowledgeChanges"> = {
  params: { ids: { type: "array", items: "uuid" } },
  async handler(ctx) {
    await changeStore.acknowledgeChanges(this.database.pool, ctx.params.ids);
    return null;
  },
};
