import type pg from "pg";
import type { ClaimedDelivery } from "./queue.ts";

/** Names of records or rows that a session's deliveries made at providers. Recorded by attempts.ts. */

export async function madeFor(pool: pg.Pool, integrationId: string, sessionId: string): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>({
    name: "made-for-session",
    text: "select name from integrations.made where session_id = $1 and integration_id = $2",
    values: [sessionId, integrationId],
  });
  return rows[0]?.name ?? null;
}

/** Returns whether an earlier event of this session still waits for its delivery to the same attachment. */
export async function hasEarlier(
  pool: pg.Pool,
  { id, attachment_id, session_id }: Pick<ClaimedDelivery, "id" | "attachment_id" | "session_id">,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "earlier-deliveries",
    text: `select from integrations.deliveries
      where session_id = $1 and attachment_id = $2 and state = 'queued' and id < $3 limit 1`,
    values: [session_id, attachment_id, id],
  });
  return rowCount === 1;
}
