import type pg from "pg";
import type { Queryable } from "../../../shared/platform/database/connection.ts";

export interface OutboxState {
  /** Events that no consumer has acknowledged. */
  waiting: number;
  age_seconds: number;
  /** Claimed at least three times without being acknowledged. */
  failing: number;
  /** Events that the search index doesn't have. */
  unindexed: number;
  unindexed_age_seconds: number;
}

/** After this many claims, the consumer probably fails on the event. */
const failingAfter = 3;

/** Statement of `outboxState`. */
export const outboxStatement = (limit: number | null) => ({
  name: "outbox-state",
  text: `with waiting as (
      select occurred_at, attempts from sessions.events where acknowledged_at is null order by occurred_at limit $2
    ), unindexed as (
      select occurred_at from sessions.events where indexed_at is null and type <> 'session.started'
      order by occurred_at limit $2
    )
    select count(*)::integer as waiting, (count(*) filter (where attempts >= $1))::integer as failing,
      coalesce(extract(epoch from statement_timestamp() - min(occurred_at)), 0)::float8 as age_seconds,
      (select count(*) from unindexed)::integer as unindexed,
      (select coalesce(extract(epoch from statement_timestamp() - min(occurred_at)), 0) from unindexed)::float8
        as unindexed_age_seconds
    from waiting`,
  values: [failingAfter, limit],
});

/** Returns the state of the outbox. Counts the oldest `limit` events, or all if it is null. */
export async function outboxState(pool: Queryable, limit: number | null = null): Promise<OutboxState> {
  return (await pool.query<OutboxState>(outboxStatement(limit))).rows[0] as OutboxState;
}

export interface FailingEvent {
  id: string;
  type: string;
  session_id: string;
  occurred_at: Date;
  attempts: number;
  /** When it is offered again. */
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

/** Offers an event immediately. False if it doesn't exist. */
export async function offerEvent(pool: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    "update sessions.events set leased_by = null, leased_until = null where id = $1 and acknowledged_at is null",
    [id],
  );
  return rowCount === 1;
}
