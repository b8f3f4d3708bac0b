import { Migration } from "@mikro-orm/migrations";

/** Workspaces that are going to be deleted (teams §20.13). Each statement locks one table. */
export class AddDeletion extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql("alter table auth.accounts add column if not exists deletes_at timestamptz");
    // what forms doesn't know yet
    this.addSql(`create table if not exists auth.suspensions (
      account_id uuid primary key,
      is_suspended boolean not null)`);
  }
}
