import { Migration } from "@mikro-orm/migrations";

/** Public results of forms (features §24.1). */
export class CreateResults extends Migration {
  override up(): void {
    this.addSql(`
      create table if not exists analytics.results (
        form_id uuid primary key,
        -- of the address; null once it was removed, because the reading stays
        token text unique,
        title text not null,
        -- null: all questions that can be shown
        node_ids jsonb,
        expires_at timestamptz,
        created timestamptz not null,
        -- the newest figures that readers saw; the number counts its changes
        reading jsonb,
        reading_number integer not null default 0
      )`);
  }
}
