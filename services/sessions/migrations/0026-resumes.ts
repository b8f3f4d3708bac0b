import { Migration } from "@mikro-orm/migrations";

/**
 * Links to finish a session later (wants §23). `resume_key` is a hash of the client's. A row of `resumes` has the times of the last
 * links, which their tokens name: those up to `ended_at` no longer work. It is the link that was opened at `opened_at`, by the
 * device with the key of `opened_by`.
 */
export class AddResumes extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql("alter table sessions.live_forms add column if not exists resume text not null default 'device'");
    this.addSql("alter table sessions.sessions add column if not exists resume_key text");
    this.addSql(`create table if not exists sessions.resumes (
      session_id uuid primary key,
      asked_at timestamptz[] not null,
      ended_at timestamptz,
      opened_at timestamptz,
      opened_by text)`);
  }
}
