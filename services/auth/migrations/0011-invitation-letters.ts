import { Migration } from "@mikro-orm/migrations";

/** Letters that invited addresses got, and workspaces that they declined (teams §20.21). Each statement can run again. */
export class LimitInvitationLetters extends Migration {
  override up(): void {
    // recipient: a keyed hash of the address, over all workspaces
    this.addSql(`
      create table if not exists auth.invitation_letters (
        recipient bytea primary key,
        day date not null,
        count integer not null,
        sent timestamptz not null,
        expires timestamptz not null
      )`);
    this.addSql(`
      create table if not exists auth.invitation_declines (
        account_id uuid not null references auth.accounts on delete cascade,
        recipient bytea not null,
        expires timestamptz not null,
        primary key (account_id, recipient)
      )`);
    for (const table of ["invitation_letters", "invitation_declines"])
      this.addSql(`create index if not exists ${table}_expires on auth.${table} (expires)`);
  }
}
