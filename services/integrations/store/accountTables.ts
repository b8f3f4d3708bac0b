import type pg from "pg";
import type { AccountTable } from "../../../shared/platform/database/accountTables.ts";

/** Tables with an account's data, referring tables first. `leases`, `erased_sessions` and `recipient_key` have no account's data. */
const ofIntegrations = "t.integration_id in (select id from integrations.integrations where account_id = $1)";

const ofMails = "t.mail_id in (select id from integrations.integrations where account_id = $1)";

export const integrationsTables: readonly AccountTable[] = [
  {
    name: "integrations.attempts",
    where: `${ofIntegrations} or t.delivery_id in (select id from integrations.deliveries where account_id = $1)`,
  },
  { name: "integrations.hourly_attempts", where: ofIntegrations },
  {
    name: "integrations.payloads",
    where: "t.event_id in (select event_id from integrations.deliveries where account_id = $1)",
  },
  { name: "integrations.deliveries", where: "t.account_id = $1" },
  { name: "integrations.made", where: ofIntegrations },
  { name: "integrations.mail_digest_entries", where: ofMails },
  { name: "integrations.mail_addresses", where: ofMails },
  { name: "integrations.mail_sends", where: "t.account_id = $1" },
  { name: "integrations.jobs", where: "t.account_id = $1" },
  {
    name: "integrations.link_attempts",
    where: "t.mailing_id in (select id from integrations.link_mailings where account_id = $1)",
  },
  { name: "integrations.link_letters", where: "t.account_id = $1" },
  { name: "integrations.link_mailings", where: "t.account_id = $1" },
  { name: "integrations.unsubscribed", where: "t.account_id = $1" },
  { name: "integrations.mails", where: "t.id in (select id from integrations.integrations where account_id = $1)" },
  { name: "integrations.attachments", where: `${ofIntegrations} or t.form_id = any($2)` },
  {
    name: "integrations.notice_reads",
    where: "t.notice_id in (select id from integrations.notices where account_id = $1)",
  },
  { name: "integrations.notices", where: "t.account_id = $1" },
  { name: "integrations.oauth_states", where: "t.account_id = $1", secret: "all" },
  { name: "integrations.integrations", where: "t.account_id = $1", secret: ["secrets"] },
  { name: "integrations.audit_outbox", where: "t.account_id = $1" },
];

/** Deletes attempts without a delivery or integration: tests that no one can read. */
export async function deleteOrphanTests(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from integrations.attempts t where delivery_id is null
      and not exists (select from integrations.integrations i where i.id = t.integration_id)`,
  );
}

export async function dueByAccount(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ account_id: string; due: number }>(
    `select account_id, count(*)::integer as due from integrations.deliveries
      where due_at is not null group by account_id`,
  );
  return new Map(rows.map(({ account_id, due }) => [account_id, due]));
}
