import { Migration } from "@mikro-orm/migrations";

/**
 * Email notifications (features §17). Each rule also has a row in `integrations` (type mail) and in `attachments`, both with its
 * id, so that it is delivered by the same queue as all other types.
 */
export class AddMails extends Migration {
  override up(): void {
    // base_url and form_title: as of the last change, for emails that no request causes
    this.addSql(`
      create table integrations.mails (
        id uuid primary key references integrations.integrations on delete cascade,
        form_id uuid not null,
        to_node_id text,
        reply_to_node_id text,
        subject text not null,
        text text not null,
        include_answers boolean not null,
        digest text not null,
        is_enabled boolean not null,
        base_url text not null,
        form_title text not null,
        created timestamptz not null default clock_timestamp()
      )`);
    this.addSql("create index on integrations.mails (form_id, created, id)");
    // question_due_at: null if no question has to be sent
    this.addSql(`
      create table integrations.mail_addresses (
        mail_id uuid not null references integrations.mails on delete cascade,
        address_key text not null,
        address text not null,
        position integer not null,
        state text not null check (state in ('active', 'pending', 'stopped')),
        asked_at timestamptz(3),
        question_due_at timestamptz,
        question_tries integer not null default 0,
        primary key (mail_id, address_key)
      )`);
    this.addSql("create index on integrations.mail_addresses (question_due_at) where question_due_at is not null");
    // events that wait for a daily email. digest_id: the delivery that sends them
    this.addSql(`
      create table integrations.mail_digest_entries (
        mail_id uuid not null references integrations.mails on delete cascade,
        event_id uuid not null,
        session_id uuid not null,
        payload json not null,
        condition jsonb,
        digest_id uuid,
        created timestamptz not null default clock_timestamp(),
        primary key (mail_id, event_id)
      )`);
    this.addSql("create index on integrations.mail_digest_entries (session_id)");
    this.addSql("create index on integrations.mail_digest_entries (created)");
    // one row per email and recipient, for the limits of a day. recipient: a keyed hash
    this.addSql(`
      create table integrations.mail_sends (
        delivery_id uuid not null,
        recipient text not null,
        account_id uuid not null,
        day date not null,
        is_copy boolean not null,
        primary key (delivery_id, recipient)
      )`);
    this.addSql("create index on integrations.mail_sends (account_id, day, recipient)");
    this.addSql("create index on integrations.mail_sends (day)");
  }
}
