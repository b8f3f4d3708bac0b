import { Migration } from "@mikro-orm/migrations";

/** Emails with a link to finish later, until they are sent (wants §23). `asked_at` names the link, whose token is stored nowhere. */
export class AddResumeMails extends Migration {
  override up(): void {
    this.addSql(`create table if not exists integrations.resume_mails (
      session_id uuid not null,
      asked_at timestamptz not null,
      account_id uuid not null,
      form json not null,
      address text not null,
      client text,
      language text not null,
      base_url text not null,
      due_at timestamptz not null,
      tries integer not null default 0,
      primary key (session_id, asked_at))`);
    this.addSql("create index if not exists resume_mails_due on integrations.resume_mails (due_at)");
  }
}
