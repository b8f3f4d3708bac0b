import { Migration } from "@mikro-orm/migrations";

/** Files that respondents uploaded; their bytes are in the store (shared/platform/files/store.ts). */
export class AddFiles extends Migration {
  override up(): void {
    // reserved: its bytes are on their way · stored: an answer may name it · deleted: its bytes are still to be removed
    // check_at: when the clean-up looks at it next; null: a completed session's answer names it
    this.addSql(`
      create table sessions.files (
        id uuid primary key,
        session_id uuid not null,
        node_id text not null,
        url text not null,
        key text not null,
        state text not null check (state in ('reserved', 'stored', 'deleted')),
        name text,
        size integer,
        content_type text,
        created timestamptz not null,
        check_at timestamptz
      )`);
    this.addSql("create index on sessions.files (session_id, node_id)");
    this.addSql("create index on sessions.files (check_at) where check_at is not null");
  }
}
