import type pg from "pg";

export interface OutboxState {
  waiting: number;
  age_seconds: number;
  /** claimed three times and more, and never acknowledged */
  failing: number;
}

/** Claimed that often without an end, an event has something about it that its consumer fails on. */
const failingAfter = 3;

/** What of the outbox is not acknowledged yet. */
export async function outboxState(pool: pg.Pool): Promise<OutboxState> {
  const { rows } = await pool.query<OutboxState>({
    name: "outbox-state",
    text: `select count(*)::integer as waiting, (count(*) filter (where attempts >= $1))::integer as failing,
        coalesce(extract(epoch from statement_timestamp() - min(occurred_at)), 0)::float8 as age_seconds
      from sessions.events where acknowledged_at is null`,
    values: [failingAfter],
  });
  return rows[0] as OutboxState;
}

export interface FailingEvent {
  id: string;
  type: string;
  session_id: string;
  occurred_at: Date;
  attempts: number;
  /** when it is offered again */
  leased_until: Date | null;
}

export async function failingEvents(pool: pg.Pool, limit: number): Promise<FailingEvent[]> {
  const { rows } = await pool.query<FailingEvent>(
    `select id, type, session_id, occurred_at, attempts, leased_until from sessions.events
      where acknowledged_at is null and attempts >= $1 order by occurred_at limit $2`,
    [failingAfter, limit],
  );
  return rows;
}

/** Offers an event at once, whatever pause it has. False: there is no such event. */
export async function offerEvent(pool: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    "update sessions.events set leased_by = null, leased_until = null where id = $1 and acknowledged_at is null",
    [id],
  );
  return rowCount === 1;
}
