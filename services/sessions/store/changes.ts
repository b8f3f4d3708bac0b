import type pg from "pg";
import type { SessionChange } from "../../../shared/bus/contract.ts";
import { filterOnly } from "../../../shared/platform/database/plannerHints.ts";
import { readStartOf } from "../../../shared/platform/database/readStart.ts";
import { erasedType } from "./events.ts";

/**
 * Returns sessions that completed, were abandoned or erased since analytics last looked, oldest first, from the outbox.
 * Locks nothing: reading a change twice is harmless, and a lock would block integrations.
 */
export async function sessionChanges(
  pool: pg.Pool,
  limit: number,
  start = readStartOf(pool, "changes"),
): Promise<SessionChange[]> {
  const rows = await start.read(async (from) => {
    const read = await pool.query<{ id: string; session_id: string; type: string; at: Date }>({
      name: "session-changes",
      text: `select id, session_id, type, occurred_at as at from sessions.events
        where indexed_at is null and type <> 'session.started' and occurred_at >= $2::timestamptz
        order by occurred_at limit $1`,
      values: [limit, from],
    });
    return read.rows;
  });
  return rows.map(({ id, session_id, type }) => ({ id, session_id, is_erased: type === erasedType }));
}

/** Deletes rows that integrations has acknowledged. The others wait for it. */
export async function acknowledgeChanges(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query({
    name: "acknowledge-changes",
    text: `with done as (
        delete from sessions.events where id = any($1::uuid[]) and ${filterOnly("acknowledged_at is not null")}
      )
      update sessions.events set indexed_at = statement_timestamp()
      where id = any($1::uuid[]) and ${filterOnly("acknowledged_at is null")}`,
    values: [ids],
  });
}
