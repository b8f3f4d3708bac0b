import { notFound } from "../../../shared/errors.ts";
import { killAt } from "../../../shared/kill-point.ts";
import type { Action } from "../../../shared/moleculer.ts";
import type { SessionsService } from "../service.ts";
import { eraseSession } from "../store/erase.ts";

/** A person's right to erasure (decisions §6). What other processes still hold warm, they find gone when they write. */
export const erase: Action<"sessions.erase", SessionsService> = {
  params: { form_id: "uuid", session_id: "uuid" },
  async handler(ctx) {
    const { database, respondents, tellOfEvents, removeFilesOf } = this;
    const { form_id, session_id } = ctx.params;
    if (!(await eraseSession(database.pool, form_id, session_id))) throw notFound("session");
    respondents.warm.delete(session_id);
    killAt("session-erased");
    tellOfEvents();
    await removeFilesOf(session_id);
    return null;
  },
};
