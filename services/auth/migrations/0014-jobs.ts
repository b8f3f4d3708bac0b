import { Migration } from "@mikro-orm/migrations";
import { createJobs } from "../../../shared/platform/jobs/table.ts";

/**
 * Work that waits: letters, which waited in memory before, and the rows of two tables with loops of their own. Rows that a copy of the
 * previous release adds to those become jobs, too. It can run again.
 */
export class AuthJobs extends Migration {
  override up(): void {
    this.addSql(createJobs("auth"));
    this.takeOver(
      "departures",
      "stopEmails",
      "json_build_object('account_id', r.account_id, 'user_id', r.user_id, 'form_id', r.form_id, 'email', r.email)",
      "r.account_id",
    );
    this.takeOver("deleted_users", "forgetAuthor", "json_build_object('user_id', r.user_id)", "null::uuid");
  }

  /** `data` and `account`: SQL about the row `r` */
  private takeOver(table: string, kind: string, data: string, account: string): void {
    const insert = (from: string) =>
      `insert into auth.jobs (id, kind, account_id, data, priority, due_at)
        select gen_random_uuid(), '${kind}', ${account}, ${data}::text, 1, clock_timestamp() from ${from}`;
    this.addSql(`
      create or replace function auth.job_of_${table}() returns trigger language plpgsql as $$
      begin
        ${insert("(select new.*) r")};
        return null;
      end $$`);
    this.addSql(`drop trigger if exists job_of_row on auth.${table}`);
    this.addSql(`
      create trigger job_of_row before insert on auth.${table} for each row execute function auth.job_of_${table}()`);
    this.addSql(insert(`auth.${table} r`));
    this.addSql(`delete from auth.${table}`);
  }
}
