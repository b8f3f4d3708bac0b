import { Migration } from "@mikro-orm/migrations";

/** Workspaces that are going to be deleted, whose forms respondents don't reach (teams §20.13). */
export class AddSuspensions extends Migration {
  override up(): void {
    this.addSql("create table if not exists forms.suspended_accounts (account_id uuid primary key)");
  }
}
