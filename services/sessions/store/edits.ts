import type { Queryable } from "../../../shared/platform/database/connection.ts";

/** Returns the hash of the key that a session's client made to change answers later. Null if it made none, or without a session. */
export async function editKeyOf(pool: Queryable, sessionId: string): Promise<string | null> {
  const { rows } = await pool.query<{ edit_key: string | null }>({
    name: "edit-key",
    text: "select edit_key from sessions.sessions where id = $1",
    values: [sessionId],
  });
  return rows[0]?.edit_key ?? null;
}
