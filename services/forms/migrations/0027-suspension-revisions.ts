import { Migration } from "@mikro-orm/migrations";

/** The newest that forms has heard of a workspace's deletion, since calls may overtake each other. */
export class AddSuspensionRevisions extends Migration {
  override up(): void {
    this.addSql(
      "create table if not exists forms.suspension_revisions (account_id uuid primary key, revision integer not null)",
    );
  }
}
