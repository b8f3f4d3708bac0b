import { Migration } from "@mikro-orm/migrations";

/** The queue of deliveries, their attempts, and the account's notices (docs/adr/0004-delivery-queue.md). */
export class AddDeliveries extends Migration {
  override up(): void {
    // failing_since: its first attempt that failed after the last one that succeeded
    // secret_expiries: by the secret's name; the others do not expire
    this.addSql(`
      alter table integrations.integrations
        add column failing_since timestamptz,
        add column secret_expiries jsonb not null default '{}'`);
    // One row an event and attachment. No foreign keys: a delivery outlives its attachment and its integration.
    // due_at: when it may be claimed next, null: never. A claim sets it to the end of its lease, so that one index
    // serves both. payload: null once it was erased. place: how many delays of the schedule are used up.
    this.addSql(`
      create table integrations.deliveries (
        id uuid primary key,
        event_id uuid not null,
        attachment_id uuid not null,
        integration_id uuid not null,
        account_id uuid not null,
        form_id uuid not null,
        form_slug text not null,
        session_id uuid not null,
        event text not null,
        payload json,
        state text not null check (state in ('queued', 'delivered', 'exhausted', 'cancelled')),
        attempts integer not null default 0,
        place integer not null default 0,
        due_at timestamptz,
        lease uuid,
        is_manual boolean not null default false,
        retry_asked boolean not null default false,
        created timestamptz not null default clock_timestamp(),
        unique (event_id, attachment_id)
      )`);
    this.addSql("create index on integrations.deliveries (integration_id, due_at) where due_at is not null");
    this.addSql("create index on integrations.deliveries (attachment_id) where state = 'queued'");
    this.addSql("create index on integrations.deliveries (session_id)");
    this.addSql("create index on integrations.deliveries (created)");
    // What the API calls a delivery record. delivery_id is null for a test.
    this.addSql(`
      create table integrations.attempts (
        id uuid primary key,
        delivery_id uuid,
        integration_id uuid not null,
        integration_name text not null,
        integration_type text not null,
        event_id uuid not null,
        event text not null,
        session_id uuid,
        status text not null check (status in ('success', 'error')),
        attempt integer not null,
        response_code integer,
        error_message text,
        duration_ms integer not null,
        request_headers json,
        request_body text,
        response_headers json,
        response_body text,
        created timestamptz not null default clock_timestamp()
      )`);
    this.addSql("create index on integrations.attempts (integration_id, created desc, id desc)");
    this.addSql("create index on integrations.attempts (session_id, created desc)");
    this.addSql("create index on integrations.attempts (delivery_id)");
    this.addSql("create index on integrations.attempts (created)");
    // Sessions that were erased, so that an event which is just being taken in does not bring one back.
    this.addSql(`
      create table integrations.erased_sessions (
        session_id uuid primary key,
        erased_at timestamptz not null default clock_timestamp()
      )`);
    // mail: null where nobody is to be told by mail
    this.addSql(`
      create table integrations.notices (
        id uuid primary key,
        account_id uuid not null,
        kind text not null check (kind in ('delivery_failed', 'integration_disabled')),
        message text not null,
        integration_id uuid,
        form_slug text,
        is_read boolean not null default false,
        mail text check (mail in ('due', 'sent', 'given_up')),
        mail_tries integer not null default 0,
        mail_due_at timestamptz,
        mailed_at timestamptz,
        created timestamptz not null default clock_timestamp()
      )`);
    this.addSql("create index on integrations.notices (account_id, created desc, id desc)");
    this.addSql("create index on integrations.notices (mail_due_at) where mail = 'due'");
    this.addSql("create index on integrations.notices (account_id, mailed_at) where mail = 'sent'");
    this.addSql("create index on integrations.notices (created)");
  }
}
