import { Migration } from "@mikro-orm/migrations";

/** Forms of workspaces that are going to be deleted (teams §20.13). Few, so each process holds all of them. */
export class AddSuspendedForms extends Migration {
  override up(): void {
    this.addSql("create table if not exists sessions.suspended_forms (form_id uuid primary key)");
  }
}
