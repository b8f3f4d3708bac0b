import { Migration } from "@mikro-orm/migrations";

/**
 * Imports of responses (wants §25). Both tables stay on the coordinator of a distributed database, as forms do, so `holder` isn't called
 * `session_id`. A session of an import has its id. `is_untimed`: its file has no start.
 *
 * `status` is `receiving` while the file arrives and in a dry run. `last_row` is the last row of the file that is done.
 */
export class AddImports extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql("alter table sessions.sessions add column if not exists import_id uuid");
    this.addSql("alter table sessions.sessions add column if not exists is_untimed boolean");
    this.addSql("alter table sessions.form_days add column if not exists imported integer not null default 0");
    this.addSql(`create table if not exists sessions.imports (
      id uuid primary key,
      form_id uuid not null,
      file_key text,
      status text not null,
      leased_until timestamptz,
      version_id uuid,
      mapping text,
      options json,
      acting json,
      source text,
      rows integer,
      last_row integer not null default 0,
      stored integer not null default 0,
      skipped integer not null default 0,
      refused_count integer not null default 0,
      refused_rows integer not null default 0,
      incomplete_count integer not null default 0,
      refused json not null default '[]',
      is_erasing boolean not null default false,
      created timestamptz not null,
      created_by json,
      ended timestamptz)`);
    this.addSql(`create unique index if not exists imports_running on sessions.imports (form_id)
      where status in ('queued', 'running')`);
    this.addSql("create index if not exists imports_form on sessions.imports (form_id, created desc)");
    // what makes a row of a file unique in its form: a keyed hash
    this.addSql(`create table if not exists sessions.imported (
      form_id uuid not null,
      key text not null collate "C",
      holder uuid not null,
      import_id uuid not null,
      is_completed boolean not null,
      primary key (form_id, key))`);
    this.addSql("create index if not exists imported_holder on sessions.imported (holder)");
    this.addSql("create index if not exists imported_import on sessions.imported (import_id)");
  }
}
