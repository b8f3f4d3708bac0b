import { Migration } from "@mikro-orm/migrations";

/** The words of sessions' answers, all derived from the sessions schema. */
export class CreateSearch extends Migration {
  override up(): void {
    // words also holds the session's form as one word, so that a search finds one form's sessions by this index alone
    this.addSql(`
      create table analytics.search (
        session_id uuid primary key,
        words tsvector not null
      )`);
    this.addSql("create index on analytics.search using gin (words)");
  }
}
