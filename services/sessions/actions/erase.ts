import type { Action } from "../../../shared/bus/calls.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import type { SessionsService } from "../service.ts";
import { eraseSession } from "../store/erase.ts";

/** Deletes a session permanently (decisions §6). Processes that still cache it notice when they write. */
export const erase: Action<"sessions.erase", SessionsService> = {
  params: { form_id: "uuid", session_id: "uuid" },
  async handler(ctx) {
    const { database, respondents, announceEvents, removeFilesOf } = this;
    const { form_id: formId, session_id: sessionId } = ctx.params;
    await eraseSession(database.pool, formId, sessionId, ctx);
    respondents.warm.delete(sessionId);
    faultPoint("session-erased");
    announceEvents();
    await removeFilesOf(sessionId);
    return null;
  },
};
