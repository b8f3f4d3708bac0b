import type { History } from "../../../shared/api/shapes/corrections.ts";
import type { Action, DatabaseService } from "../../../shared/bus/calls.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import { newestRevision, nextRevisions, revisionsOf } from "../store/revisions.ts";

/** Returns a session's corrections, oldest first. Copies of analytics of the previous release call it. */
export const history: Action<"sessions.history"> = {
  params: { form_id: "uuid", session_id: "uuid" },
  async handler(ctx) {
    const { form_id, session_id } = ctx.params;
    const { pool } = this.database;
    await checkSession(this, form_id, session_id);
    return { revisions: await revisionsOf(pool, session_id) };
  },
};

/** Returns the next corrections of a session that fit in so many bytes, at least one. */
export const historyPiece: Action<"sessions.historyPiece"> = {
  params: { form_id: "uuid", session_id: "uuid", after: "number", bytes: "number" },
  async handler(ctx) {
    const { form_id, session_id, after, bytes } = ctx.params;
    const newest = await checkSession(this, form_id, session_id);
    const revisions = thatFit(await nextRevisions(this.database.pool, session_id, after, bytes), bytes);
    const last = revisions.at(-1)?.revision ?? newest;
    return { revisions, next: last < newest ? last : null };
  },
};

function thatFit(revisions: History, bytes: number): History {
  let left = bytes;
  const end = revisions.findIndex((revision, at) => {
    left -= Buffer.byteLength(JSON.stringify(revision));
    return left < 0 && at > 0;
  });
  return end < 0 ? revisions : revisions.slice(0, end);
}

/** Returns the newest revision. Throws 404 if the form has no such session. */
async function checkSession({ database }: DatabaseService, formId: string, sessionId: string): Promise<number> {
  const newest = await newestRevision(database.pool, formId, sessionId);
  if (!newest) throw notFound("session");
  return newest.revision;
}
