import type pg from "pg";

export interface QueueState {
  /** due now, and not being attempted */
  due: number;
  /** how long the one that has waited longest is due */
  age_seconds: number;
}

export async function queueState(pool: pg.Pool): Promise<QueueState> {
  const { rows } = await pool.query<QueueState>({
    name: "queue-state",
    text: `select count(*)::integer as due,
        coalesce(extract(epoch from clock_timestamp() - min(due_at)), 0)::float8 as age_seconds
      from integrations.deliveries where due_at <= clock_timestamp()`,
  });
  return rows[0] as QueueState;
}
