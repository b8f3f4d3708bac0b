import { Migration } from "@mikro-orm/migrations";

/** Links that put an address back, and whether an issuer proved its person's address. Each statement locks one table, and can run again. */
export class EndTakeovers extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // email: the address that the link was mailed to
    this.addSql(`
      create table if not exists auth.email_undos (
        token_hash bytea primary key,
        user_id uuid not null references auth.users on delete cascade,
        email text not null,
        email_key text not null,
        created timestamptz not null default clock_timestamp(),
        expires timestamptz not null
      )`);
    this.addSql("create index if not exists email_undos_user on auth.email_undos (user_id)");
    this.addSql("create index if not exists email_undos_email on auth.email_undos (email_key)");
    // unknown of earlier identities: one whose issuer proves the address comes back with the next sign-in
    this.addSql("alter table auth.identities add column if not exists is_proved boolean not null default false");
  }
}
