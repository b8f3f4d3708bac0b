import { Migration } from "@mikro-orm/migrations";

/** Events wait for integrations where a form has an attachment, and nowhere else (store/attachedForms.ts). */
export class AddAttachedForms extends Migration {
  override up(): void {
    // the nil UUID stands for all forms: until integrations has said which ones have attachments, all may
    this.addSql(`
      create table sessions.attached_forms (
        form_id uuid primary key,
        since timestamptz not null default statement_timestamp()
      )`);
    this.addSql("insert into sessions.attached_forms (form_id) values ('00000000-0000-0000-0000-000000000000')");
  }
}
