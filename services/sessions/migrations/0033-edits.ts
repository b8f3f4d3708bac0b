import { Migration } from "@mikro-orm/migrations";

/** Edits by respondents (features §18.1). `edit_key` is a hash of the client's. */
export class AddEdits extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      "alter table sessions.live_forms add column if not exists edit_window_minutes integer not null default 0",
    );
    this.addSql("alter table sessions.sessions add column if not exists edit_key text");
  }
}
