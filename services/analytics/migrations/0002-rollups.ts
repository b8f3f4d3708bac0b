import { Migration } from "@mikro-orm/migrations";

/** Rollups of insights, all derived from the sessions schema (docs/adr/0015). */
export class CreateRollups extends Migration {
  override up(): void {
    this.addSql(`
      create table analytics.rollup_forms (
        form_id uuid primary key,
        -- contributions up to this position are in the rollups
        folded bigint not null default 0,
        -- contributions written since the last fold, approximately
        unfolded integer not null default 0,
        -- the backfill's last session; is_complete: it has passed all sessions
        position_at timestamptz not null default '-infinity',
        position_id uuid not null default '00000000-0000-0000-0000-000000000000',
        is_complete boolean not null default false
      )`);
    this.addSql("create index on analytics.rollup_forms (form_id) where not is_complete");
    this.addSql("create sequence analytics.contribution_position");
    this.addSql(`
      create table analytics.contributions (
        session_id uuid primary key,
        form_id uuid not null,
        position bigint not null,
        version_number integer not null,
        day date not null,
        status text not null,
        facts text not null
      )`);
    this.addSql("create index on analytics.contributions (form_id, position)");
    // period: a day (2026-11-22), a month (2026-11) or everything (empty)
    this.addSql(`
      create table analytics.rollups (
        form_id uuid not null,
        version_number integer not null,
        status text not null,
        period text collate "C" not null,
        of_sessions text not null,
        of_visits text not null,
        primary key (form_id, version_number, status, period)
      )`);
  }
}
