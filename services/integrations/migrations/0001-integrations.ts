import { Migration } from "@mikro-orm/migrations";

export class CreateIntegrations extends Migration {
  override up(): void {
    this.addSql(`
      create table integrations.integrations (
        id uuid primary key,
        account_id uuid not null,
        type text not null,
        name text not null,
        config jsonb not null,
        secrets jsonb not null,
        status text not null check (status in ('connected', 'not_connected', 'disabled')),
        created timestamptz not null default clock_timestamp(),
        modified timestamptz not null default clock_timestamp()
      )`);
    this.addSql(`create index on integrations.integrations (account_id, created, id)`);
    this.addSql(`
      create table integrations.attachments (
        id uuid primary key,
        form_id uuid not null,
        integration_id uuid not null references integrations.integrations on delete cascade,
        events text[] not null,
        is_enabled boolean not null default true,
        notify_on_failure boolean not null default false,
        created timestamptz not null default clock_timestamp(),
        unique (form_id, integration_id)
      )`);
    this.addSql(`create index on integrations.attachments (integration_id)`);
  }
}
