import { Migration } from "@mikro-orm/migrations";

/** What the quotas of a form count: sessions started on a day, and bytes of its respondents' files. */
export class AddQuotas extends Migration {
  override up(): void {
    this.addSql(`
      create table sessions.form_days (
        form_id uuid not null,
        day date not null,
        -- handed out to the copies, which start as many sessions
        reserved integer not null,
        primary key (form_id, day)
      )`);
    this.addSql("create index on sessions.form_days (day)");
    this.addSql("create table sessions.form_uploads (form_id uuid primary key, bytes bigint not null)");
    // null: the file is from before its form's bytes were counted, and is not among them
    this.addSql("alter table sessions.files add column form_id uuid");
  }
}
