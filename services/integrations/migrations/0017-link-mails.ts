import { Migration } from "@mikro-orm/migrations";

/**
 * Invitations and reminders to people with personal links. A letter names its link, and nothing here has an address: sessions has it,
 * and erases it. `changes` and `noted`: how often a letter changed, and of which change sessions knows.
 */
export class AddLinkMails extends Migration {
  override up(): void {
    this.addSql(`create table if not exists integrations.link_mailings (
      id uuid primary key,
      account_id uuid not null,
      form_id uuid not null,
      form json not null,
      workspace text not null,
      language text not null,
      base_url text not null,
      name text,
      subject text not null,
      text text not null,
      reply_to text,
      translations json not null,
      remind_after_days integer[] not null,
      left_out json not null,
      cancelled_at timestamptz,
      created timestamptz not null)`);
    this.addSql(`create index if not exists link_mailings_form on integrations.link_mailings (form_id, created, id)`);
    this.addSql(`create table if not exists integrations.link_letters (
      mailing_id uuid not null references integrations.link_mailings on delete cascade,
      link_id uuid not null,
      turn integer not null,
      account_id uuid not null,
      state text not null check (state in ('waiting', 'sent', 'failed', 'skipped', 'cancelled')),
      mail_status text,
      due_at timestamptz not null,
      tries integer not null default 0,
      sent_at timestamptz,
      changes integer not null default 1,
      noted integer not null default 0,
      primary key (mailing_id, link_id, turn))`);
    this.addSql(
      `create index if not exists link_letters_due on integrations.link_letters (due_at) where state = 'waiting'`,
    );
    // one chain a link
    this.addSql(`create unique index if not exists link_letters_chain on integrations.link_letters (link_id)
      where turn = 0 and state in ('waiting', 'sent')`);
    this.addSql(`create index if not exists link_letters_link on integrations.link_letters (link_id)`);
    this.addSql(
      `create index if not exists link_letters_unnoted on integrations.link_letters (mailing_id) where noted < changes`,
    );
    this.addSql(`create table if not exists integrations.link_attempts (
      id uuid primary key,
      mailing_id uuid not null references integrations.link_mailings on delete cascade,
      link_id uuid not null,
      turn integer not null,
      attempt integer not null,
      status text not null,
      response_code integer,
      duration_ms integer not null,
      error_message text,
      next_attempt_at timestamptz,
      created timestamptz not null default clock_timestamp())`);
    this.addSql(
      `create index if not exists link_attempts_mailing on integrations.link_attempts (mailing_id, created, id)`,
    );
    this.addSql(`create index if not exists link_attempts_created on integrations.link_attempts (created)`);
    // keyed hashes of addresses without +tag
    this.addSql(`create table if not exists integrations.unsubscribed (
      account_id uuid not null,
      recipient text not null,
      at timestamptz not null default clock_timestamp(),
      primary key (account_id, recipient))`);
  }
}
