import { Migration } from "@mikro-orm/migrations";

/**
 * Personal links (features §15). They stay on the coordinator of a distributed database, as forms do, and a session names its link.
 * A link without `reference_key` was erased. Copies of the previous release leave `link_id` out, which is right: they know no links.
 */
export class AddLinks extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql("alter table sessions.live_forms add column if not exists access text not null default 'anyone'");
    this.addSql("alter table sessions.sessions add column if not exists link_id uuid");
    // `open_session`: the one that isn't completed. `responses_count`: sessions that exist
    this.addSql(`create table if not exists sessions.links (
      id uuid primary key,
      form_id uuid not null,
      reference text,
      reference_key text collate "C",
      email text,
      language text,
      hidden json not null,
      prefill json not null,
      expires_at timestamptz,
      max_responses integer not null,
      responses_count integer not null default 0,
      completed_count integer not null default 0,
      open_session uuid,
      was_completed boolean not null default false,
      mail_status text not null default 'none',
      last_sent_at timestamptz,
      sent_count integer not null default 0,
      created timestamptz not null,
      revoked_at timestamptz)`);
    this.addSql(`create unique index if not exists links_reference on sessions.links (form_id, reference_key)
      where revoked_at is null`);
    this.addSql("create index if not exists links_created on sessions.links (form_id, created, id)");
    // has all that counts and searches read, so that they need no row of the table
    this.addSql(`create index if not exists links_listed on sessions.links (form_id, reference_key, id)
      include (created, expires_at, max_responses, responses_count, completed_count, mail_status, revoked_at)`);
  }
}
