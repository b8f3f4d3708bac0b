import type { EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import type { Paging } from "../../../shared/api/paging.ts";
import type { EventName } from "../../../shared/api/shapes/integrations.ts";
import type { Mail } from "../../../shared/api/shapes/mails.ts";
import type { Condition } from "../../../shared/domain/conditions/condition.ts";
import { rows } from "../../../shared/platform/database/rows.ts";
import type { ReadPool } from "../../../shared/platform/database/untilDeadline.ts";

/** An address of a rule. `asked_at` is the time of its last confirmation question. */
export interface MailAddress {
  address: string;
  address_key: string;
  state: Mail["status"];
  asked_at: string | null;
}

/** A rule with its addresses in order. A copy to the respondent has none. */
export interface MailRow {
  id: string;
  account_id: string;
  form_id: string;
  name: string;
  event: EventName;
  condition: Condition | null;
  personal: Mail["personal"];
  to_node_id: string | null;
  reply_to_node_id: string | null;
  subject: string;
  text: string;
  translations: Mail["translations"];
  include_answers: boolean;
  digest: "none" | "daily";
  is_enabled: boolean;
  base_url: string;
  form_title: string;
  addresses: MailAddress[];
  created: Date;
}

const selected = `select m.id, i.account_id, m.form_id, i.name, a.events[1] as event, a.condition, a.personal, m.to_node_id,
    m.reply_to_node_id, m.subject, m.text, m.translations, m.include_answers, m.digest, m.is_enabled, m.base_url, m.form_title, m.created,
    (select coalesce(json_agg(json_build_object('address', t.address, 'address_key', t.address_key, 'state', t.state,
        'asked_at', t.asked_at) order by t.position), '[]')
      from integrations.mail_addresses t where t.mail_id = m.id) as addresses
  from integrations.mails m join integrations.integrations i on i.id = m.id
    join integrations.attachments a on a.id = m.id`;

export async function listMails(
  pool: ReadPool,
  formId: string,
  { ordering, limit, offset }: Paging,
): Promise<{ count: number; rows: MailRow[] }> {
  const field = ordering.field === "name" ? "i.name" : "m.created";
  const direction = ordering.descending ? "desc" : "asc";
  const [counted, listed] = await Promise.all([
    pool.query<{ count: number }>("select count(*)::integer as count from integrations.mails where form_id = $1", [
      formId,
    ]),
    pool.query<MailRow>(
      `${selected} where m.form_id = $1 order by ${field} ${direction}, m.id ${direction} limit $2 offset $3`,
      [formId, limit, offset],
    ),
  ]);
  return { count: counted.rows[0]?.count ?? 0, rows: listed.rows };
}

export async function findMail(connection: pg.Pool | pg.ClientBase, id: string): Promise<MailRow | null> {
  return (await connection.query<MailRow>(`${selected} where m.id = $1`, [id])).rows[0] ?? null;
}

/** Finds a rule in a transaction and locks it, so that concurrent changes follow each other. */
export async function lockMail(em: EntityManager, formId: string, id: string): Promise<MailRow | null> {
  await rows(em, "select 1 from integrations.mails where id = $1 and form_id = $2 for update", [id, formId]);
  const [row] = await rows<MailRow>(em, `${selected} where m.id = $1 and m.form_id = $2`, [id, formId]);
  return row ?? null;
}

export async function countMails(em: EntityManager, formId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    em,
    "select count(*)::integer as count from integrations.mails where form_id = $1",
    [formId],
  );
  return row?.count ?? 0;
}

/** `position`: see attachments. */
export async function insertMail(em: EntityManager, mail: MailRow, position: number): Promise<void> {
  await rows(
    em,
    `insert into integrations.integrations (id, account_id, type, name, config, secrets, status)
    values ($1, $2, 'mail', $3, '{}', '{}', 'connected')`,
    [mail.id, mail.account_id, mail.name],
  );
  await rows(
    em,
    `insert into integrations.mails (id, form_id, subject, text, include_answers, digest, is_enabled, base_url,
      form_title)
    values ($1, $2, '', '', true, 'none', true, '', '')`,
    [mail.id, mail.form_id],
  );
  await rows(
    em,
    `insert into integrations.attachments (id, form_id, integration_id, events, position)
    values ($1, $2, $1, array[$3], $4)`,
    [mail.id, mail.form_id, mail.event, position],
  );
  await updateMail(em, mail);
}

/** Stores all fields and addresses of a rule. */
export async function updateMail(em: EntityManager, mail: MailRow): Promise<void> {
  const condition = mail.condition && JSON.stringify(mail.condition);
  await rows(
    em,
    `update integrations.mails set to_node_id = $1, reply_to_node_id = $2,
      subject = $3, text = $4, translations = $5::json, include_answers = $6, digest = $7, is_enabled = $8,
      base_url = $9, form_title = $10
    where id = $11`,
    [
      mail.to_node_id,
      mail.reply_to_node_id,
      mail.subject,
      mail.text,
      JSON.stringify(mail.translations),
      mail.include_answers,
      mail.digest,
      mail.is_enabled,
      mail.base_url,
      mail.form_title,
      mail.id,
    ],
  );
  await rows(em, "update integrations.integrations set name = $1 where id = $2", [mail.name, mail.id]);
  await rows(
    em,
    `update integrations.attachments set events = array[$1], condition = $2::jsonb, personal = $4 where id = $3`,
    [mail.event, condition, mail.id, mail.personal],
  );
  await storeAddresses(em, mail);
  await rows(em, `${enable} where a.id = $1 and m.id = a.id`, [mail.id]);
}

async function storeAddresses(em: EntityManager, { id, addresses }: MailRow): Promise<void> {
  const given = JSON.stringify(addresses.map((address, position) => ({ ...address, position })));
  await rows(
    em,
    `delete from integrations.mail_addresses where mail_id = $1 and address_key not in (
      select address_key from json_to_recordset($2::json) as n (address_key text))`,
    [id, given],
  );
  await rows(
    em,
    `insert into integrations.mail_addresses as t (mail_id, address_key, address, position, state, asked_at)
    select $1, n.address_key, n.address, n.position, n.state, n.asked_at
    from json_to_recordset($2::json) as n (address_key text, address text, position integer, state text,
      asked_at timestamptz)
    on conflict (mail_id, address_key) do update set position = excluded.position, address = excluded.address,
      state = excluded.state, asked_at = excluded.asked_at`,
    [id, given],
  );
}

/** Events are taken in only while someone receives the emails. */
const enable = `update integrations.attachments a set is_enabled = m.is_enabled and (m.to_node_id is not null or exists (
    select from integrations.mail_addresses t where t.mail_id = m.id and t.state = 'active'))
  from integrations.mails m`;

/** Changes the state of an address. */
export async function moveAddress(
  client: pg.ClientBase,
  mailId: string,
  addressKey: string,
  state: Mail["status"],
): Promise<void> {
  await client.query("update integrations.mail_addresses set state = $3 where mail_id = $1 and address_key = $2", [
    mailId,
    addressKey,
    state,
  ]);
  await client.query(`${enable} where a.id = $1 and m.id = a.id`, [mailId]);
}

/** Deletes a rule with its addresses and waiting events. */
export async function deleteMail(em: EntityManager, id: string): Promise<void> {
  await rows(em, "delete from integrations.integrations where id = $1 and type = 'mail'", [id]);
}

/** Forgets the events that wait for a daily email. */
export async function dropDigest(em: EntityManager, mailId: string): Promise<void> {
  await rows(em, "delete from integrations.mail_digest_entries where mail_id = $1 and digest_id is null", [mailId]);
}

/** Names the question to an address. */
export interface QuestionKey {
  mail_id: string;
  address_key: string;
}

/** A confirmation question that isn't answered yet. */
export interface Question extends MailAddress {
  mail_id: string;
  account_id: string;
  base_url: string;
  form_title: string;
}

/** Null if the address was confirmed, stopped or removed. */
export async function findQuestion(pool: pg.Pool, { mail_id, address_key }: QuestionKey): Promise<Question | null> {
  const { rows } = await pool.query<Question>(
    `select t.mail_id, t.address, t.address_key, t.state, t.asked_at, i.account_id, m.base_url, m.form_title
      from integrations.mail_addresses t join integrations.mails m on m.id = t.mail_id
        join integrations.integrations i on i.id = m.id
      where t.mail_id = $1 and t.address_key = $2 and t.state = 'pending'`,
    [mail_id, address_key],
  );
  return rows[0] ?? null;
}

/** Lets a question wait for the next UTC day, and returns the ms until then. Its link is valid from then on. */
export async function askTomorrow(pool: pg.Pool, { mail_id, address_key }: QuestionKey): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(
    `update integrations.mail_addresses set asked_at = d.day
      from (select date_trunc('day', now(), 'UTC') + interval '1 day' as day) d where mail_id = $1 and address_key = $2
      returning (extract(epoch from d.day - clock_timestamp()) * 1000)::float8 as ms`,
    [mail_id, address_key],
  );
  return rows[0]?.ms ?? 0;
}
