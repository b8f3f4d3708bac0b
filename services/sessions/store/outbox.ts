import type pg from "pg";

export interface OutboxState {
  waiting: number;
  age_seconds: number;
  /** claimed three times and more, and never acknowledged */
  failing: number;
}

/** What of the outbox is not acknowledged yet. */
export async function outboxState(pool: pg.Pool): Promise<OutboxState> {
  const { rows } = await pool.query<OutboxState>({
    name: "outbox-state",
    text: `select count(*)::integer as waiting, (count(*) filter (where attempts >= 3))::integer as failing,
        coalesce(extract(epoch from clock_timestamp() - min(occurred_at)), 0)::float8 as age_seconds
      from sessions.events where acknowledged_at is null`,
  });
  return rows[0] as OutboxState;
}
