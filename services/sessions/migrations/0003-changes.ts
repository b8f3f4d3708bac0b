import { Migration } from "@mikro-orm/migrations";

/** What analytics keeps of sessions follows the outbox; owners' lists read a narrow index instead of the sessions. */
export class AddChanges extends Migration {
  override up(): void {
    // An event's row stays until integrations has acknowledged it and analytics has indexed its session. No respondent's
    // step pays for that: the row is the one that is written anyway, and enters this index when it is acknowledged.
    this.addSql("alter table sessions.events add column indexed_at timestamptz");
    this.addSql("create index events_acknowledged on sessions.events (occurred_at) where acknowledged_at is not null");
    // Instead of (form_id, status). All of it stays as it is while a session is under way, so steps remain HOT updates.
    this.addSql(`
      create index sessions_listed on sessions.sessions (form_id, status, started_at desc, id desc)
        include (completed_at, version_number)`);
    this.addSql("drop index if exists sessions.sessions_form_id_status_idx");
  }
}
