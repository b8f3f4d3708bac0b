import type pg from "pg";
import { deleteStatement, retentionBatch } from "../../services/integrations/store/retention.ts";

export interface Design {
  /** Payloads in deliveries and attempts, no partitions. */
  isBefore: boolean;
  /** Random ids of events, deliveries and attempts. */
  isRandom: boolean;
}

/** Sessions per statement. The product's statements have 50 to 200. */
export const chunkSize = 2_000;

/** Rows of deliveries, attempts and payloads are on this day, so that they fill a partition of one day. */
const day = "(date_trunc('day', now(), 'UTC') + interval '9 days')";

/** Returns statements that create what the others use. */
export function prepareStatements({ isBefore }: Design): string[] {
  const partitions = ["attempts", "payloads"].map(
    (table) => `do $do$ begin
      while integrations.make_partition('${table}', 1, now() + interval '10 days') loop end loop; end $do$`,
  );
  return [
    `create temp table chunk (session_id uuid, started_id uuid, completed_id uuid, delivery_id uuid, attempt_id uuid,
      at timestamptz)`,
    "create temp sequence number",
    "set enable_seqscan = off",
    ...(isBefore ? [] : partitions),
  ];
}

/** Returns statements that write the rows of `chunkSize` sessions like the product's, one after the other. */
export function chunkStatements(design: Design, payload: string): string[] {
  const { isBefore } = design;
  const began = isBefore ? "claimed_at" : "attempt_began";
  const leased = "leased_by = 'bench', leased_until = statement_timestamp() + interval '30 s', attempts = attempts + 1";
  return [
    "truncate chunk",
    newChunk(design.isRandom ? "gen_random_uuid()" : "uuidv7()"),
    insertEvent("started", "null"),
    insertEvent("completed", `$$${payload}$$::json`),
    claim("sessions.events", "started_id", leased),
    claim("sessions.events", "completed_id", leased),
    ...insertDeliveries(isBefore, payload),
    `delete from sessions.events ${rowsOf("sessions.events", "started_id")}`,
    `update sessions.events set acknowledged_at = statement_timestamp(), session = null
      ${rowsOf("sessions.events", "completed_id")}`,
    claim(
      "integrations.deliveries",
      "delivery_id",
      `lease = gen_random_uuid(), ${began} = statement_timestamp(), due_at = statement_timestamp() + interval '30 s'`,
    ),
    claim(
      "integrations.deliveries",
      "delivery_id",
      `lease = null, ${began} = null, due_at = null, attempts = attempts + 1, state = 'delivered'`,
    ),
    insertAttempts(isBefore),
    `delete from sessions.events ${rowsOf("sessions.events", "completed_id")}`,
  ];
}

const newChunk = (id: string) => `insert into chunk
  select uuidv7(), ${id}, ${id}, ${id}, ${id}, ${day} + nextval('number') * interval '1.8 ms'
  from generate_series(1, ${chunkSize})`;

const insertEvent = (type: "started" | "completed", session: string) =>
  `insert into sessions.events (id, type, session_id, form_id, occurred_at, form, session)
    select ${type}_id, 'session.${type}', session_id, session_id, clock_timestamp(),
      '{"slug": "form", "title": "A form with a webhook"}', ${session} from chunk`;

/** Finds rows of a chunk by an index, one by one, as in small batches. */
const rowsOf = (table: string, column: string, lock = "") => `where ctid = any(array(select found.ctid from chunk c
    cross join lateral (select t.ctid from ${table} t where t.id = c.${column} offset 0 ${lock}) found))`;

const claim = (table: string, column: string, values: string) =>
  `update ${table} set ${values} ${rowsOf(table, column, "for update skip locked")}`;

function insertDeliveries(isBefore: boolean, session: string): string[] {
  const id = "00000000-0000-0000-0000-000000000000";
  const data = { form: id, session: JSON.parse(session) };
  const payload = `$$${JSON.stringify({ type: "session.completed", id, timestamp: id, data })}$$::json`;
  const deliveries = `insert into integrations.deliveries (id, event_id, attachment_id, integration_id, account_id,
      form_id, form_slug, session_id, event, ${isBefore ? "payload" : "payload_at"}, state, due_at, created)
    select c.delivery_id, c.completed_id, a.id, a.integration_id, i.account_id, a.form_id, 'form', c.session_id,
      'session.completed', ${isBefore ? payload : "c.at"}, 'queued', clock_timestamp(), c.at
    from chunk c cross join integrations.attachments a join integrations.integrations i on i.id = a.integration_id
    on conflict (event_id, attachment_id) do nothing`;
  const payloads = `insert into integrations.payloads (event_id, session_id, payload, created)
    select c.completed_id, c.session_id, ${payload}, c.at from chunk c`;
  return isBefore ? [deliveries] : [deliveries, payloads];
}

const insertAttempts = (isBefore: boolean) => `insert into integrations.attempts (id, delivery_id, integration_id,
    integration_name, integration_type, event_id, event, session_id, status, attempt, response_code, duration_ms,
    request_headers, response_headers, response_body, created, ${isBefore ? "request_body" : "payload_at"})
  select c.attempt_id, d.id, d.integration_id, 'Receiver', 'webhook', d.event_id, d.event, d.session_id, 'success', 1, 200,
    12, json_build_object('webhook-id', d.event_id), '{"content-type": "text/plain"}', 'ok', c.at,
    ${isBefore ? "d.payload::text" : "d.payload_at"}
  from chunk c cross join lateral (select * from integrations.deliveries t where t.id = c.delivery_id offset 0) d`;

/** Deletes the oldest rows of a table by the statement of retention. */
export async function retain(pool: pg.Pool, table: "deliveries" | "attempts", count: number): Promise<void> {
  const { text } = deleteStatement("deliveries", 0);
  const values = [-11, retentionBatch];
  const statement = { name: `retain-${table}`, text: text.replaceAll("deliveries", table), values };
  for (let deleted = 0; deleted < count; deleted += retentionBatch) await pool.query(statement);
}

/** Drops the partitions with the rows, by the functions that retention calls. */
export async function dropAttempts(pool: pg.Pool): Promise<void> {
  const text = "select integrations.drop_partition($1, now() + interval '10 days') as is_dropped";
  for (const table of ["attempts", "payloads"]) {
    while ((await pool.query(text, [table])).rows[0].is_dropped);
  }
}
