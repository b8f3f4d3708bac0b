import type pg from "pg";

/** A form with what a notification to its owner needs. */
export interface QuotaForm {
  form_id: string;
  account_id: string;
  slug: string;
  title: string;
}

export interface SessionShare extends QuotaForm {
  /** Sessions that can start now. 0 if the day's quota is used up. */
  granted: number;
  /** Sessions of the day reserved by all copies, including this share. */
  reserved: number;
}

const attemptLimit = 20;

/**
 * Reserves a share of the form's remaining sessions of a day (`YYYY-MM-DD`, UTC): a twentieth, from 1 to 1,000. So
 * copies ask rarely while much is left, the last sessions are reserved one by one, and all shares never exceed `limit`.
 * Null if the form doesn't exist.
 */
export async function reserveSessions(
  pool: pg.Pool,
  slug: string,
  day: string,
  limit: number,
): Promise<SessionShare | null> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await pool.query<SessionShare>({
      name: "reserve-sessions",
      text: reserveStatement,
      values: [slug, day, limit],
    });
    const [share] = rows;
    if (!share) return null;
    // another copy took a share in between
    if (share.granted > 0 || share.reserved >= limit || attempt === attemptLimit) return share;
  }
}

const reserveStatement = `with wanted as (
    select f.form_id, f.account_id, f.slug, f.title, coalesce(d.reserved, 0) as reserved,
      greatest(1, least(1000, ($3::integer - coalesce(d.reserved, 0)) / 20)) as granted
    from sessions.live_forms f left join sessions.form_days d on d.form_id = f.form_id and d.day = $2::date
    where f.slug = $1
  ), taken as (
    insert into sessions.form_days as d (form_id, day, reserved)
    select form_id, $2::date, granted from wanted where reserved + granted <= $3
    on conflict (form_id, day) do update set reserved = d.reserved + excluded.reserved
      where d.reserved + excluded.reserved <= $3
    returning d.reserved
  )
  select w.form_id, w.account_id, w.slug, w.title, coalesce(t.reserved, w.reserved) as reserved,
    case when t.reserved is null then 0 else w.granted end as granted
  from wanted w left join taken t on true`;

/** Days of completions that the list of forms shows, and one more. */
const shownDays = 15;

/** Deletes reservations of days before `day`, and completions of days that are no longer shown. */
export async function forgetDays(pool: pg.Pool, day: string, limit: number): Promise<number> {
  const reserved = await pool.query(
    `delete from sessions.form_days where ctid = any(array(
      select ctid from sessions.form_days where day < $1::date order by day limit $2 for update skip locked))`,
    [day, limit],
  );
  const completed = await pool.query(
    `delete from sessions.form_counts where ctid = any(array(select ctid from sessions.form_counts
      where day > '-infinity' and day < $1::date - ${shownDays} order by day limit $2 for update skip locked))`,
    [day, limit],
  );
  return Math.max(reserved.rowCount ?? 0, completed.rowCount ?? 0);
}

/** Returns the bytes of a form's files. */
export async function uploadedBytes(pool: pg.Pool, formId: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>({
    name: "uploaded-bytes",
    text: "select bytes::float8 from sessions.form_uploads where form_id = $1",
    values: [formId],
  });
  return rows[0]?.bytes ?? 0;
}

/**
 * Adds a file to the form's bytes. Returns the new total, or null if it exceeds `limit`. Locks the form's count, so
 * call it last in the transaction.
 */
export async function addUploadedBytes(
  client: pg.PoolClient,
  formId: string,
  bytes: number,
  limit: number,
): Promise<number | null> {
  const { rows } = await client.query<{ bytes: number }>(
    `insert into sessions.form_uploads as u (form_id, bytes) select $1, $2::bigint where $2 <= $3::bigint
      on conflict (form_id) do update set bytes = u.bytes + excluded.bytes where u.bytes + excluded.bytes <= $3
      returning bytes::float8`,
    [formId, bytes, limit],
  );
  return rows[0]?.bytes ?? null;
}

export async function quotaForm(pool: pg.Pool, formId: string): Promise<QuotaForm | null> {
  const { rows } = await pool.query<QuotaForm>(
    "select form_id, account_id, slug, title from sessions.live_forms where form_id = $1",
    [formId],
  );
  return rows[0] ?? null;
}
