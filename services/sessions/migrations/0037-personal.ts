import { Migration } from "@mikro-orm/migrations";

/**
 * Personal data (wants §21.5). `versions.personal`: nodes whose answers can identify someone, of the version and those before it.
 * `live_forms.personal_*` are as the columns of migrations/0035-retention.ts, for these answers alone. `personal_round` counts how often
 * nodes were added to `personal_nodes`; a session's is the last one in which its answers were erased. Older sessions than `personal_since`
 * have none left. `kept_calculations` are the results that the erased answers had, unless the
 * session went on after `kept_at`.
 */
export class AddPersonal extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql("alter table sessions.versions add column if not exists personal text[] not null default '{}'");
    for (const column of [
      "personal_retention_days integer",
      "personal_known integer",
      "personal_from timestamptz",
      "personal_told timestamptz",
      "personal_looked timestamptz",
      "personal_erased integer not null default 0",
      "personal_noted timestamptz",
      "personal_nodes text[] not null default '{}'",
      "personal_round integer not null default 0",
      "personal_since timestamptz",
    ])
      this.addSql(`alter table sessions.live_forms add column if not exists ${column}`);
    this.addSql("alter table sessions.sessions add column if not exists personal_round integer");
    this.addSql("alter table sessions.sessions add column if not exists kept_calculations json");
    this.addSql("alter table sessions.sessions add column if not exists kept_at timestamptz");
  }
}
