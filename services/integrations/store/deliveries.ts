import type pg from "pg";
import type { Paging } from "../../../shared/api/paging.ts";
import type { EventName } from "../../../shared/api/shapes/integrations.ts";
import { hasEveryWord, wordPatterns } from "../../../shared/platform/database/searched.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import type { ReadPool } from "../../../shared/platform/database/untilDeadline.ts";
import { type Timed, withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { hasNoPayload } from "./queue.ts";

/** Delivery records for owners: attempts, each with its delivery's next one. */
export interface DeliveryRow {
  id: string;
  integration_id: string;
  integration_name: string;
  integration_type: string;
  event: EventName | "test";
  status: "success" | "error" | "skipped";
  response_code: number | null;
  duration_ms: number;
  created: Date;
  attempt: number;
  next_attempt_at: Date | null;
  error_message: string | null;
  session_id: string | null;
  event_id: string;
}

export interface FormDeliveryRow extends DeliveryRow {
  /** null for a test */
  form_id: string | null;
}

export interface DeliveryDetailRow extends FormDeliveryRow {
  request_headers: Record<string, string> | null;
  request_body: string | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
}

/** Filters of a list or replay. A record's time is in [from, before). */
export interface DeliveryFilters {
  status: "success" | "error" | "skipped" | null;
  event: string | null;
  from: Date | null;
  before: Date | null;
}

/** `next_attempt_at` is set only for the newest record of a delivery. During an attempt it is the attempt's start. */
const columns = `a.id, a.integration_id, a.integration_name, a.integration_type, a.event, a.status, a.response_code,
  a.duration_ms, a.created, a.attempt, (
    select case when a.attempt <> d.attempts then null
      when d.lease is not null and d.due_at > statement_timestamp() then coalesce(d.attempt_began, d.claimed_at, d.due_at)
      else d.due_at end
    from integrations.deliveries d where d.id = a.delivery_id) as next_attempt_at,
  a.error_message, a.session_id, a.event_id`;
const columnsWithForm = `${columns},
  (select d.form_id from integrations.deliveries d where d.id = a.delivery_id) as form_id`;

/** Parameters $2 to $5. */
const matchesFilters = `($2::text is null or a.status = $2) and ($3::text is null or a.event = $3)
  and ($4::timestamptz is null or a.created >= $4) and ($5::timestamptz is null or a.created < $5)`;
/** $1 is the integration. */
const matches = `a.integration_id = $1 and ${matchesFilters}`;
const valuesOf = (integrationId: string, { status, event, from, before }: DeliveryFilters) => [
  integrationId,
  status,
  event,
  from,
  before,
];

/** Fields for `ordering` (decisions §1). */
const orderings: Record<string, string> = {
  created: "a.created",
  duration_ms: "a.duration_ms",
  response_code: "a.response_code",
  status: "a.status",
  event: "a.event",
};

interface Listed<Row> {
  count: number;
  rows: Row[];
}

export const listDeliveries = (pool: ReadPool, integrationId: string, filters: DeliveryFilters, paging: Paging) =>
  list<FormDeliveryRow>(pool, columnsWithForm, matches, valuesOf(integrationId, filters), paging);

/** Lists the deliveries of all the account's integrations, or of one. */
export function listOfAccount(
  pool: ReadPool,
  accountId: string,
  integrationId: string | null,
  filters: DeliveryFilters,
  paging: Paging,
): Promise<Listed<DeliveryRow>> {
  const ofAccount = `a.integration_id in (select i.id from integrations.integrations i
    where i.account_id = $1 and i.type <> 'mail' and ($6::uuid is null or i.id = $6)) and ${matchesFilters}`;
  return list(pool, columns, ofAccount, [...valuesOf(accountId, filters), integrationId], paging);
}

async function list<Row extends DeliveryRow>(
  pool: ReadPool,
  selected: string,
  condition: string,
  given: unknown[],
  { search, ordering, limit, offset }: Paging,
): Promise<Listed<Row>> {
  const values = [...given, search && wordPatterns(search)];
  const patterns = `$${values.length}::text`;
  const isFound = hasEveryWord("a.event || ' ' || a.integration_name", patterns);
  const where = `${condition} and (${patterns} is null or ${isFound})`;
  const direction = ordering.descending ? "desc" : "asc";
  const field = orderings[ordering.field] ?? "a.created";
  const [counted, listed] = await Promise.all([
    pool.query<{ count: number }>(
      `select count(*)::integer as count from integrations.attempts a where ${where}`,
      values,
    ),
    pool.query<Row>(
      `select ${selected} from integrations.attempts a where ${where} order by ${field} ${direction}, a.id ${direction}
        limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, limit, offset],
    ),
  ]);
  return { count: counted.rows[0]?.count ?? 0, rows: listed.rows };
}

/** Lists a session's deliveries, newest first, including those of deleted integrations. */
export async function listOfSession(pool: ReadPool, sessionId: string): Promise<DeliveryRow[]> {
  const { rows } = await pool.query<DeliveryRow>(
    `select ${columns} from integrations.attempts a where a.session_id = $1 order by a.created desc, a.id desc limit 1000`,
    [sessionId],
  );
  return rows;
}

/** Null if this integration has no such record. */
export async function findDelivery(
  pool: pg.Pool,
  integrationId: string,
  id: string,
): Promise<DeliveryDetailRow | null> {
  const { rows } = await pool.query<DeliveryDetailRow>(
    `select ${columnsWithForm}, a.request_headers, a.response_headers, a.response_body, coalesce(a.request_body, (
          select p.payload::text from integrations.payloads p
          where p.event_id = a.event_id and p.created = a.payload_at)) as request_body
      from integrations.attempts a where a.integration_id = $1 and a.id = $2`,
    [integrationId, id],
  );
  return rows[0] ?? null;
}

/** Returns the newest record of each integration. */
export async function lastDeliveries(
  pool: ReadPool,
  integrationIds: string[],
): Promise<Map<string, { status: "success" | "error"; created: Date }>> {
  const { rows } = await pool.query(
    `select i.id, a.status, a.created from unnest($1::uuid[]) as i (id) cross join lateral (
        select a.status, a.created from integrations.attempts a where a.integration_id = i.id and a.status <> 'skipped'
        order by a.created desc, a.id desc limit 1) a`,
    [integrationIds],
  );
  return new Map(rows.map(({ id, ...last }) => [id, last]));
}

/**
 * SQL that queues an immediate attempt instead of a pending one (decisions §7). `d` is the delivery. If it is being
 * attempted, the new attempt follows that.
 */
const retryNow = `retry_asked = true, due_at = case when d.lease is not null and d.due_at > clock_timestamp() then d.due_at
  else clock_timestamp() end`;

/** False if the payload is gone or the record is of a test. Throws 503 after the deadline of `call`. */
export function retryDelivery(
  pool: pg.Pool,
  recordId: string,
  call: Timed,
  note: Note = async () => undefined,
): Promise<boolean> {
  const text = `update integrations.deliveries d set ${retryNow}
    where d.id = (select delivery_id from integrations.attempts where id = $1) and not ${hasNoPayload}`;
  const work = async (client: pg.PoolClient) => {
    const isQueued = (await client.query(text, [recordId])).rowCount === 1;
    if (isQueued) await note(client);
    return isQueued;
  };
  return inTransaction(pool, work, call);
}

/** Writes to the audit log in the transaction of the change. */
type Note = (client: pg.PoolClient) => Promise<void>;

/** Deliveries per statement. Recording attempts waits for at most one statement. */
const replayBatch = 500;

/**
 * Queues each delivery whose newest record matches and returns how many. Works in batches, newest first: records added
 * in between are newer than all that remain. Locks deliveries in the order of their ids, like recording attempts.
 * Passes ids as an array, because a join could read the whole table. Throws 503 after the deadline of `call`, and keeps
 * what was queued before.
 */
export async function replayDeliveries(
  pool: pg.Pool,
  integrationId: string,
  filters: DeliveryFilters,
  call: Timed = withoutDeadline,
  note: Note = async () => undefined,
): Promise<number> {
  let queued = 0;
  let after: ReplayCursor | null = null;
  for (;;) {
    const statement = replayStatement(integrationId, filters, after);
    const isFirst = after === null;
    const work = async (client: pg.PoolClient) => {
      if (isFirst) await note(client);
      return client.query<Replayed>(statement);
    };
    const { rows } = await inTransaction(pool, work, call);
    const replayed: Replayed | undefined = rows[0];
    queued += replayed?.queued ?? 0;
    if (!replayed?.oldest || replayed.found < replayBatch) return queued;
    after = replayed.oldest;
  }
}

interface Replayed {
  found: number;
  queued: number;
  oldest: ReplayCursor | null;
}

/** The oldest record so far. Its time is text, because a Date loses microseconds. */
interface ReplayCursor {
  created: string;
  id: string;
}

export function replayStatement(integrationId: string, filters: DeliveryFilters, after: ReplayCursor | null) {
  return {
    name: after ? "replay-deliveries-on" : "replay-deliveries",
    text: `with looked_at as materialized (
        select a.id, a.created, a.delivery_id, a.attempt from integrations.attempts a
        where ${matches} and a.status <> 'skipped' ${after ? "and (a.created, a.id) < ($7::timestamptz, $8::uuid)" : ""}
        order by a.created desc, a.id desc limit $6
      ), replayed as materialized (
        select d.id from (select * from looked_at order by delivery_id) l cross join lateral (
          select d.id from integrations.deliveries d
          where d.id = l.delivery_id and d.attempts = l.attempt and not ${hasNoPayload} for update) d
      ), queued as (
        update integrations.deliveries d set ${retryNow} where d.id = any(array(select id from replayed)) returning d.id
      )
      select (select count(*)::integer from looked_at) as found, (select count(*)::integer from queued) as queued,
        (select json_build_object('created', created::text, 'id', id) from looked_at order by looked_at.created, id limit 1)
          as oldest`,
    values: [...valuesOf(integrationId, filters), replayBatch, ...(after ? [after.created, after.id] : [])],
  };
}
