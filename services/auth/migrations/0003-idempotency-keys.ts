import { Migration } from "@mikro-orm/migrations";

/** Requests of owners that may be sent again, and what they were answered (decisions §9.3). */
export class AddIdempotencyKeys extends Migration {
  override up(): void {
    // status null: under way, until its lease `expires` · headers and body are json: given again as they were
    this.addSql(`
      create table auth.idempotency_keys (
        account_id uuid not null references auth.accounts on delete cascade,
        key text not null,
        request_hash bytea not null,
        token uuid not null,
        status smallint,
        headers json,
        body json,
        expires timestamptz not null,
        primary key (account_id, key)
      )`);
    this.addSql("create index on auth.idempotency_keys (expires)");
  }
}
