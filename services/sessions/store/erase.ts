import type pg from "pg";
import { inTransaction } from "../../../shared/database/transaction.ts";
import { insertErasure } from "./events.ts";
import { deleteOfSession } from "./files.ts";

/**
 * Erases a session with its answers, files and event payloads (decisions §6), and leaves word of it for whoever has
 * copies. False when the form has no such session. The live form is locked first, like whoever counts its completed
 * sessions; the session's row next, so that a step under way has either written all its rows by then or writes none.
 */
export function eraseSession(pool: pg.Pool, form_id: string, session_id: string): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query("select 1 from sessions.live_forms where form_id = $1 for update", [form_id]);
    const { rows } = await client.query<{ status: string }>(
      "delete from sessions.sessions where id = $1 and form_id = $2 returning status",
      [session_id, form_id],
    );
    const [erased] = rows;
    if (!erased) return false;
    await client.query("delete from sessions.visits where session_id = $1", [session_id]);
    await client.query("delete from sessions.events where session_id = $1", [session_id]);
    await deleteOfSession(client, session_id);
    await insertErasure(client, form_id, session_id);
    if (erased.status === "completed") {
      await client.query(
        `update sessions.live_forms set completed_count = completed_count - 1
          where form_id = $1 and response_limit is not null and completed_count > 0`,
        [form_id],
      );
    }
    return true;
  });
}
