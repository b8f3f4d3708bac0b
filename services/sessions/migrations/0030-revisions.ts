import { Migration } from "@mikro-orm/migrations";

/**
 * Corrections (features §18.1). `answers_revision` is 1 until the first one, which makes 2. A row of `revisions` is a correction, with
 * its changes as `[{node_id, before, after}]`.
 */
export class AddRevisions extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql("alter table sessions.sessions add column if not exists answers_revision integer not null default 1");
    this.addSql("alter table sessions.sessions add column if not exists edited_at timestamptz");
    this.addSql(`create table if not exists sessions.revisions (
      session_id uuid,
      revision integer,
      edited_at timestamptz not null,
      editor json not null,
      reason text,
      changes json not null,
      primary key (session_id, revision))`);
  }
}
