import { Migration } from "@mikro-orm/migrations";

/** Results for the end screen of a completed session (completion.ts). Null: not computed yet, or nothing to show. */
export class AddShownResults extends Migration {
  override up(): void {
    this.addSql("alter table sessions.sessions add column if not exists shown_results json");
  }
}
