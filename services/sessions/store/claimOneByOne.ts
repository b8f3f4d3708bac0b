import type pg from "pg";

/**
 * Claims of events on a distributed database. A statement locks rows of one session only, so the oldest free events are read from
 * all workers without locks, and claimed one by one. An event that another copy claims in between is left to it.
 */
interface Free {
  id: string;
  session_id: string;
  bytes: number;
  /** When it was offered. */
  at: Date;
}

/** `from` is where reads begin (readStart.ts). */
export type ClaimValues = [consumer: string, limit: number, lease: string, payloadLimit: number, from: string];

/** Returns the rows of claimed events, at most `limit` and about `payloadLimit` bytes. */
export async function claimOneByOne<Row extends pg.QueryResultRow & { at: Date }>(
  pool: pg.Pool,
  [consumer, limit, lease, payloadLimit, from]: ClaimValues,
): Promise<Row[]> {
  const values = [limit, from];
  const [unclaimed, expired] = await Promise.all([free(pool, isUnclaimed, values), free(pool, isExpired, values)]);
  const claimed: Row[] = [];
  let bytes = 0;
  // alternate, so that neither waits behind the other
  for (const event of unclaimed.flatMap((event, at) => [event, expired[at]]).concat(expired.slice(unclaimed.length))) {
    if (!event) continue;
    bytes += event.bytes;
    if (claimed.length === limit || (claimed.length > 0 && bytes > payloadLimit)) break;
    const { rows } = await pool.query<Row>({
      name: "claim-event",
      text: claimStatement,
      values: [event.session_id, event.id, consumer, lease],
    });
    claimed.push(...rows.map((row) => ({ ...row, at: event.at })));
  }
  return claimed;
}

interface Condition {
  name: string;
  text: string;
  order: string;
}

const isUnclaimed: Condition = { name: "unclaimed", text: "e.leased_until is null", order: "e.occurred_at" };
const isExpired: Condition = {
  name: "expired",
  text: "e.leased_until < statement_timestamp()",
  order: "e.leased_until",
};

async function free(pool: pg.Pool, { name, text, order }: Condition, values: unknown[]): Promise<Free[]> {
  const { rows } = await pool.query<Free>({
    name: `free-events-${name}`,
    text: `select e.id, e.session_id, ${order} as at, coalesce(octet_length(e.session::text), 0)
        + case when e.type = 'session.started' then coalesce(s.answers_bytes, 0) else 0 end + 1024 as bytes
      from sessions.events e left join sessions.sessions s on s.id = e.session_id
      where e.acknowledged_at is null and ${text} and ${order} >= $2::timestamptz order by ${order} limit $1`,
    values,
  });
  return rows;
}

const claimStatement = `with claimed as (
    update sessions.events e
    set leased_by = $3, leased_until = statement_timestamp() + $4::interval, attempts = e.attempts + 1
    where e.session_id = $1 and e.id = $2 and e.acknowledged_at is null
      and (${isUnclaimed.text} or ${isExpired.text})
    returning e.id, e.type, e.session_id, e.occurred_at, e.position::float8, e.form, e.session
  ), s as materialized (
    select s.id, s.version_number, s.started_at, s.hidden, s.user_agent, s.language, s.link_id, s.version_id from sessions.sessions s where s.id = $1
  )
  select c.*, case when c.type = 'session.started' and c.session is null and s.id is not null then json_build_object(
      'id', s.id, 'version_number', s.version_number, 'started_at', s.started_at, 'hidden', s.hidden,
      'user_agent', s.user_agent, 'language', s.language, 'link_id', s.link_id, 'version_id', s.version_id, 'entry_node_id', v.entry_node_id) end as started
  from claimed c left join s on true left join sessions.versions v on v.id = s.version_id`;
