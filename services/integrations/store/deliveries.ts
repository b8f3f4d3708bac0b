import type pg from "pg";
import type { Paging } from "../../../shared/paging.ts";

/** Delivery records as owners read them: the attempts, each with what its delivery is waiting for. */
export interface DeliveryRow {
  id: string;
  integration_id: string;
  integration_name: string;
  integration_type: string;
  event: "session.started" | "session.completed" | "session.abandoned" | "test";
  status: "success" | "error";
  response_code: number | null;
  duration_ms: number;
  created: Date;
  attempt: number;
  next_attempt_at: Date | null;
  error_message: string | null;
  session_id: string | null;
  event_id: string;
}

export interface DeliveryDetailRow extends DeliveryRow {
  request_headers: Record<string, string> | null;
  request_body: string | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
}

/** What a list or a replay asks for; a record's time lies in [from, before). */
export interface DeliveryFilters {
  status: "success" | "error" | null;
  event: string | null;
  from: Date | null;
  before: Date | null;
}

/** The newest record of a delivery tells when it goes on. */
const columns = `a.id, a.integration_id, a.integration_name, a.integration_type, a.event, a.status, a.response_code,
  a.duration_ms, a.created, a.attempt, case when a.attempt = d.attempts then d.due_at end as next_attempt_at,
  a.error_message, a.session_id, a.event_id`;
const joined = "integrations.attempts a left join integrations.deliveries d on d.id = a.delivery_id";

/** $1 is the integration, $2 to $5 are the filters. */
const matches = `a.integration_id = $1 and ($2::text is null or a.status = $2) and ($3::text is null or a.event = $3)
  and ($4::timestamptz is null or a.created >= $4) and ($5::timestamptz is null or a.created < $5)`;
const valuesOf = (integration_id: string, { status, event, from, before }: DeliveryFilters) => [
  integration_id,
  status,
  event,
  from,
  before,
];

/** decisions §1: what deliveries can be ordered by */
const orderings: Record<string, string> = {
  created: "a.created",
  duration_ms: "a.duration_ms",
  response_code: "a.response_code",
  status: "a.status",
  event: "a.event",
};

export async function listDeliveries(
  pool: pg.Pool,
  integration_id: string,
  filters: DeliveryFilters,
  { search, ordering, limit, offset }: Paging,
): Promise<{ count: number; rows: DeliveryRow[] }> {
  const pattern = search && `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const where = `${matches} and ($6::text is null or a.event ilike $6 or a.integration_name ilike $6)`;
  const values = [...valuesOf(integration_id, filters), pattern];
  const direction = ordering.descending ? "desc" : "asc";
  const field = orderings[ordering.field] ?? "a.created";
  const [counted, listed] = await Promise.all([
    pool.query<{ count: number }>(
      `select count(*)::integer as count from integrations.attempts a where ${where}`,
      values,
    ),
    pool.query<DeliveryRow>(
      `select ${columns} from ${joined} where ${where} order by ${field} ${direction}, a.id ${direction} limit $7 offset $8`,
      [...values, limit, offset],
    ),
  ]);
  return { count: counted.rows[0]?.count ?? 0, rows: listed.rows };
}

/** Newest first, whatever has become of their integrations. */
export async function listOfSession(pool: pg.Pool, session_id: string): Promise<DeliveryRow[]> {
  const { rows } = await pool.query<DeliveryRow>(
    `select ${columns} from ${joined} where a.session_id = $1 order by a.created desc, a.id desc limit 1000`,
    [session_id],
  );
  return rows;
}

/** Null where this integration has no such record. */
export async function findDelivery(
  pool: pg.Pool,
  integration_id: string,
  id: string,
): Promise<DeliveryDetailRow | null> {
  const { rows } = await pool.query<DeliveryDetailRow>(
    `select ${columns}, a.request_headers, a.request_body, a.response_headers, a.response_body
      from ${joined} where a.integration_id = $1 and a.id = $2`,
    [integration_id, id],
  );
  return rows[0] ?? null;
}

/** The newest record of each of these integrations. */
export async function lastDeliveries(
  pool: pg.Pool,
  integration_ids: string[],
): Promise<Map<string, { status: "success" | "error"; created: Date }>> {
  const { rows } = await pool.query(
    `select i.id, a.status, a.created from unnest($1::uuid[]) as i (id) cross join lateral (
        select a.status, a.created from integrations.attempts a where a.integration_id = i.id
        order by a.created desc, a.id desc limit 1) a`,
    [integration_ids],
  );
  return new Map(rows.map(({ id, ...last }) => [id, last]));
}

/**
 * One attempt at once, in place of a pending one (decisions §7). `d` is what is asked for; a delivery that is under way
 * just now is attempted again right after.
 */
const asked = `retry_asked = true, due_at = case when d.lease is not null and d.due_at > clock_timestamp() then d.due_at
  else clock_timestamp() end`;

/** False where the payload is gone, or the record is of a test. */
export async function retryDelivery(pool: pg.Pool, record_id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update integrations.deliveries d set ${asked} from integrations.attempts a
      where a.id = $1 and d.id = a.delivery_id and d.payload is not null`,
    [record_id],
  );
  return rowCount === 1;
}

/** Each delivery whose newest record matches; gives how many. */
export async function replayDeliveries(
  pool: pg.Pool,
  integration_id: string,
  filters: DeliveryFilters,
): Promise<number> {
  const { rowCount } = await pool.query(
    `update integrations.deliveries d set ${asked} from integrations.attempts a
      where ${matches} and d.id = a.delivery_id and a.attempt = d.attempts and d.payload is not null`,
    valuesOf(integration_id, filters),
  );
  return rowCount ?? 0;
}
