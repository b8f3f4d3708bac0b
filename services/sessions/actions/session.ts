import type { Resumed } from "../../../shared/api/shapes/sessions.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { auditResponse } from "../audit.ts";
import { readSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { eraseSession } from "../store/erase.ts";
import { liveFormOfSession } from "../store/liveForms.ts";
import * as store from "../store/sessions.ts";

/** Returns the state of a session without its answers, which a session id must not reveal (decisions §5). */
export const resume: Action<"sessions.resume", SessionsService> = {
  params: { session_id: "uuid" },
  async handler(ctx) {
    return resumedSession(this, await readSession(this.respondents, ctx.params.session_id));
  },
};

export async function resumedSession({ database }: SessionsService, state: store.SessionState): Promise<Resumed> {
  const form = await liveFormOfSession(database.pool, state.form_id);
  return {
    id: state.id,
    status: state.status,
    current_node_id: state.current_node_id,
    traversal_path: [...state.visits.map((visit) => visit.node_id), state.current_node_id],
    version_number: state.version_number,
    form: { slug: form?.slug ?? "" },
  };
}

/** Returns a hash of the client that started a session, for limits by client. Null if it isn't known. */
export const clientOf: Action<"sessions.clientOf"> = {
  params: { session_id: "uuid" },
  async handler(ctx) {
    return { client: await store.clientOf(this.database.pool, ctx.params.session_id) };
  },
};

/** Deletes a session permanently (decisions §6). Processes that still cache it notice when they write. */
export const erase: Action<"sessions.erase", SessionsService> = {
  params: { form_id: "uuid", session_id: "uuid", by: { type: "object", optional: true } },
  async handler(ctx) {
    const { database, respondents, announceEvents, removeFilesOf } = this;
    const { form_id: formId, session_id: sessionId } = ctx.params;
    await eraseSession(database.pool, { formId, sessionId }, ctx, (client) =>
      auditResponse(client, "response.deleted", ctx.params, ctx.meta.origin),
    );
    respondents.warm.delete(sessionId);
    announceEvents();
    await removeFilesOf(sessionId);
    return null;
  },
};
