import type pg from "pg";
import { countRecorded } from "./health.ts";
import { type DeliveryState, hasNoPayload } from "./queue.ts";

/** An ended attempt, with its delivery's next step. */
export interface AttemptRecord {
  delivery_id: string;
  lease: string;
  attempt_id: string;
  status: "success" | "error" | "skipped";
  /** False if nothing was sent. */
  is_sent: boolean;
  /** Whether it counts for the integration's health. */
  is_counted: boolean;
  /** The receiver returned 410. */
  is_gone: boolean;
  response_code: number | null;
  error_message: string | null;
  duration_ms: number;
  request_headers: Record<string, string> | null;
  /** Null also if the payload was sent as it is stored. */
  request_body: string | null;
  is_payload_sent: boolean;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  /** The provider's name of what the delivery made for its session (made.ts). Null if that isn't known. */
  made: string | null;
  /** The new state of a queued delivery. Others change only after a success. */
  state: DeliveryState;
  /** Number of delays used up. */
  schedule_index: number;
  /** Until the next automatic attempt. Null if none follows. */
  delay_ms: number | null;
  integration_name: string;
  integration_type: string;
  /** Texts of notifications, if any are needed. */
  failed_notice: string;
  disabled_notice: string;
}

export interface Noted {
  delivery_id: string;
  state: DeliveryState;
  integration_id: string;
  account_id: string;
  /** The change of the integration by the batch, or null. */
  health: "failing" | "working" | "disabled" | null;
}

/** Integrations that fail this long are disabled (decisions §7). */
const disabledAfter = "5 days";

/** Stands for the session of a delivery that is about several. */
export const noSession = "00000000-0000-0000-0000-000000000000";

/** Replaces error messages of an erased session, because a receiver may quote the respondent (decisions §6). */
export const erasedMessage = "The reason was deleted with the response.";
export const answersErasedMessage = "The reason was deleted with personal answers.";

export interface Notifying {
  /** Whether notifications are emailed. */
  hasMail: boolean;
  /** Returns SQL that adds the jobs that email them, for a query of `account_id`. */
  mailJobs(accounts: string): string;
}

/**
 * Records attempts with their deliveries' next steps in one statement: the record, `due_at`, the integration's health
 * and the notifications. An attempt whose lease was lost changes nothing, because the delivery was claimed again. For
 * an erased session, only metadata is recorded. Locks rows in the order of their ids, so that concurrent batches don't
 * deadlock.
 */
export async function recordAttempts(
  pool: pg.Pool,
  records: AttemptRecord[],
  { hasMail, mailJobs }: Notifying,
): Promise<Noted[]> {
  const { rows } = await pool.query<Noted>({
    name: "record-attempts",
    text: `with noted as (
        select * from json_to_recordset($1::json) as n (delivery_id uuid, lease uuid, attempt_id uuid, status text,
          is_sent boolean, is_counted boolean, is_gone boolean, response_code integer, error_message text, duration_ms integer,
          is_payload_sent boolean, request_headers json, request_body text, response_headers json, response_body text, made text, state text,
          schedule_index integer, delay_ms bigint, integration_name text, integration_type text, failed_notice text,
          disabled_notice text)
      ), locked as (
        select d.id, d.state as was, ${hasNoPayload} as is_erased
        from integrations.deliveries d join noted n on n.delivery_id = d.id and n.lease = d.lease
        order by d.id for update of d
      ), moved as (
        update integrations.deliveries d set lease = null, attempts = d.attempts + 1, place = n.schedule_index,
          attempt_began = null,
          state = case when d.state = 'queued' or n.status = 'success' then n.state else d.state end,
          due_at = case when h.is_erased then null when d.retry_asked then clock_timestamp()
            when d.state = 'queued' and n.delay_ms is not null
            then clock_timestamp() + n.delay_ms * interval '1 millisecond' end
        from noted n, locked h where d.id = h.id and n.delivery_id = h.id
        returning d.id, d.integration_id, d.account_id, d.attachment_id, d.form_slug, d.session_id, d.event_id, d.event,
          d.payload_at, d.attempts, d.state, h.was, h.is_erased
      ), recorded as (
        insert into integrations.attempts (id, delivery_id, integration_id, integration_name, integration_type, event_id,
          event, session_id, status, attempt, response_code, error_message, duration_ms, request_headers, request_body,
          response_headers, response_body, payload_at)
        select n.attempt_id, m.id, m.integration_id, n.integration_name, n.integration_type, m.event_id, m.event,
          nullif(m.session_id, $5::uuid), n.status, m.attempts, n.response_code,
          case when m.is_erased and n.error_message is not null then $4 else n.error_message end, n.duration_ms,
          n.request_headers, case when not m.is_erased then n.request_body end,
          case when not m.is_erased then n.response_headers end, case when not m.is_erased then n.response_body end,
          case when n.is_payload_sent then m.payload_at end
        from moved m join noted n on n.delivery_id = m.id returning integration_id, status
      ), made as (
        insert into integrations.made (integration_id, session_id, name)
        select m.integration_id, m.session_id, n.made from moved m join noted n on n.delivery_id = m.id
        where n.made is not null and not m.is_erased
        on conflict (integration_id, session_id) do update set name = excluded.name
      ), ended as (
        select m.integration_id, bool_or(n.status = 'success') as has_succeeded, bool_or(n.is_gone) as is_gone,
          max(n.disabled_notice) as disabled_notice
        from moved m join noted n on n.delivery_id = m.id where n.is_counted group by m.integration_id
      ), changing as materialized (
        select i.id from integrations.integrations i join ended t on t.integration_id = i.id
        where i.status = 'connected' and (t.is_gone
          or (t.has_succeeded and i.failing_since is not null)
          or (not t.has_succeeded and (i.failing_since is null or i.failing_since < clock_timestamp() - $3::interval)))
        order by i.id for update of i
      ), changed as (
        update integrations.integrations i set
          failing_since = case when t.has_succeeded then null else coalesce(i.failing_since, clock_timestamp()) end,
          status = case when t.is_gone or (not t.has_succeeded and i.failing_since < clock_timestamp() - $3::interval)
            then 'disabled' else i.status end
        from changing c join ended t on t.integration_id = c.id
        where i.id = c.id
        returning i.id, i.account_id, i.status, i.failing_since, t.disabled_notice
      ), counted as (
        ${countRecorded("(select count(*) from changed) >= 0" /* locks integrations first, in every batch */)}
      ), failed_notices as (
        insert into integrations.notices (id, account_id, kind, message, integration_id, form_slug, mail)
        select gen_random_uuid(), m.account_id, 'delivery_failed', n.failed_notice,
          case when n.integration_type <> 'mail' then m.integration_id end, m.form_slug,
          case when $2 and a.notify_on_failure then 'waiting' end
        from moved m join noted n on n.delivery_id = m.id left join integrations.attachments a on a.id = m.attachment_id
        where m.was = 'queued' and m.state = 'exhausted' and n.is_sent and not n.is_gone
        returning account_id, mail
      ), disabled_notices as (
        insert into integrations.notices (id, account_id, kind, message, integration_id, mail)
        select gen_random_uuid(), j.account_id, 'integration_disabled', j.disabled_notice, j.id,
          case when $2 and exists (select 1 from integrations.attachments a
            where a.integration_id = j.id and a.notify_on_failure) then 'waiting' end
        from changed j where j.status = 'disabled' returning account_id, mail
      ), emailed as (
        ${mailJobs("select account_id from failed_notices where mail is not null union select account_id from disabled_notices where mail is not null")}
      )
      select m.id as delivery_id, m.state, m.integration_id, m.account_id,
        case when c.status = 'disabled' then 'disabled' when c.failing_since is not null then 'failing'
          when c.id is not null then 'working' end as health
      from moved m left join changed c on c.id = m.integration_id`,
    values: [JSON.stringify(records), hasMail, disabledAfter, erasedMessage, noSession],
  });
  return rows;
}

/** Logs a test delivery, which belongs to no session (decisions §7). */
export async function recordTest(
  client: pg.ClientBase,
  test: Pick<
    AttemptRecord,
    | "status"
    | "response_code"
    | "error_message"
    | "duration_ms"
    | "request_headers"
    | "request_body"
    | "response_headers"
    | "response_body"
    | "integration_name"
    | "integration_type"
  > & { attempt_id: string; integration_id: string; event_id: string },
): Promise<void> {
  await client.query(
    `with recorded as (
      insert into integrations.attempts (id, integration_id, integration_name, integration_type, event_id, event, status,
        attempt, response_code, error_message, duration_ms, request_headers, request_body, response_headers,
        response_body)
      values ($1, $2, $3, $4, $5, 'test', $6, 1, $7, $8, $9, $10, $11, $12, $13) returning integration_id, status
    ) ${countRecorded()}`,
    [
      test.attempt_id,
      test.integration_id,
      test.integration_name,
      test.integration_type,
      test.event_id,
      test.status,
      test.response_code,
      test.error_message,
      test.duration_ms,
      test.request_headers && JSON.stringify(test.request_headers),
      test.request_body,
      test.response_headers && JSON.stringify(test.response_headers),
      test.response_body,
    ],
  );
}
