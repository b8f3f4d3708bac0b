import type pg from "pg";
import type { Paging } from "../../../shared/api/paging.ts";
import type { Notice, NoticeKind } from "../../../shared/api/shapes/integrations.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import type { ReadPool } from "../../../shared/platform/database/untilDeadline.ts";
import type { Timed } from "../../../shared/platform/deadlines/deadline.ts";

export interface NoticeRow extends Omit<Notice, "created"> {
  created: Date;
}

/** Read marks are a person's own (teams §20.11). Those of before there were several persons hold for all. */
const seen = `(select n.id, n.account_id, n.kind, n.message, n.integration_id, n.form_slug, n.created,
    coalesce(r.is_read, n.is_read) as is_read
  from integrations.notices n left join integrations.notice_reads r on r.notice_id = n.id and r.user_id = $2) s`;
const where = "account_id = $1 and ($3::boolean is null or is_read = $3)";
const columns = "id, kind, message, integration_id, form_slug, created, is_read";

/** The account and the person who reads its notifications. */
export interface NoticeReader {
  account_id: string;
  user_id: string | null;
}

export async function listNotices(
  pool: ReadPool,
  { account_id, user_id }: NoticeReader,
  isRead: boolean | null,
  { ordering, limit, offset }: Paging,
): Promise<{ count: number; rows: NoticeRow[] }> {
  const direction = ordering.descending ? "desc" : "asc";
  const [counted, listed] = await Promise.all([
    pool.query<{ count: number }>(`select count(*)::integer as count from ${seen} where ${where}`, [
      account_id,
      user_id,
      isRead,
    ]),
    pool.query<NoticeRow>(
      `select ${columns} from ${seen} where ${where}
        order by created ${direction}, id ${direction} limit $4 offset $5`,
      [account_id, user_id, isRead, limit, offset],
    ),
  ]);
  return { count: counted.rows[0]?.count ?? 0, rows: listed.rows };
}

export interface NewNotice {
  account_id: string;
  kind: NoticeKind;
  message: string;
  /** Unique per account, so that a notification isn't repeated. */
  key: string;
  form_slug: string | null;
}

export async function addNotice(
  connection: pg.Pool | pg.ClientBase,
  { account_id, kind, message, key, form_slug }: NewNotice,
): Promise<void> {
  await connection.query(
    `insert into integrations.notices (id, account_id, kind, message, key, form_slug)
      values (gen_random_uuid(), $1, $2, $3, $4, $5) on conflict (account_id, key) where key is not null do nothing`,
    [account_id, kind, message, key, form_slug],
  );
}

export async function findNotice(pool: pg.Pool, id: string): Promise<{ account_id: string } | null> {
  const { rows } = await pool.query("select account_id from integrations.notices where id = $1", [id]);
  return rows[0] ?? null;
}

const mark = (notices: string) => `
  insert into integrations.notice_reads (notice_id, user_id, is_read) ${notices}
  on conflict (notice_id, user_id) do update set is_read = excluded.is_read`;

/** Null if it doesn't exist. Throws 503 after the deadline of `call`. */
export function markNotice(
  pool: pg.Pool,
  id: string,
  { account_id, user_id }: NoticeReader,
  isRead: boolean,
  call: Timed,
): Promise<NoticeRow | null> {
  return inTransaction(
    pool,
    async (client) => {
      const marked = mark("select id, $2, $3 from integrations.notices where id = $1");
      await client.query(marked, [id, user_id, isRead]);
      const found = `select ${columns} from ${seen} where account_id = $1 and id = $3`;
      return (await client.query<NoticeRow>(found, [account_id, user_id, id])).rows[0] ?? null;
    },
    call,
  );
}

export async function markAllRead(pool: pg.Pool, { account_id, user_id }: NoticeReader, call: Timed): Promise<void> {
  const text = mark(`select id, $2, true from ${seen} where account_id = $1 and not is_read`);
  await inTransaction(pool, (client) => client.query(text, [account_id, user_id]), call);
}

/** A notification that waits for an email. */
export interface UnmailedNotice {
  id: string;
  message: string;
  form_slug: string | null;
  /** Null if it is about none, or the integration was deleted. */
  integration: { id: string; type: string } | null;
}

/** ms. Minimum time between emails to an account. Notifications in between share one email. */
const pauseMs = 600_000;
/** Maximum notifications in one email. */
export const mostInMail = 100;

/** Returns after how many ms the account can get its next email. */
export async function msUntilMail(pool: pg.Pool, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(
    `select coalesce(extract(epoch from max(mailed_at) - clock_timestamp()) * 1000 + $2, 0)::float8 as ms
      from integrations.notices where account_id = $1 and mail = 'sent'`,
    [accountId, pauseMs],
  );
  return rows[0]?.ms ?? 0;
}

/** Returns the account's oldest notifications that wait for an email. */
export async function unmailedNotices(pool: pg.Pool, accountId: string): Promise<UnmailedNotice[]> {
  const { rows } = await pool.query<UnmailedNotice>(
    `select n.id, n.message, n.form_slug,
        case when i.id is not null then json_build_object('id', i.id, 'type', i.type) end as integration
      from integrations.notices n left join integrations.integrations i on i.id = n.integration_id
      where n.account_id = $1 and n.mail = 'waiting' order by n.created, n.id limit $2`,
    [accountId, mostInMail],
  );
  return rows;
}

export async function markMailed(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query(
    "update integrations.notices set mail = 'sent', mailed_at = clock_timestamp() where id = any($1::uuid[])",
    [ids],
  );
}
