import { Migration } from "@mikro-orm/migrations";

/**
 * Keyed hashes of deleted people's addresses, for entries of the audit log that arrive later (store/forgotten.ts). Each statement can
 * run again.
 */
export class AddForgottenAddresses extends Migration {
  override up(): void {
    this.addSql(`
      create table if not exists auth.forgotten_addresses (
        hash bytea primary key,
        deleted timestamptz not null,
        expires timestamptz not null
      )`);
    this.addSql("create index if not exists forgotten_addresses_expires on auth.forgotten_addresses (expires)");
    // waits for entries that are being stored (lockForAudit). Call it last, because these wait for workspaces
    this.addSql(`
      create or replace function auth.forget_person(person uuid, mail text, mail_hash bytea) returns void
      language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(hashtextextended('pathform audit of people', 0));
        insert into auth.forgotten_addresses (hash, deleted, expires)
          values (mail_hash, clock_timestamp(), clock_timestamp() + interval '30 days')
          on conflict (hash) do update set deleted = excluded.deleted, expires = excluded.expires;
        perform auth.forget_audit_of_person(person, mail);
      end $$`);
  }
}
