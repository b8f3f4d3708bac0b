import { Migration } from "@mikro-orm/migrations";

/** How often each endpoint was called, and lost passwords. */
export class AddUsage extends Migration {
  override up(): void {
    // key_id null: a signed-in user · bucket: of the latency (shared/domain/latency.ts)
    this.addSql(`
      create table auth.usage (
        account_id uuid not null,
        day date not null,
        key_id uuid,
        method text not null,
        path text not null,
        status_class smallint not null,
        bucket smallint not null,
        requests bigint not null,
        unique nulls not distinct (account_id, day, key_id, method, path, status_class, bucket)
      )`);
    this.addSql("create index on auth.usage (day)");
    // batches that were taken in, so that none is counted twice
    this.addSql(`
      create table auth.usage_flushes (
        id uuid primary key,
        created timestamptz not null default clock_timestamp()
      )`);
    this.addSql("create index on auth.usage_flushes (created)");
    this.addSql(`
      create table auth.password_resets (
        token_hash bytea primary key,
        user_id uuid not null references auth.users on delete cascade,
        created timestamptz not null default clock_timestamp(),
        expires timestamptz not null
      )`);
    this.addSql("create index on auth.password_resets (user_id)");
  }
}
