import { Migration } from "@mikro-orm/migrations";

/** Who created an integration, and what each person has read (teams §20.5, §20.11). Each statement locks one table. */
export class AddPeople extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // null by key, and for what is older
    this.addSql("alter table integrations.integrations add column if not exists created_by uuid");
    // beside notices.is_read, which holds for everybody who was there before
    this.addSql(`
      create table if not exists integrations.notice_reads (
        notice_id uuid not null references integrations.notices on delete cascade,
        user_id uuid not null,
        is_read boolean not null,
        primary key (notice_id, user_id)
      )`);
  }
}
