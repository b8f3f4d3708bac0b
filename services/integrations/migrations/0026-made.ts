import { Migration } from "@mikro-orm/migrations";

/** Records that deliveries made at providers, by session, so that a correction changes them (features §18.1). */
export class AddMade extends Migration {
  override up(): void {
    this.addSql(`create table if not exists integrations.made (
      integration_id uuid,
      session_id uuid,
      name text not null,
      primary key (integration_id, session_id))`);
    this.addSql("create index if not exists made_session on integrations.made (session_id)");
  }
}
