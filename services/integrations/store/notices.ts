import type pg from "pg";
import type { Paging } from "../../../shared/paging.ts";
import type { Notice } from "../../../shared/shapes/integrations.ts";

export interface NoticeRow extends Omit<Notice, "created"> {
  created: Date;
}

const columns = "id, kind, message, integration_id, form_slug, created, is_read";

export async function listNotices(
  pool: pg.Pool,
  account_id: string,
  { ordering, limit, offset }: Paging,
): Promise<{ count: number; rows: NoticeRow[] }> {
  const direction = ordering.descending ? "desc" : "asc";
  const [counted, listed] = await Promise.all([
    pool.query<{ count: number }>("select count(*)::integer as count from integrations.notices where account_id = $1", [
      account_id,
    ]),
    pool.query<NoticeRow>(
      `select ${columns} from integrations.notices where account_id = $1
        order by created ${direction}, id ${direction} limit $2 offset $3`,
      [account_id, limit, offset],
    ),
  ]);
  return { count: counted.rows[0]?.count ?? 0, rows: listed.rows };
}

export async function findNotice(pool: pg.Pool, id: string): Promise<{ account_id: string } | null> {
  const { rows } = await pool.query("select account_id from integrations.notices where id = $1", [id]);
  return rows[0] ?? null;
}

/** Null where it is gone. */
export async function markNotice(pool: pg.Pool, id: string, is_read: boolean): Promise<NoticeRow | null> {
  const { rows } = await pool.query<NoticeRow>(
    `update integrations.notices set is_read = $2 where id = $1 returning ${columns}`,
    [id, is_read],
  );
  return rows[0] ?? null;
}

export interface DueMail {
  account_id: string;
  notices: { id: string; message: string; form_slug: string | null }[];
}

/** An account that has just been written to is left in peace for a while; what happens then goes into one mail. */
const peace = "10 minutes";
/** How long whoever claims a mail has to send it. */
const lease = "2 minutes";
const tries = 8;

/** The notices of one account that are due to be mailed, together; null where there are none. */
export async function claimMail(pool: pg.Pool): Promise<DueMail | null> {
  const { rows } = await pool.query<{ id: string; account_id: string; message: string; form_slug: string | null }>({
    name: "claim-mail",
    text: `with account as (
        select n.account_id from integrations.notices n
        where n.mail = 'due' and n.mail_due_at <= clock_timestamp() and not exists (
          select 1 from integrations.notices s where s.account_id = n.account_id and s.mail = 'sent'
            and s.mailed_at > clock_timestamp() - $1::interval)
        order by n.mail_due_at limit 1
      ), due as (
        select n.id from integrations.notices n join account a on a.account_id = n.account_id
        where n.mail = 'due' and n.mail_due_at <= clock_timestamp() order by n.created limit 100 for update skip locked
      )
      update integrations.notices n set mail_tries = n.mail_tries + 1,
        mail_due_at = clock_timestamp() + greatest($2::interval, power(2, n.mail_tries) * interval '1 minute')
      from due where n.id = due.id returning n.id, n.account_id, n.message, n.form_slug`,
    values: [peace, lease],
  });
  const [first] = rows;
  return first ? { account_id: first.account_id, notices: rows } : null;
}

export async function markMailed(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query(
    "update integrations.notices set mail = 'sent', mailed_at = clock_timestamp() where id = any($1::uuid[])",
    [ids],
  );
}

/** What no server has taken in so many tries stays a line in the account's notices. */
export async function giveUpMail(pool: pg.Pool): Promise<void> {
  await pool.query("update integrations.notices set mail = 'given_up' where mail = 'due' and mail_tries >= $1", [
    tries,
  ]);
}
