import type pg from "pg";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import type { Timed } from "../../../shared/platform/deadlines/deadline.ts";
import { insertErasure } from "./events.ts";
import { deleteOfSession } from "./files.ts";
import { withSession } from "./locks.ts";

/**
 * Erases a session with its answers, files and event payloads (decisions §6), and leaves word of it for whoever has
 * copies. 404 when the form has no such session, 503 after the deadline.
 */
export async function eraseSession(pool: pg.Pool, formId: string, sessionId: string, call: Timed): Promise<void> {
  await withSession(pool, { sessionId, formId }, call, async (client, { status }) => {
    if (status === "completed") await discount(client, formId);
    await client.query("delete from sessions.sessions where id = $1", [sessionId]);
    await client.query("delete from sessions.visits where session_id = $1", [sessionId]);
    await client.query("delete from sessions.events where session_id = $1", [sessionId]);
    await deleteOfSession(client, sessionId);
    await client.query("insert into sessions.erased_sessions (session_id) values ($1)", [sessionId]);
    await insertErasure(client, formId, sessionId);
    return null;
  });
}

/** Tells whether a session had this id and was erased: then no session gets it again. */
export async function isErased(pool: Queryable, sessionId: string): Promise<boolean> {
  const text = "select 1 from sessions.erased_sessions where session_id = $1";
  return (await pool.query({ name: "is-erased", text, values: [sessionId] })).rowCount === 1;
}

/**
 * One completed session less. The form is locked whether it counts them or not: a count that begins now waits, and does
 * not see the session. Nobody who has the form's lock waits for a session's.
 */
async function discount(client: pg.PoolClient, formId: string): Promise<void> {
  await client.query("select 1 from sessions.live_forms where form_id = $1 for no key update", [formId]);
  await client.query(
    `update sessions.live_forms set completed_count = completed_count - 1
      where form_id = $1 and (response_limit is not null or counting_id is not null)`,
    [formId],
  );
}
